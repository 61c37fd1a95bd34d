// SPDX-License-Identifier: Apache-2.0
// Macro expansion ([cpp.replace]): a stack of token lists being rescanned, as in gcc's libcpp. A
// macro is disabled while its list is on the stack; its name met then is painted (TF_NOEXPAND) and
// stays so. Nothing is scanned from characters again except the results of `##`.
//
// A macro without parameters and `##` is rescanned straight out of its definition. Otherwise the
// list is built in Lex.tmp, which is reset when the stack is empty. Positions: each expansion takes
// a range of the position space, one position per token, registered when its list is complete.
#include "lex/lex_int.h"

typedef VEC(Token) Tokens;

static inline void tokens_new(Lex *L, Tokens *t, uint32_t cap) {
    t->at = arena_alloc(&L->tmp, cap * sizeof(Token), _Alignof(Token));
    t->cap = cap;
}

void lex_push_tokens(Lex *L, const Token *t, uint32_t n, Macro *m, Pos base, uint16_t flags) {
    Context c = {.cur = t, .end = t + n, .start = t, .macro = m, .base = base};
    c.first_flags = flags & (TF_BOL | TF_SPACE);
    vec_push(&L->ctx->perm, &L->stack, c);
    if (m) m->disabled = true;
}

static void pop_context(Lex *L) {
    Context *c = &L->stack.at[--L->stack.n];
    if (c->macro) c->macro->disabled = false;
}

void lex_pop_contexts(Lex *L, uint32_t n) {
    while (L->stack.n > n) pop_context(L);
}

bool lex_context_end(Lex *L, Token *t) {
    if (L->stack.at[L->stack.n - 1].boundary) {
        *t = (Token){.kind = T_EOF};
        return true;
    }
    pop_context(L);
    return false;
}

uint32_t lex_context_plain(Lex *L, Token *out) {
    Context *c = &L->stack.at[L->stack.n - 1];
    const Token *from = c->cur, *t = from;
    Token *o = out;
    for (; t < c->end; t++, o++) {
        if (lex_info(L, t->text)->macro) break;
        *o = *t;
        if (!c->base) continue;
        o->pos = c->base + (Pos)(t - c->start);
        o->flags |= TF_MACRO;
    }
    c->cur = t;
    if (t == from) return 0;
    if (from == c->start && !c->boundary) {
        out->flags = (uint16_t)((out->flags & ~(TF_BOL | TF_SPACE)) | c->first_flags);
    }
    out->flags |= L->carry;
    L->carry = 0;
    return (uint32_t)(t - from);
}

void lex_listed_token(Lex *L, Token *t) {
    while (L->stack.n) {
        if (!lex_context_token(L, t)) continue;
        if (lex_is_word(t->kind)) {
            Macro *m = lex_info(L, t->text)->macro;
            if (m && m->disabled) t->flags |= TF_NOEXPAND;
        }
        return;
    }
    lex_file_token(L, t);
}

// ---- arguments ---------------------------------------------------------------------------------

// Is the next token `(`? Consumes it if so. Finished lists are popped on the way, which ends the
// disabling of their macros: the case the standard leaves open ([cpp.rescan]/2 example).
static bool take_lparen(Lex *L) {
    Token t;
    while (L->stack.n) {
        Context *c = &L->stack.at[L->stack.n - 1];
        if (c->cur < c->end) {
            if (c->cur->kind == T_ARG) L->memo_ok = false; // it may begin with one
            if (c->cur->kind != T_LPAREN) return false;
            c->cur++;
            return true;
        }
        if (c->boundary) {
            // an expansion that depends on what follows it is not remembered; the boundary of an
            // argument inside it is its own
            if (L->stack.n == L->memo_bottom) L->memo_ok = false;
            return false;
        }
        pop_context(L);
    }
    const char *p = L->in.p;
    if (*p != '(') p = lex_skip_blank(L, p, !L->in_directive);
    if (*p != '(') return false;
    L->in.p = p;
    lex_scan(L, &t);
    return true;
}

