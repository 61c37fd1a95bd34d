// SPDX-License-Identifier: Apache-2.0
// #define and #undef. A macro's body is a token array: a parameter's occurrence is a token with
// TF_PARAM and its number, `#` and `##` have become flags of their neighbours, __VA_OPT__ has the
// index of its end.
#include "lex/lex_int.h"

Macro *lex_macro_new(Lex *L, Atom name) {
    Macro *m = arena_new(&L->ctx->perm, Macro);
    m->name = name;
    return m;
}

void lex_macro_set(Lex *L, Atom name, Macro *m) {
    AtomInfo *a = lex_info(L, name);
    L->epoch++;
    if (m) vec_push(&L->ctx->perm, &L->defined_atoms, name);
    a->macro = m;
}

// Reads a macro's name; 0 after a diagnostic.
static Atom macro_name(Lex *L, Token *t) {
    lex_scan(L, t);
    if (t->kind == T_NEWLINE) {
        LEX_DIAG(L, lex_no_macro_name, t->pos);
        return 0;
    }
    Macro *old = lex_is_word(t->kind) ? lex_info(L, t->text)->macro : NULL;
    if (!lex_is_word(t->kind)) {
        LEX_DIAG(L, lex_bad_macro_name, t->pos, atom_str(L->ctx, t->text));
        return 0;
    }
    if (t->text == L->a_defined || t->text == L->a_va_args || t->text == L->a_va_opt) {
        LEX_DIAG(L, lex_reserved_macro_name, t->pos, t->text);
        return 0;
    }
    if (old && old->kind == MK_POISON) {
        LEX_DIAG(L, lex_poisoned, t->pos, t->text);
        return 0;
    }
    return t->text;
}

typedef VEC(Atom) Atoms;

static bool add_param(Lex *L, Atoms *ps, const Token *t, Atom name) {
    for (uint32_t i = 0; i < ps->n; i++) {
        if (ps->at[i] == name) return LEX_DIAG(L, lex_duplicate_param, t->pos, name);
    }
    if (ps->n == UINT16_MAX) return LEX_DIAG(L, lex_too_many_params, t->pos);
    vec_push(&L->ctx->perm, ps, name);
    return true;
}

// The parameter list; the `(` has been read.
static bool read_params(Lex *L, Macro *m) {
    Atoms ps = {0};
    Token t;
    lex_scan(L, &t);
    while (t.kind != T_RPAREN) {
        if (t.kind == T_ELLIPSIS) {
            if (!add_param(L, &ps, &t, L->a_va_args)) return false;
            m->variadic = true;
        } else if (lex_is_word(t.kind) && t.text != L->a_va_args) {
            if (!add_param(L, &ps, &t, t.text)) return false;
        } else {
            return LEX_DIAG(L, lex_bad_param, t.pos);
        }
        lex_scan(L, &t);
        if (t.kind == T_ELLIPSIS && !m->variadic) { // GNU: args...
            m->variadic = true;
            lex_scan(L, &t);
        }
        if (t.kind == T_COMMA && !m->variadic) {
            lex_scan(L, &t);
            if (t.kind == T_RPAREN) return LEX_DIAG(L, lex_bad_param, t.pos);
        } else if (t.kind != T_RPAREN) {
            return LEX_DIAG(L, lex_bad_param, t.pos);
        }
    }
    m->params = ps.at;
    m->nparams = (uint16_t)ps.n;
    return true;
}

static void mark_param(Lex *L, const Macro *m, Token *t) {
    if (!lex_is_word(t->kind)) return;
    for (uint32_t i = 0; i < m->nparams; i++) {
        if (m->params[i] != t->text) continue;
        t->flags |= TF_PARAM;
        t->match = i;
        return;
    }
    if (t->text == L->a_va_args) LEX_DIAG(L, lex_stray_va_args, t->pos);
}

typedef struct {
    BodyTokens t;    // the Lex's buffer
    bool hash;       // `#` read, an operand must follow
    bool pasting;    // `##` read
    uint16_t space;  // of the `#`
    uint32_t va_opt; // open __VA_OPT__ + 1
    uint32_t depth;  // parentheses inside it
} Body;

// Adds __VA_OPT__ or follows its parentheses; true when the token was used up.
static bool va_opt_token(Lex *L, Macro *m, Body *b, Token *t) {
    if (t->text == L->a_va_opt && lex_is_word(t->kind) && m->variadic) {
        Token paren;
        lex_scan(L, &paren);
        if (paren.kind != T_LPAREN || b->va_opt) {
            LEX_DIAG(L, lex_bad_va_opt, t->pos);
            return true;
        }
        t->kind = T_PLACEMARKER;
        t->flags |= TF_VAOPT | (b->hash ? TF_STRINGIFY : 0) | (b->pasting ? TF_PASTE_RHS : 0);
        b->hash = b->pasting = false;
        vec_push(&L->ctx->perm, &b->t, *t);
        b->va_opt = b->t.n;
        b->depth = 0;
        m->pastes = true;
        return true;
    }
    if (!b->va_opt) return false;
    if (t->kind == T_LPAREN) b->depth++;
    if (t->kind != T_RPAREN || b->depth-- != 0) return false;
    if (b->pasting) LEX_DIAG(L, lex_paste_at_end, t->pos);
    b->pasting = false;
    b->t.at[b->va_opt - 1].match = b->t.n;
    t->kind = T_PLACEMARKER;
    vec_push(&L->ctx->perm, &b->t, *t);
    b->va_opt = 0;
    return true;
}

