#include "CToml.h"

// The headers contain the parser. The shared library would spare each program 200 KB, but few systems have it.
// Like the libraries of distributions, the parser has no assertions.
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>

#include <algorithm>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "Nesting.hpp"

struct ctoml_document {
  ctoml_status status = CTOML_PARSED;
  ctoml_position error_position{0, 0};
  std::string error_description;
  toml::table root;
  std::vector<ctoml_node> nodes;
};

namespace {

ctoml_text text_of(std::string_view text) { return {text.empty() ? "" : text.data(), text.size()}; }

ctoml_position position_of(const toml::source_position &position) { return {position.line, position.column}; }

ctoml_kind kind_of(const toml::node &node) {
  switch (node.type()) {
    case toml::node_type::string: return CTOML_STRING;
    case toml::node_type::integer: return CTOML_INTEGER;
    case toml::node_type::floating_point: return CTOML_FLOAT;
    case toml::node_type::boolean: return CTOML_BOOLEAN;
    case toml::node_type::array: return CTOML_ARRAY;
    case toml::node_type::table: return CTOML_TABLE;
    default: return CTOML_DATE_OR_TIME;
  }
}

ctoml_node node_of(const toml::node &node, const toml::key *key) {
  ctoml_node result{};
  result.kind = kind_of(node);
  result.key = text_of(key ? key->str() : std::string_view());
  result.key_position = position_of(key ? key->source().begin : node.source().begin);
  result.position = position_of(node.source().begin);
  result.end = position_of(node.source().end);
  result.string = text_of(std::string_view());
  if (auto string = node.as_string()) result.string = text_of(string->get());
  if (auto integer = node.as_integer()) result.integer = integer->get();
  if (auto number = node.as_floating_point()) result.number = number->get();
  if (auto boolean = node.as_boolean()) result.boolean = boolean->get();
  return result;
}

using Entry = std::pair<const toml::key *, const toml::node *>;

// toml++ sorts the keys of a table alphabetically.
std::vector<Entry> entries_in_order(const toml::table &table) {
  std::vector<Entry> entries;
  entries.reserve(table.size());
  for (auto &&[key, node] : table) entries.emplace_back(&key, &node);
  std::sort(entries.begin(), entries.end(), [](const Entry &first, const Entry &second) {
    auto a = first.first->source().begin;
    auto b = second.first->source().begin;
    return std::make_pair(a.line, a.column) < std::make_pair(b.line, b.column);
  });
  return entries;
}

// Recurses as deep as the document, which NestingScan has limited.
void append(std::vector<ctoml_node> &nodes, const toml::node &node, const toml::key *key) {
  auto index = nodes.size();
  nodes.push_back(node_of(node, key));
  if (auto table = node.as_table()) {
    nodes[index].child_count = table->size();
    for (auto &[child_key, child] : entries_in_order(*table)) append(nodes, *child, child_key);
  } else if (auto array = node.as_array()) {
    nodes[index].child_count = array->size();
    for (auto &child : *array) append(nodes, child, nullptr);
  }
}

// At the end of the text, toml++ counts past a final line feed, to a column that no line has.
ctoml_position error_position(ctoml_position position, std::string_view text) {
  std::string_view mark = "\xEF\xBB\xBF";
  if (text.substr(0, mark.size()) == mark) text.remove_prefix(mark.size());
  for (auto line = position.line; line > 1; --line) text.remove_prefix(text.find('\n') + 1);
  position.column = std::min(position.column, ctoml::scalar_count(text.substr(0, text.find('\n'))) + 1);
  return position;
}

void parse(ctoml_document &document, std::string_view text) {
  ctoml::NestingScan scan(text, CTOML_MAX_DEPTH);
  if (scan.goes_too_deep()) {
    document.status = CTOML_TOO_DEEP;
    document.error_position = {scan.line(), scan.column()};
    return;
  }
  try {
    document.root = toml::parse(text);
    append(document.nodes, document.root, nullptr);
  } catch (const toml::parse_error &error) {
    document.status = CTOML_SYNTAX_ERROR;
    document.error_position = error_position(position_of(error.source().begin), text);
    document.error_description = error.description();
  }
}

}  // namespace

ctoml_document *ctoml_parse(const char *bytes, size_t count) {
  auto document = new (std::nothrow) ctoml_document;
  if (!document) return nullptr;
  // No exception may reach Swift. All except the parser's mean a lack of memory.
  try {
    parse(*document, count == 0 ? std::string_view() : std::string_view(bytes, count));
  } catch (...) {
    document->status = CTOML_NO_MEMORY;
    document->error_position = {0, 0};
    document->nodes.clear();
  }
  return document;
}

void ctoml_free(ctoml_document *document) { delete document; }

ctoml_status ctoml_document_status(const ctoml_document *document) { return document->status; }

ctoml_position ctoml_error_position(const ctoml_document *document) { return document->error_position; }

ctoml_text ctoml_error_description(const ctoml_document *document) {
  return text_of(document->error_description);
}

const ctoml_node *ctoml_nodes(const ctoml_document *document, size_t *count) {
  *count = document->nodes.size();
  return document->nodes.empty() ? nullptr : document->nodes.data();
}