// Something is wrong: is it to be said? Not while an expansion is recorded; that is given up, and
// the expansion in full says it.
static bool says(Lex *L) {
    if (L->memo) L->memo_ok = false;
    return !L->memo;
}

static MacroArg *bad_count(Lex *L, Macro *m, const Token *name, uint32_t n) {
    if (!says(L)) return NULL;
    if (n > m->nparams) {
        LEX_DIAG(L, lex_too_many_args, name->pos, m->name, (int)m->nparams, (int)n);
    } else {
        LEX_DIAG(L, lex_too_few_args, name->pos, m->name, (int)m->nparams, (int)n);
    }
    return NULL;
}

typedef struct {
    const Macro *m;
    const Token *toks; // the arguments with what separates them, up to the closing parenthesis
    MacroArg *arg;     // n is the index behind the argument until all are known
    uint32_t n;        // arguments seen
    uint32_t depth;    // 1 between the call's own parentheses
    uint32_t end;      // index of the closing one
    bool macros;       // a word of the argument being read names one
} Gather;

static void end_arg(Gather *g, uint32_t i) {
    if (g->n < g->m->nparams) {
        g->arg[g->n].n = i;
        g->arg[g->n].macros = g->macros;
    }
    g->macros = false;
    g->n++;
}

// What the token number i means to the list; false at the closing parenthesis. (Parentheses come as
// they like: only what ends an argument is a branch.)
static inline bool gather_token(Gather *g, uint16_t kind, uint32_t i) {
    g->depth += (uint32_t)(kind == T_LPAREN) - (uint32_t)(kind == T_RPAREN);
    bool ends = (g->depth == 0) | ((kind == T_COMMA) & (g->depth == 1));
    if (!ends || (kind == T_COMMA && g->m->variadic && g->n + 1 == g->m->nparams)) return true;
    end_arg(g, i);
    g->end = i;
    return kind == T_COMMA;
}

// Arguments that stand in the top list, whose tokens are ready, are used where they lie. False,
// and nothing done, when they do not or a token of them would have to be changed.
static bool args_in_list(Lex *L, Gather *g) {
    Context *c = L->stack.n ? &L->stack.at[L->stack.n - 1] : NULL;
    if (!c || c->base) return false;
    const Token *t = c->cur;
    for (uint32_t i = 0; t < c->end && !(t->flags & TF_BOL); i++, t++) {
        const Macro *m = lex_info(L, t->text)->macro; // NULL for what is no word
        if (CU_UNLIKELY(m != NULL)) {
            if (m->disabled) break;
            g->macros = true;
        }
        if (gather_token(g, t->kind, i)) continue;
        g->toks = c->cur;
        c->cur = t + 1;
        return true;
    }
    g->n = 0;
    g->depth = 1;
    g->macros = false;
    return false;
}

// Reads tokens up to the closing parenthesis; false when there is none.
static bool gather_args(Lex *L, Gather *g) {
    Tokens toks;
    tokens_new(L, &toks, 16);
    for (toks.n = 0;; toks.n++) {
        vec_reserve(&L->tmp, &toks, toks.n + 1);
        Token *t = &toks.at[toks.n];
        lex_raw_token(L, t);
        if (t->kind == T_EOF || t->kind == T_NEWLINE) return false;
        if (t->flags & TF_BOL) t->flags = (uint16_t)((t->flags & ~TF_BOL) | TF_SPACE);
        g->macros |= lex_info(L, t->text)->macro != NULL;
        if (gather_token(g, t->kind, toks.n)) continue;
        g->toks = toks.at;
        return true;
    }
}

