// SPDX-License-Identifier: Apache-2.0
// #define and #undef. A macro's body is a token array: a parameter's occurrence is a token with
// TF_PARAM and its number, `#` and `##` have become flags of their neighbours, __VA_OPT__ has the
// index of its end.
#include "lex/lex_int.h"

Macro *lex_macro_new(Lex *lex, Atom name) {
    Macro *m = arena_new(&lex->ctx->perm, Macro);
    m->name = name;
    return m;
}

// The epoch makes remembered expansions look at their dependences again.
void lex_macro_set(Lex *lex, Atom name, Macro *m) {
    AtomInfo *a = lex_info(lex, name);
    lex->epoch++;
    if (m) vec_push(&lex->ctx->perm, &lex->defined_atoms, name);
    a->macro = m;
}

// Reads a macro's name; 0 after a diagnostic.
static Atom macro_name(Lex *lex, Token *name) {
    lex_scan(lex, name);
    if (name->kind == T_NEWLINE) {
        LEX_DIAG(lex, lex_no_macro_name, name->pos);
        return 0;
    }
    if (!lex_is_word(name->kind)) {
        LEX_DIAG(lex, lex_bad_macro_name, name->pos, atom_str(lex->ctx, name->text));
        return 0;
    }
    if (name->text == lex->a_defined || name->text == lex->a_va_args ||
        name->text == lex->a_va_opt) {
        LEX_DIAG(lex, lex_reserved_macro_name, name->pos, name->text);
        return 0;
    }
    const Macro *old = lex_info(lex, name->text)->macro;
    if (old && old->kind == MK_POISON) {
        LEX_DIAG(lex, lex_poisoned, name->pos, name->text);
        return 0;
    }
    return name->text;
}

typedef VEC(Atom) Atoms;

// Adds a parameter's name. False after a diagnostic: a second one of that name, or too many.
static bool add_param(Lex *lex, Atoms *ps, const Token *t, Atom name) {
    AtomInfo *word = lex_info(lex, name);
    if (word->param) return LEX_DIAG(lex, lex_duplicate_param, t->pos, name);
    if (ps->n == UINT16_MAX) return LEX_DIAG(lex, lex_too_many_params, t->pos);
    vec_push(&lex->ctx->perm, ps, name);
    word->param = ps->n;
    return true;
}

// After a definition its parameters are plain words again.
static void forget_params(Lex *lex, const Atoms *params) {
    for (uint32_t i = 0; i < params->n; i++) lex_info(lex, params->at[i])->param = 0;
}

// Reads the parameter list into `params`; the `(` has been read. False after a diagnostic.
static bool read_params(Lex *lex, Macro *macro, Atoms *params) {
    Token token;
    lex_scan(lex, &token);
    while (token.kind != T_RPAREN) {
        if (token.kind == T_ELLIPSIS) {
            if (!add_param(lex, params, &token, lex->a_va_args)) return false;
            macro->variadic = true;
        } else if (lex_is_word(token.kind) && token.text != lex->a_va_args) {
            if (!add_param(lex, params, &token, token.text)) return false;
        } else {
            return LEX_DIAG(lex, lex_bad_param, token.pos);
        }
        lex_scan(lex, &token);
        if (token.kind == T_ELLIPSIS && !macro->variadic) { // GNU: args...
            macro->variadic = true;
            lex_scan(lex, &token);
        }
        if (token.kind == T_COMMA && !macro->variadic) {
            lex_scan(lex, &token);
            if (token.kind == T_RPAREN) return LEX_DIAG(lex, lex_bad_param, token.pos);
        } else if (token.kind != T_RPAREN) {
            return LEX_DIAG(lex, lex_bad_param, token.pos);
        }
    }
    macro->params = params->at;
    macro->nparams = (uint16_t)params->n;
    return true;
}

