// SPDX-License-Identifier: Apache-2.0
// Remembered expansions. Headers use the same object-like macros ten thousands of times
// (__device__, _GLIBCXX_NOEXCEPT, _CCCL_API), each a chain of further expansions. The second use of
// such a macro records its complete expansion with every word that was looked at and what macro it
// named; while those are unchanged, later uses copy the result.
//
// A macro is not remembered when its expansion looks behind its own end for a `(`, or meets a
// builtin (__LINE__, _Pragma). A remembered expansion is not used while one of the macros in it is
// disabled.
#include "lex/lex_int.h"

enum { MAX_DEPS = 48, MAX_RESULT = 1024 };

void lex_memo_note(Lex *L, Atom a, Macro *m) {
    Memo *memo = L->memo;
    if (m && m->kind != MK_USER) L->memo_ok = false;
    for (uint32_t i = 0; i < memo->ndeps; i++) {
        if (memo->dep[i].atom == a) return;
    }
    if (memo->ndeps == MAX_DEPS) {
        L->memo_ok = false;
        return;
    }
    memo->dep[memo->ndeps++] = (MemoDep){a, m};
}

static Memo *build(Lex *L, Macro *m, const Token *name) {
    Ctx *ctx = L->ctx;
    MemoDep dep[MAX_DEPS];
    Memo memo = {.dep = dep};
    Token first = *name;
    VEC(Token) out = {0};
    m->no_memo = true; // unless it succeeds
    uint16_t carry = L->carry;
    L->carry = 0;
    L->memo = &memo;
    L->memo_ok = true;
    L->call_depth++;
    Context c = {.cur = &first, .end = &first + 1, .start = &first, .boundary = true};
    vec_push(&ctx->perm, &L->stack, c);
    L->memo_bottom = L->stack.n;
    while (L->memo_ok && out.n < MAX_RESULT) {
        vec_reserve(&L->tmp, &out, out.n + 1);
        lex_token(L, &out.at[out.n]);
        if (out.at[out.n].kind == T_EOF) break;
        out.n++;
    }
    lex_pop_contexts(L, L->memo_bottom - 1);
    L->memo_bottom = 0;
    L->call_depth--;
    L->memo = NULL;
    L->carry = carry;
    if (!L->memo_ok || out.n >= MAX_RESULT) return NULL;
    Memo *r = arena_new(&ctx->perm, Memo);
    r->n = out.n;
    r->ndeps = memo.ndeps;
    r->epoch = L->epoch;
    r->dep = arena_copy(&ctx->perm, dep, memo.ndeps * sizeof *dep, 8);
    if (out.n) {
        r->tok = arena_copy(&ctx->perm, out.at, out.n * sizeof(Token), 8);
        r->spelled = arena_alloc(&ctx->perm, out.n * sizeof(Pos), 4);
        for (uint32_t i = 0; i < out.n; i++) {
            r->spelled[i] = out.at[i].pos; // by way of the recorded expansion
            r->tok[i].flags |= TF_MACRO;
            r->names |= !(r->tok[i].flags & TF_NOEXPAND) && lex_info(L, r->tok[i].text)->macro;
        }
        r->tok[0].flags &= (uint16_t) ~(TF_SPACE | TF_BOL);
    }
    m->no_memo = false;
    m->memo = r;
    return r;
}

Memo *lex_memo(Lex *L, Macro *m, const Token *name) {
    if (m->no_memo || m->funlike || L->memo || m->disabled) return NULL;
    Memo *r = m->memo;
    if (!r) {
        if (!m->used) {
            m->used = true;
            return NULL;
        }
        if (L->stack.n) return NULL; // macros may be disabled
        return build(L, m, name);
    }
    if (r->epoch != L->epoch) {
        for (uint32_t i = 0; i < r->ndeps; i++) {
            if (lex_info(L, r->dep[i].atom)->macro == r->dep[i].macro) continue;
            m->memo = NULL;
            return NULL;
        }
        r->epoch = L->epoch;
    }
    if (L->stack.n) {
        if (r->names) return NULL; // its tokens are scanned once more
        for (uint32_t i = 0; i < r->ndeps; i++) {
            if (r->dep[i].macro && r->dep[i].macro->disabled) return NULL;
        }
    }
    return r;
}