MacroArg *lex_collect_args(Lex *L, Macro *m, const Token *name, bool *called) {
    *called = take_lparen(L);
    if (!*called) return NULL;
    bool in_args = L->in_args;
    uint32_t depth = L->args_depth, epoch = L->epoch;
    L->in_args = true;
    L->args_depth = L->includes.n;
    MacroArg *arg = arena_array(&L->tmp, MacroArg, CU_MAX(m->nparams, 1u));
    Gather g = {.m = m, .arg = arg, .depth = 1};
    bool ok = args_in_list(L, &g) || gather_args(L, &g);
    L->in_args = in_args;
    L->args_depth = depth;
    if (!ok) {
        if (says(L)) LEX_DIAG(L, lex_unterminated_args, name->pos, m->name);
        return NULL;
    }
    uint32_t n = g.n, at = 0;
    bool empty = g.end == 0;
    if (m->nparams == 0) return n == 1 && empty ? arg : bad_count(L, m, name, n);
    if (n > m->nparams || (n < m->nparams && !(m->variadic && n + 1 == m->nparams))) {
        return bad_count(L, m, name, empty ? 0 : n);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t cut = arg[i].n;
        arg[i].at = arg[i].ex = g.toks + at;
        arg[i].n = arg[i].nex = cut - at;
        arg[i].expanded = !arg[i].macros && L->epoch == epoch;
        at = cut + 1;
    }
    // GNU `, ## __VA_ARGS__` drops the comma when the variable argument was left out
    if (m->variadic && (n < m->nparams || (n == 1 && arg[0].n == 0 && L->opt->gnu))) {
        arg[m->nparams - 1].omitted = true;
    }
    return arg;
}

void lex_expand_arg(Lex *L, MacroArg *a, const Token *name) {
    a->expanded = true;
    a->ex = a->at;
    a->nex = a->n;
    uint32_t first = 0; // nothing before it names a macro
    while (first < a->n && !lex_info(L, a->at[first].text)->macro) first++;
    if (first == a->n) return;
    if (L->call_depth >= MAX_CALL_DEPTH) {
        if (says(L)) LEX_DIAG(L, lex_macro_depth, name->pos, MAX_CALL_DEPTH);
        return;
    }
    if (a->n > MAX_HELD - L->held) { // each level keeps its argument
        if (says(L)) LEX_DIAG(L, lex_macro_held, name->pos, MAX_HELD);
        return;
    }
    L->call_depth++;
    L->held += a->n;
    uint16_t carry = L->carry;
    L->carry = 0;
    Context c = {.cur = a->at + first, .end = a->at + a->n, .start = a->at, .boundary = true};
    vec_push(&L->ctx->perm, &L->stack, c);
    Tokens out = {0};
    vec_reserve(&L->tmp, &out, a->n + 8);
    memcpy(out.at, a->at, first * sizeof(Token));
    out.n = first;
    for (;;) {
        vec_reserve(&L->tmp, &out, out.n + lex_context_left(L) + 1);
        if (!L->memo) out.n += lex_context_plain(L, &out.at[out.n]);
        lex_token(L, &out.at[out.n]);
        if (out.at[out.n].kind == T_EOF) break;
        out.n++;
    }
    a->carry = out.at[out.n].flags; // of the end
    L->stack.n--;
    L->carry = carry;
    L->call_depth--;
    L->held -= a->n;
    a->ex = out.at;
    a->nex = out.n;
}

void lex_expand_list(Lex *L, const Token **t, uint32_t *n) {
    MacroArg a = {.at = *t, .n = *n};
    if (*n) lex_expand_arg(L, &a, *t);
    *t = a.expanded ? a.ex : *t;
    *n = a.expanded ? a.nex : *n;
}

// ---- # and ## ----------------------------------------------------------------------------------

void lex_spell(Ctx *ctx, const Token *t, uint32_t n, Buf *out) {
    for (uint32_t i = 0; i < n; i++) {
        if (i && t[i].flags & (TF_SPACE | TF_BOL)) buf_putc(out, ' ');
        buf_atom(ctx, out, t[i].text);
    }
}

