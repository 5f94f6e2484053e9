// A C interface to the part of toml++ that Swift needs: the nodes of a TOML document with their places.

#ifndef CTOML_H
#define CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The deepest nesting of tables and arrays that is read.
#define CTOML_MAX_DEPTH 64

/// A parsed document, or the reason why there is none.
typedef struct ctoml_document ctoml_document;

/// UTF-8 text that the document owns. It has no final NUL and can have one inside ("\u0000").
typedef struct ctoml_text {
  const char *_Nonnull bytes;
  size_t count;
} ctoml_text;

/// A place in the text. Both count from 1, columns in Unicode scalars.
typedef struct ctoml_position {
  uint32_t line;
  uint32_t column;
} ctoml_position;

typedef enum ctoml_kind {
  CTOML_STRING,
  CTOML_INTEGER,
  CTOML_FLOAT,
  CTOML_BOOLEAN,
  CTOML_DATE_OR_TIME,
  CTOML_ARRAY,
  CTOML_TABLE,
} ctoml_kind;

/// One value of the document, with the key that it has in a table.
typedef struct ctoml_node {
  ctoml_kind kind;
  /// The number of nodes in an array or a table. They follow it, each with its own nodes after it; those of a table are
  /// in the order of their places.
  size_t child_count;
  /// Empty in an array, and for the root.
  ctoml_text key;
  ctoml_position key_position;
  ctoml_position position;
  /// After its last character; of a table that has a heading, after the heading.
  ctoml_position end;
  /// Empty unless it is a string.
  ctoml_text string;
  int64_t integer;
  double number;
  bool boolean;
} ctoml_node;

typedef enum ctoml_status {
  CTOML_PARSED,
  CTOML_SYNTAX_ERROR,
  CTOML_TOO_DEEP,
  CTOML_NO_MEMORY,
} ctoml_status;

/// Parses a TOML document. NULL if there is no memory for the result; otherwise pass it to ctoml_free.
ctoml_document *_Nullable ctoml_parse(const char *_Nullable bytes, size_t count);

/// Frees the document and everything obtained from it.
void ctoml_free(ctoml_document *_Nullable document);

ctoml_status ctoml_document_status(const ctoml_document *_Nonnull document);

/// The place of a syntax error, or where the text is nested too deeply; line 0 if there is none.
ctoml_position ctoml_error_position(const ctoml_document *_Nonnull document);

/// toml++'s description of a syntax error; otherwise empty.
ctoml_text ctoml_error_description(const ctoml_document *_Nonnull document);

/// The nodes in the order of a walk from the root, which is a table. NULL and a count of 0 after an error.
const ctoml_node *_Nullable ctoml_nodes(const ctoml_document *_Nonnull document, size_t *_Nonnull count);

#ifdef __cplusplus
}
#endif

#endif