// Marks a word of the body that names a parameter.
static void mark_param(Lex *lex, Token *word) {
    if (!lex_is_word(word->kind)) return;
    uint32_t param = lex_info(lex, word->text)->param;
    if (param) {
        word->flags |= TF_PARAM;
        word->match = param - 1;
    } else if (word->text == lex->a_va_args)
        LEX_DIAG(lex, lex_stray_va_args, word->pos);
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
static bool va_opt_token(Lex *lex, Macro *macro, Body *body, Token *next) {
    if (next->text == lex->a_va_opt && lex_is_word(next->kind) && macro->variadic) {
        Token paren;
        lex_scan(lex, &paren);
        if (paren.kind != T_LPAREN || body->va_opt) {
            LEX_DIAG(lex, lex_bad_va_opt, next->pos);
            return true;
        }
        next->kind = T_PLACEMARKER;
        next->flags |=
            TF_VAOPT | (body->hash ? TF_STRINGIFY : 0) | (body->pasting ? TF_PASTE_RHS : 0);
        body->hash = body->pasting = false;
        vec_push(&lex->ctx->perm, &body->t, *next);
        body->va_opt = body->t.n;
        body->depth = 0;
        macro->pastes = true;
        return true;
    }
    if (!body->va_opt) return false;
    if (next->kind == T_LPAREN) body->depth++;
    if (next->kind != T_RPAREN || body->depth-- != 0) return false;
    if (body->pasting) LEX_DIAG(lex, lex_paste_at_end, next->pos);
    body->pasting = false;
    body->t.at[body->va_opt - 1].match = body->t.n;
    next->kind = T_PLACEMARKER;
    vec_push(&lex->ctx->perm, &body->t, *next);
    body->va_opt = 0;
    return true;
}

// Adds one token to a body, or turns # and ## into flags of their neighbours. False after a
// diagnostic: ## at an end, # before what is no parameter ([cpp.stringize]/1, [cpp.concat]/1).
static bool body_token(Lex *lex, Macro *macro, Body *body, Token *next) {
    if (next->kind == T_HASHHASH && !body->hash) {
        if (body->t.n == 0 || (body->va_opt && body->t.n == body->va_opt)) {
            return LEX_DIAG(lex, lex_paste_at_end, next->pos);
        }
        body->t.at[body->t.n - 1].flags |= TF_PASTE_LHS;
        body->pasting = true;
        macro->pastes = true;
        return true;
    }
    if (va_opt_token(lex, macro, body, next)) return true;
    mark_param(lex, next);
    if (body->hash) {
        body->hash = false;
        if (!(next->flags & TF_PARAM)) return LEX_DIAG(lex, lex_bad_stringify, next->pos);
        next->flags = (uint16_t)((next->flags & ~TF_SPACE) | TF_STRINGIFY | body->space);
        macro->pastes = true;
    } else if (next->kind == T_HASH && macro->funlike) {
        body->hash = true;
        body->space = next->flags & TF_SPACE;
        return true;
    }
    if (body->pasting) next->flags |= TF_PASTE_RHS;
    body->pasting = false;
    vec_push(&lex->ctx->perm, &body->t, *next);
    return true;
}

// Reads the body to the end of the line; `token` is its first. The list is built in a buffer of the
// Lex and copied when its length is known. False after a diagnostic.
static bool read_body(Lex *lex, Macro *macro, Token token) {
    Body body = {.t = lex->body};
    body.t.n = 0;
    for (; token.kind != T_NEWLINE; lex_scan(lex, &token)) {
        token.match = 0;
        bool ok = body_token(lex, macro, &body, &token);
        lex->body = body.t; // it may have grown
        if (!ok) return false;
    }
    if (body.hash) return LEX_DIAG(lex, lex_bad_stringify, token.pos);
    if (body.pasting) return LEX_DIAG(lex, lex_paste_at_end, token.pos);
    if (body.va_opt) return LEX_DIAG(lex, lex_bad_va_opt, token.pos);
    macro->nbody = body.t.n;
    if (macro->nbody)
        macro->body = arena_copy(&lex->ctx->perm, body.t.at, body.t.n * sizeof(Token), 8);
    if (macro->nbody) macro->body[0].flags &= (uint16_t)~TF_SPACE;
    if (macro->funlike) return true;
    uint64_t value;
    bool is_unsigned;
    macro->number = macro->nbody == 1 && macro->body->kind == T_NUMBER &&
                    lex_plain_number(lex_info(lex, macro->body->text), &value, &is_unsigned);
    macro->pragma =
        macro->nbody > 1 && macro->body[0].kind == T_HASH && macro->body[1].text == lex->a_pragma;
    return true;
}

// [cpp.replace]/2: the same up to the amount of white space.
static bool same_macro(const Macro *known, const Macro *again) {
    if (known->kind != again->kind || known->funlike != again->funlike ||
        known->variadic != again->variadic || known->nparams != again->nparams ||
        known->nbody != again->nbody) {
        return false;
    }
    if (known->nparams && memcmp(known->params, again->params, known->nparams * sizeof(Atom)) != 0)
        return false;
    for (uint32_t i = 0; i < known->nbody; i++) {
        const Token *x = &known->body[i], *y = &again->body[i];
        if (x->kind != y->kind || x->text != y->text || x->flags != y->flags) return false;
    }
    return true;
}

// Reads what follows a macro's name: parameters and body. False after a diagnostic.
static bool read_definition(Lex *lex, Macro *macro) {
    Token token;
    if (*lex->in.p == '(') {
        macro->funlike = true;
        lex_scan(lex, &token);
        Atoms params = {0};
        bool ok = read_params(lex, macro, &params);
        if (ok) {
            lex_scan(lex, &token);
            ok = read_body(lex, macro, token);
        }
        forget_params(lex, &params);
        return ok;
    }
    lex_scan(lex, &token);
    if (token.kind != T_NEWLINE && !(token.flags & TF_SPACE)) { // [cpp.replace.general]/5
        LEX_DIAG(lex, lex_no_space_after_name, token.pos);
    }
    return read_body(lex, macro, token);
}

// A definition with an error in it is dropped; a redefinition that differs is said and holds.
void lex_define(Lex *lex) {
    Token token;
    Atom name = macro_name(lex, &token);
    if (!name) return;
    Macro *macro = lex_macro_new(lex, name);
    macro->pos = token.pos;
    macro->system = lex->in.system;
    if (!read_definition(lex, macro)) return;
    Macro *old = lex_info(lex, name)->macro;
    if (old && old->kind != MK_USER) {
        LEX_DIAG(lex, lex_redefine_builtin, macro->pos, name);
    } else if (old && !same_macro(old, macro) && !macro->system) {
        LEX_DIAG(lex, lex_macro_redefined, macro->pos, name);
        if (old->pos) LEX_DIAG(lex, lex_previous_definition, old->pos);
    }
    lex_macro_set(lex, name, macro);
}

// A builtin can be undefined; that is said, for hardly anybody means it.
void lex_undef(Lex *lex) {
    Token t;
    Atom name = macro_name(lex, &t);
    if (!name) return;
    Macro *old = lex_info(lex, name)->macro;
    if (!old) return;
    if (old->kind != MK_USER) LEX_DIAG(lex, lex_undef_builtin, t.pos, name);
    lex_macro_set(lex, name, NULL);
}