Token lex_stringify(Lex *L, const Token *t, uint32_t n, const Token *like) {
    Ctx *ctx = L->ctx;
    ArenaMark mark = arena_mark(&ctx->scratch);
    Buf b;
    buf_init(&b, &ctx->scratch);
    buf_putc(&b, '"');
    bool space = false;
    for (uint32_t i = 0; i < n; i++) {
        space |= (t[i].flags & (TF_SPACE | TF_BOL)) != 0;
        if (t[i].kind == T_PLACEMARKER) continue;
        if (t[i].kind == T_ARG) L->memo_ok = false;
        if (space && b.n > 1) buf_putc(&b, ' ');
        space = false;
        const AtomInfo *s = lex_info(L, t[i].text);
        bool quoted = t[i].kind == T_STRING || t[i].kind == T_CHAR;
        for (uint32_t k = 0; k < s->len; k++) {
            if (quoted && (s->s[k] == '"' || s->s[k] == '\\')) buf_putc(&b, '\\');
            if (s->s[k] == '\n') {
                buf_puts(&b, "\\n");
            } else {
                buf_putc(&b, s->s[k]);
            }
        }
    }
    // an odd number of backslashes at the end would escape the quote
    size_t back = 0;
    while (back < b.n - 1 && b.at[b.n - 1 - back] == '\\') back++;
    if (back & 1) {
        if (says(L)) LEX_DIAG(L, lex_stringify_backslash, like->pos);
        b.n--;
    }
    buf_putc(&b, '"');
    Token r = {.kind = T_STRING, .flags = like->flags & (TF_SPACE | TF_BOL), .pos = like->pos};
    r.text = atom_intern(ctx, b.at, b.n);
    arena_reset(&ctx->scratch, mark);
    return r;
}

// lhs ## rhs into *lhs; false after a diagnostic when that is no token.
static bool paste(Lex *L, Token *lhs, const Token *rhs, const Token *name) {
    const AtomInfo *a = lex_info(L, lhs->text), *b = lex_info(L, rhs->text);
    uint32_t n = a->len + b->len;
    ArenaMark mark = arena_mark(&L->ctx->scratch);
    char *s = arena_alloc(&L->ctx->scratch, (size_t)n + PAD, 1);
    memcpy(s, a->s, a->len);
    memcpy(s + a->len, b->s, b->len);
    memset(s + n, 0, PAD);
    Token r = {.pos = lhs->pos};
    bool ok = true;
    if (lex_is_word(lhs->kind) && !(lhs->flags & TF_UCN) && a->len && a->s[0] > 0 &&
        (lex_is_word(rhs->kind) || rhs->kind == T_NUMBER) && lex_word_end(s) == s + n) {
        r.text = atom_intern_padded(L->ctx, s, n, atom_hash_padded(s, n));
        r.kind = lex_word_kind(lex_info(L, r.text));
    } else if (s[0] == '/' && (s[1] == '/' || s[1] == '*')) {
        ok = false;
    } else {
        ok = n && lex_scan_spelling(L, s, n, &r) == n && r.kind != T_EOF;
    }
    arena_reset(&L->ctx->scratch, mark);
    if (!ok) return says(L) && LEX_DIAG(L, lex_bad_paste, name->pos, a->s, b->s);
    r.flags = (uint16_t)((r.flags & ~(TF_BOL | TF_SPACE)) | (lhs->flags & (TF_BOL | TF_SPACE)));
    r.pos = lhs->pos;
    *lhs = r;
    return true;
}

// ---- substitution ------------------------------------------------------------------------------

typedef struct {
    Lex *L;
    Macro *m;
    MacroArg *arg;
    const Token *name;
    Tokens out;
    bool paste; // `##` before the next token
    bool holes; // placemarkers are in the list
} Subst;

static bool joinable(const Token *t) {
    return t->kind == T_ARG || t->kind == T_NUMBER ||
           (lex_is_word(t->kind) && !(t->flags & TF_UCN));
}

