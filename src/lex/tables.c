// SPDX-License-Identifier: Apache-2.0
// What is only data: the texts of the diagnostics, the names of the kinds of tokens.
#include "lex/lex_int.h"

#define DIAG_MODULE lex
#define DIAG_FILE   "lex/lex_diag.def"
#include "base/diag_rows.h"

// The table is in the order of TokenKind, from the same file.
const char *lex_kind_name(uint16_t kind) {
    static const char *const names[] = {
#define TOK(name, text)          text,
#define PUNCT(name, sp)          sp,
#define KEYWORD(name, sp, since) sp,
#include "lex/token.def"
    };
    _Static_assert(CU_COUNT(names) == T_count_, "one name per kind");
    return kind < T_count_ ? names[kind] : "?";
}
