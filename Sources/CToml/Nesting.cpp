#include "Nesting.hpp"

#include <algorithm>
#include <vector>

namespace ctoml {

std::uint32_t scalar_count(std::string_view text) {
  auto count = std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; });
  return static_cast<std::uint32_t>(count);
}

bool NestingScan::goes_too_deep() {
  // The depth at each open bracket, and the number of dots of a key since.
  std::vector<std::size_t> brackets;
  std::size_t depth = 0;
  std::size_t dots = 0;
  while (offset < text.size()) {
    switch (text[offset]) {
      case '#': skip_comment(); continue;
      case '"':
      case '\'': skip_string(); continue;
      case '.': ++dots; break;
      case ',':
      case '\n': dots = 0; break;
      case '[':
      case '{':
        brackets.push_back(depth);
        depth += dots + 1;
        dots = 0;
        break;
      case ']':
      case '}':
        if (!brackets.empty()) {
          depth = brackets.back();
          brackets.pop_back();
        }
        dots = 0;
        break;
      default: break;
    }
    if (depth + dots > limit) return true;
    step();
  }
  return false;
}

std::uint32_t NestingScan::column() const {
  return scalar_count(text.substr(line_start, offset - line_start)) + 1;
}

void NestingScan::step() {
  if (text[offset++] == '\n') {
    ++current_line;
    line_start = offset;
  }
}

void NestingScan::skip_comment() {
  while (offset < text.size() && text[offset] != '\n') ++offset;
}

void NestingScan::skip_string() {
  char quote = text[offset];
  if (at(quote == '"' ? "\"\"\"" : "'''")) {
    skip_multiline_string(quote);
  } else {
    skip_line_string(quote);
  }
}

void NestingScan::skip_line_string(char quote) {
  ++offset;
  while (offset < text.size() && text[offset] != '\n') {
    char byte = text[offset++];
    if (byte == quote) return;
    if (byte == '\\' && quote == '"' && offset < text.size() && text[offset] != '\n') ++offset;
  }
}

void NestingScan::skip_multiline_string(char quote) {
  std::string_view delimiter = quote == '"' ? "\"\"\"" : "'''";
  offset += 3;
  while (offset < text.size() && !at(delimiter)) {
    bool escapes = text[offset] == '\\' && quote == '"';
    step();
    if (escapes && offset < text.size()) step();
  }
  offset = std::min(offset + 3, text.size());
  // The last two characters of such a string can also be quotes.
  for (int extra = 0; extra < 2 && offset < text.size() && text[offset] == quote; ++extra) ++offset;
}

}  // namespace ctoml