// `##` between the list's last token and t where one depends on an argument that is not known yet:
// both stay, to be joined by who uses the recorded expansion. False if that is not so.
static bool join_later(Subst *s, Token *t) {
    Token *lhs = &s->out.at[s->out.n - 1];
    bool begins = t->kind == T_ARG || t->flags & TF_JOINED;
    bool ends = lhs->kind == T_ARG || (s->out.n > 1 && lhs[-1].flags & TF_JOINED);
    if (CU_LIKELY(!begins && !ends)) return false;
    if (!joinable(lhs) || !joinable(t)) s->L->memo_ok = false;
    enum { MANY = 16 };
    for (const Token *p = lhs; p > s->out.at && p[-1].flags & TF_JOINED; p--) {
        // is t joined to the right-hand side, or to all? nobody could tell
        if (p->flags & TF_JOINED_RHS || lhs - p > MANY) {
            s->L->memo_ok = false;
            break;
        }
    }
    lhs->flags |= TF_JOINED | TF_NOEXPAND; // a part of a word names no macro
    t->flags |= TF_NOEXPAND | (t->flags & TF_JOINED ? TF_JOINED_RHS : 0);
    return true;
}

enum { SPECIAL = TF_PARAM | TF_STRINGIFY | TF_PASTE_LHS | TF_PASTE_RHS | TF_VAOPT };

static void add(Subst *s, Token t, uint16_t space) {
    t.flags =
        (uint16_t)((t.flags & ~(TF_PASTE_LHS | TF_PASTE_RHS | TF_PARAM | TF_STRINGIFY)) | space);
    if (s->paste && s->out.n) {
        s->paste = false;
        Token *lhs = &s->out.at[s->out.n - 1];
        if (t.kind == T_PLACEMARKER) return;
        if (lhs->kind == T_PLACEMARKER) {
            t.flags = (uint16_t)((t.flags & ~TF_SPACE) | (lhs->flags & TF_SPACE));
            *lhs = t;
            return;
        }
        if (!join_later(s, &t) && paste(s->L, lhs, &t, s->name)) return;
    }
    s->paste = false;
    s->holes |= t.kind == T_PLACEMARKER;
    vec_push(&s->L->tmp, &s->out, t);
}

static void add_list(Subst *s, const Token *t, uint32_t n, const Token *param) {
    uint16_t space = param->flags & TF_SPACE;
    if (n == 0) {
        add(s, (Token){.kind = T_PLACEMARKER, .pos = param->pos}, space);
        return;
    }
    vec_reserve(&s->L->tmp, &s->out, s->out.n + n);
    Token first = t[0];
    first.flags &= (uint16_t) ~(TF_SPACE | TF_BOL);
    if (s->paste) {
        add(s, first, space);
    } else {
        first.flags |= space;
        s->out.at[s->out.n++] = first;
    }
    Token *out = &s->out.at[s->out.n];
    for (uint32_t i = 1; i < n; i++) *out++ = t[i];
    s->out.n += n - 1;
}

// May what stands at an end of the list, not all of it, be nothing? Then `##` takes its neighbour.
static bool has_open_end(const Token *t, uint32_t n) {
    uint32_t joined = 0;
    while (joined + 1 < n && t[joined].flags & TF_JOINED) joined++;
    if (joined + 1 >= n) return false;
    return t[0].kind == T_ARG || joined || t[n - 1].kind == T_ARG || t[n - 2].flags & TF_JOINED;
}

static void add_param(Subst *s, const Token *p) {
    MacroArg *a = &s->arg[p->match];
    if (p->flags & TF_STRINGIFY) {
        add(s, lex_stringify(s->L, a->at, a->n, p), 0);
    } else if (p->flags & (TF_PASTE_LHS | TF_PASTE_RHS)) {
        if (has_open_end(a->at, a->n)) s->L->memo_ok = false;
        add_list(s, a->at, a->n, p);
    } else {
        if (!a->expanded) lex_expand_arg(s->L, a, s->name);
        add_list(s, a->ex, a->nex, p);
    }
}

static void subst_range(Subst *s, uint32_t from, uint32_t to);

