// SPDX-License-Identifier: Apache-2.0
// What is only data: the texts of the diagnostics, the names of the kinds of tokens.
#include "lex/lex_int.h"

const DiagRow lex_diag_rows[] = {
#define DIAG(id, sev, group, text) DIAG_ROW(id, sev, group, text)
#include "lex/lex_diag.def"
#undef DIAG
};

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
