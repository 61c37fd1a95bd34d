// SPDX-License-Identifier: Apache-2.0
// Private to the joiner of texts (text/join.c, text/statement.c): a text as statements.
#ifndef CUPRUM_PTX_JOIN_H
#define CUPRUM_PTX_JOIN_H

#include "ptx/text/text.h"

// What a statement is to the linker.
typedef enum {
    JOIN_OTHER,    // has no name that others could mean
    JOIN_HEAD,     // .version, .target, .address_size: the whole has one of each
    JOIN_FILE,     // .file: kept, with a number of the whole
    JOIN_SECTION,  // debugging entries: only the first part keeps its own
    JOIN_ALIAS,    // .alias NAME, of another function of the part
    JOIN_FUNCTION, // with a body or without
    JOIN_VARIABLE
} JoinKind;

// Who may mean the name. .common is weak, too.
typedef enum { JOIN_INTERNAL, JOIN_WEAK, JOIN_VISIBLE, JOIN_EXTERN } JoinLinkage;

// A directive outside of functions, with its body and the comments before it.
typedef struct {
    const char *at;
    size_t n;
    Atom name;        // of functions, variables and aliases
    const char *word; // its first word
    uint8_t kind;     // JoinKind
    uint8_t linkage;  // JoinLinkage
    bool has_body;
    bool is_shared; // a variable in shared memory
} JoinStmt;
typedef VEC(JoinStmt) JoinStmts;

// Cuts a text, which ends with a NUL, into statements that point into it.
void ptx_join_read(Ctx *ctx, const PtxPart *text, JoinStmts *to);

// Behind a comment or a string that begins at `at`; `at` itself when none does.
const char *ptx_join_skip(const char *at);
// The next word (a directive with its dot, a name) in [at, end), *n characters; NULL: there is
// none.
const char *ptx_join_word(const char *at, const char *end, size_t *n);
bool ptx_join_is(const char *word, size_t n, const char *text);

#endif