// __VA_OPT__ ( ... ) at body[i]; its contents end at `match` ([cpp.subst]/3).
static void add_va_opt(Subst *s, uint32_t i) {
    const Token *o = &s->m->body[i];
    MacroArg *va = &s->arg[s->m->nparams - 1];
    if (!va->expanded) lex_expand_arg(s->L, va, s->name);
    bool present = va->nex > 0;
    if (s->L->memo) s->L->memo_ok = false; // that depends on the arguments
    if (o->flags & TF_STRINGIFY) {
        Subst inner = {.L = s->L, .m = s->m, .arg = s->arg, .name = s->name};
        if (present) subst_range(&inner, i + 1, o->match);
        add(s, lex_stringify(s->L, inner.out.at, inner.out.n, o), 0);
        return;
    }
    uint32_t before = s->out.n;
    if (present && o->match > i + 1) {
        subst_range(s, i + 1, o->match);
        if (s->out.n > before) {
            Token *t = &s->out.at[before];
            t->flags = (uint16_t)((t->flags & ~TF_SPACE) | (o->flags & TF_SPACE));
        }
        s->paste = false;
        return;
    }
    add(s, (Token){.kind = T_PLACEMARKER, .pos = o->pos}, o->flags & TF_SPACE);
}

static void subst_range(Subst *s, uint32_t from, uint32_t to) {
    const Macro *m = s->m;
    for (uint32_t i = from; i < to; i++) {
        const Token *t = &m->body[i];
        if (!(t->flags & SPECIAL) && !s->paste) {
            vec_push(&s->L->tmp, &s->out, *t);
            s->holes |= t->kind == T_PLACEMARKER;
            continue;
        }
        if (t->kind == T_COMMA && t->flags & TF_PASTE_LHS && m->variadic && i + 1 < to &&
            t[1].flags & TF_PARAM && t[1].match + 1u == m->nparams) {
            MacroArg *va = &s->arg[m->nparams - 1];
            if (va->omitted) {
                add(s, (Token){.kind = T_PLACEMARKER, .pos = t->pos}, t->flags & TF_SPACE);
            } else {
                add(s, *t, 0);
                add_list(s, va->at, va->n, &t[1]);
            }
            i++;
            t++;
        } else if (t->flags & TF_VAOPT) {
            add_va_opt(s, i);
            i = t->match;
            t = &m->body[i];
        } else if (t->flags & TF_PARAM) {
            add_param(s, t);
        } else {
            add(s, *t, 0);
        }
        s->paste = (t->flags & TF_PASTE_LHS) != 0;
    }
}

// Removes placemarkers; their spacing goes to the next token.
static uint32_t compact(Token *t, uint32_t n) {
    uint32_t k = 0;
    uint16_t space = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (t[i].kind == T_PLACEMARKER) {
            space |= t[i].flags & TF_SPACE;
            continue;
        }
        t[k] = t[i];
        t[k++].flags |= space;
        space = 0;
    }
    return k;
}

// The same for a body without # and ##: parameters are replaced, an empty argument leaves its
// spacing to the next token.
static void subst_plain(Subst *s) {
    Arena *tmp = &s->L->tmp;
    uint16_t space = 0;
    for (uint32_t i = 0; i < s->m->nbody; i++) {
        const Token *t = &s->m->body[i];
        if (!(t->flags & TF_PARAM)) {
            vec_reserve(tmp, &s->out, s->out.n + 1);
            Token *o = &s->out.at[s->out.n++];
            *o = *t;
            o->flags |= space;
            space = 0;
            continue;
        }
        MacroArg *a = &s->arg[t->match];
        if (!a->expanded) lex_expand_arg(s->L, a, s->name);
        if (a->nex == 0) {
            space |= t->flags & TF_SPACE;
            continue;
        }
        vec_reserve(tmp, &s->out, s->out.n + a->nex);
        Token *o = &s->out.at[s->out.n];
        for (uint32_t k = 0; k < a->nex; k++) o[k] = a->ex[k];
        o->flags = (uint16_t)((o->flags & ~(TF_SPACE | TF_BOL)) | (t->flags & TF_SPACE) | space);
        space = 0;
        s->out.n += a->nex;
    }
}

