#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ctoml {

/// How many Unicode scalars UTF-8 stands for.
std::uint32_t scalar_count(std::string_view text);

/// Finds where tables and arrays are nested deeper than the limit, without parsing.
///
/// toml++ limits the nesting of values, but not the length of a dotted key: each part of one is a table in
/// the one before, and its destructor, which goes down them by recursion, overflows the stack.
///
/// No release makes this unnecessary. The one after 3.4.0 limits a key to 1,024 parts (TOML_MAX_DOTTED_KEYS_DEPTH, in its
/// main branch since 2024), but it counts keys and values (TOML_MAX_NESTED_VALUES, 128) apart: 126 values with a key of
/// 1,024 parts each still overflow 2 MiB. From then on a limit in `append` (CToml.cpp) can replace this on a larger stack.
///
/// It reads valid TOML rightly up to the first error, which is as far as toml++ reads.
class NestingScan {
public:
  NestingScan(std::string_view text, std::size_t limit) : text(text), limit(limit) {}

  /// Whether the text goes too deep, and then line() and column() say where.
  bool goes_too_deep();

  std::uint32_t line() const { return current_line; }
  std::uint32_t column() const;

private:
  std::string_view text;
  std::size_t limit;
  std::size_t offset = 0;
  std::size_t line_start = 0;
  std::uint32_t current_line = 1;

  bool at(std::string_view token) const { return text.substr(offset, token.size()) == token; }
  void step();
  void skip_comment();
  void skip_string();
  void skip_line_string(char quote);
  void skip_multiline_string(char quote);
};

}  // namespace ctoml
