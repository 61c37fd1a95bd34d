// SPDX-License-Identifier: Apache-2.0
// The matching of brackets while the tokens are made; repair.c mends those without a partner.
#include "lex/lex_int.h"

// The indices of the brackets and pragmas among the tokens [i, end); returns how many. Nothing here
// and in link_listed depends on a branch that cannot be predicted.
static uint32_t list_brackets(const Token *t, uint32_t i, uint32_t end, uint32_t *at) {
    uint32_t n = 0;
    for (; i < end; i++) {
        at[n] = i;
        n += (uint16_t)(t[i].kind - T_PRAGMA) <= T_RBRACE - T_PRAGMA;
    }
    return n;
}

// Links those brackets. False at the first that has no partner.
static bool link_listed(Lex *lex, const uint32_t *at, uint32_t n) {
    Brackets *brackets = &lex->brackets;
    Token *token = lex->out.at;
    vec_reserve(&lex->ctx->perm, &brackets->open, brackets->open.n + n);
    OpenBracket *top = &brackets->open.at[brackets->open.n - 1]; // the first one stands for none
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = at[k], kind = token[i].kind;
        if (CU_UNLIKELY(kind == T_PRAGMA)) {
            vec_push(&lex->ctx->perm, &brackets->pragma, i);
            continue;
        }
        uint32_t opens = (kind - T_PRAGMA) & 1, closes = opens - 1; // the latter a mask
        if (CU_UNLIKELY((top->closer ^ kind) & closes)) return false;
        uint32_t o = (i & ~closes) | (top->index & closes);
        token[o].match = i; // of an opening one until its partner is seen
        token[i].match = o;
        top[1] = (OpenBracket){i, kind + 1}; // above the top when this one closes
        top += (int32_t)(closes | 1);
    }
    brackets->open.n = (uint32_t)(top - brackets->open.at) + 1;
    return true;
}

// Links partners and lists the pragmas, from where it stopped last time; for nothing after the
// first bracket that has no partner. Called every few hundred tokens, while they are in the cache.
void lex_link_brackets(Lex *lex) {
    enum { SOME = 64 };
    Brackets *b = &lex->brackets;
    uint32_t at[SOME], n = lex->out.n;
    if (!b->open.n) vec_push(&lex->ctx->perm, &b->open, ((OpenBracket){0}));
    for (uint32_t i = b->linked; i < n && !b->broken; i += SOME) {
        uint32_t listed = list_brackets(lex->out.at, i, CU_MIN(i + SOME, n), at);
        b->broken = !link_listed(lex, at, listed);
    }
    b->linked = n;
}
_Static_assert(T_LPAREN == T_PRAGMA + 1 && T_RBRACE == T_LPAREN + 5, "one range");