Token *lex_substitute(Lex *L, Macro *m, MacroArg *arg, const Token *name, uint32_t *n) {
    Subst s = {.L = L, .m = m, .arg = arg, .name = name};
    tokens_new(L, &s.out, m->nbody + 8);
    if (m->pastes) {
        subst_range(&s, 0, m->nbody);
    } else {
        subst_plain(&s);
    }
    *n = s.holes ? compact(s.out.at, s.out.n) : s.out.n;
    return s.out.at;
}

// ---- calls -------------------------------------------------------------------------------------

void lex_count_expansion(Lex *L, const Token *t, uint32_t n) {
    L->expansions += 2 + n / 8;
    if (CU_UNLIKELY(L->expansions > L->max_tokens)) {
        LEX_DIAG(L, lex_expansion_limit, t->pos);
        cu_fatal(L->ctx, "macro expansion exceeds its limit");
    }
}

static bool push_built(Lex *L, Macro *m, MacroArg *arg, Token *t) {
    uint32_t n;
    Token *list = lex_substitute(L, m, arg, t, &n);
    lex_count_expansion(L, t, n);
    if (n == 0) {
        L->carry |= t->flags & (TF_BOL | TF_SPACE);
        return true;
    }
    Pos *spelled = arena_alloc(&L->ctx->perm, n * sizeof *spelled, _Alignof(Pos));
    Pos base = source_add_macro(L->ctx, m->name, t->pos, n, spelled, sizeof *spelled);
    for (uint32_t i = 0; i < n; i++) {
        spelled[i] = list[i].pos;
        list[i].pos = base + i;
        list[i].flags |= TF_MACRO;
    }
    lex_push_tokens(L, list, n, m, 0, t->flags);
    return true;
}

bool lex_expand_call(Lex *L, Macro *m, Token *t, bool output) {
    bool called;
    Token name = *t;
    L->call_depth++; // keeps Lex.tmp
    MacroArg *arg = lex_collect_args(L, m, &name, &called);
    bool done = arg && ((output && lex_put_call(L, m, arg, &name)) || push_built(L, m, arg, &name));
    L->call_depth--;
    return done;
}

bool lex_expand(Lex *L, Macro *m, Token *t) {
    if (CU_UNLIKELY(m->kind != MK_USER)) return L->memo ? false : lex_builtin(L, m, t);
    if (m->disabled) {
        t->flags |= TF_NOEXPAND;
        return false;
    }
    if (m->funlike) return lex_expand_call(L, m, t, false);
    if (CU_UNLIKELY(m->pragma)) {
        bool begins = t->flags & TF_BOL && !L->evaluating && !L->in_args;
        if (begins && !L->memo && !L->call_depth) return !lex_pragma_macro(L, m, t);
        L->memo_ok = false; // it depends on where the use stands
    }
    if (L->evaluating && m->number) { // __cplusplus
        t->kind = T_NUMBER;
        t->text = m->body->text;
        return false;
    }
    const Memo *memo = L->stack.n ? lex_memo(L, m, t) : NULL;
    if (memo) {
        lex_count_expansion(L, t, memo->n);
        L->carry |= memo->n ? 0 : t->flags & (TF_BOL | TF_SPACE);
        if (!memo->n) return true;
        Pos base = source_add_macro(L->ctx, m->name, t->pos, memo->n, memo->spelled, sizeof(Pos));
        lex_push_tokens(L, memo->tok, memo->n, NULL, base, t->flags | memo->tok->flags);
        return true;
    }
    if (m->pastes) return push_built(L, m, NULL, t);
    lex_count_expansion(L, t, m->nbody);
    if (m->nbody == 0) {
        L->carry |= t->flags & (TF_BOL | TF_SPACE);
        return true;
    }
    Pos base = source_add_macro(L->ctx, m->name, t->pos, m->nbody, &m->body[0].pos, sizeof(Token));
    lex_push_tokens(L, m->body, m->nbody, m, base, t->flags);
    return true;
}