static bool body_token(Lex *L, Macro *m, Body *b, Token *t) {
    if (t->kind == T_HASHHASH && !b->hash) {
        if (b->t.n == 0 || (b->va_opt && b->t.n == b->va_opt)) {
            return LEX_DIAG(L, lex_paste_at_end, t->pos);
        }
        b->t.at[b->t.n - 1].flags |= TF_PASTE_LHS;
        b->pasting = true;
        m->pastes = true;
        return true;
    }
    if (va_opt_token(L, m, b, t)) return true;
    mark_param(L, m, t);
    if (b->hash) {
        b->hash = false;
        if (!(t->flags & TF_PARAM)) return LEX_DIAG(L, lex_bad_stringify, t->pos);
        t->flags = (uint16_t)((t->flags & ~TF_SPACE) | TF_STRINGIFY | b->space);
        m->pastes = true;
    } else if (t->kind == T_HASH && m->funlike) {
        b->hash = true;
        b->space = t->flags & TF_SPACE;
        return true;
    }
    if (b->pasting) t->flags |= TF_PASTE_RHS;
    b->pasting = false;
    vec_push(&L->ctx->perm, &b->t, *t);
    return true;
}

static bool read_body(Lex *L, Macro *m, Token t) {
    Body b = {.t = L->body};
    b.t.n = 0;
    for (; t.kind != T_NEWLINE; lex_scan(L, &t)) {
        t.match = 0;
        bool ok = body_token(L, m, &b, &t);
        L->body = b.t; // it may have grown
        if (!ok) return false;
    }
    if (b.hash) return LEX_DIAG(L, lex_bad_stringify, t.pos);
    if (b.pasting) return LEX_DIAG(L, lex_paste_at_end, t.pos);
    if (b.va_opt) return LEX_DIAG(L, lex_bad_va_opt, t.pos);
    m->nbody = b.t.n;
    if (m->nbody) m->body = arena_copy(&L->ctx->perm, b.t.at, b.t.n * sizeof(Token), 8);
    if (m->nbody) m->body[0].flags &= (uint16_t)~TF_SPACE;
    m->number = !m->funlike && m->nbody == 1 && lex_is_plain_number(L, m->body);
    m->pragma =
        !m->funlike && m->nbody > 1 && m->body[0].kind == T_HASH && m->body[1].text == L->a_pragma;
    return true;
}

// [cpp.replace]/2: the same up to the amount of white space.
static bool same_macro(const Macro *a, const Macro *b) {
    if (a->kind != b->kind || a->funlike != b->funlike || a->variadic != b->variadic ||
        a->nparams != b->nparams || a->nbody != b->nbody) {
        return false;
    }
    if (a->nparams && memcmp(a->params, b->params, a->nparams * sizeof(Atom)) != 0) return false;
    for (uint32_t i = 0; i < a->nbody; i++) {
        const Token *x = &a->body[i], *y = &b->body[i];
        if (x->kind != y->kind || x->text != y->text || x->flags != y->flags) return false;
    }
    return true;
}

void lex_define(Lex *L) {
    Token t;
    Atom name = macro_name(L, &t);
    if (!name) return;
    Macro *m = lex_macro_new(L, name);
    m->pos = t.pos;
    m->system = L->in.system;
    if (*L->in.p == '(') {
        m->funlike = true;
        lex_scan(L, &t);
        if (!read_params(L, m)) return;
        lex_scan(L, &t);
    } else {
        lex_scan(L, &t);
        if (t.kind != T_NEWLINE && !(t.flags & TF_SPACE)) { // [cpp.replace.general]/5
            LEX_DIAG(L, lex_no_space_after_name, t.pos);
        }
    }
    if (!read_body(L, m, t)) return;
    Macro *old = lex_info(L, name)->macro;
    if (old && old->kind != MK_USER) {
        LEX_DIAG(L, lex_redefine_builtin, m->pos, name);
    } else if (old && !same_macro(old, m) && !m->system) {
        LEX_DIAG(L, lex_macro_redefined, m->pos, name);
        if (old->pos) LEX_DIAG(L, lex_previous_definition, old->pos);
    }
    lex_macro_set(L, name, m);
}

void lex_undef(Lex *L) {
    Token t;
    Atom name = macro_name(L, &t);
    if (!name) return;
    Macro *old = lex_info(L, name)->macro;
    if (!old) return;
    if (old->kind != MK_USER) LEX_DIAG(L, lex_undef_builtin, t.pos, name);
    lex_macro_set(L, name, NULL);
}
