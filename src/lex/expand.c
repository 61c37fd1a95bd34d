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

static inline void tokens_new(Lex *lex, Tokens *t, uint32_t cap) {
    t->at = arena_alloc(&lex->tmp, cap * sizeof(Token), _Alignof(Token));
    t->cap = cap;
}

// The first token of the list takes the spacing of the token that it stands for.
void lex_push_tokens(Lex *lex, const Token *t, uint32_t n, Macro *m, Pos base, uint16_t flags) {
    Context c = {.cur = t, .end = t + n, .start = t, .macro = m, .base = base};
    c.first_flags = flags & (TF_BOL | TF_SPACE);
    vec_push(&lex->ctx->perm, &lex->stack, c);
    if (m) m->disabled = true;
}

static void pop_context(Lex *lex) {
    Context *c = &lex->stack.at[--lex->stack.n];
    if (c->macro) c->macro->disabled = false;
}

void lex_pop_contexts(Lex *lex, uint32_t n) {
    while (lex->stack.n > n) pop_context(lex);
}

// Past a boundary lie the tokens around a macro's argument, which is expanded without them.
bool lex_context_end(Lex *lex, Token *t) {
    if (lex->stack.at[lex->stack.n - 1].boundary) {
        *t = (Token){.kind = T_EOF};
        return true;
    }
    pop_context(lex);
    return false;
}

// Positions and spacing become those of the expansion, as lex_context_token would make them.
uint32_t lex_context_plain(Lex *lex, Token *out) {
    Context *context = &lex->stack.at[lex->stack.n - 1];
    const Token *from = context->cur, *token = from;
    Token *tok = out;
    for (; token < context->end; token++, tok++) {
        if (lex_info(lex, token->text)->macro) break;
        *tok = *token;
        if (!context->base) continue;
        tok->pos = context->base + (Pos)(token - context->start);
        tok->flags |= TF_MACRO;
    }
    context->cur = token;
    if (token == from) return 0;
    if (from == context->start && !context->boundary) {
        out->flags = (uint16_t)((out->flags & ~(TF_BOL | TF_SPACE)) | context->first_flags);
    }
    out->flags |= lex->carry;
    lex->carry = 0;
    return (uint32_t)(token - from);
}

// A name whose macro is disabled is painted even where nothing expands: it may become an argument
// ([cpp.rescan]).
void lex_listed_token(Lex *lex, Token *next) {
    while (lex->stack.n) {
        if (!lex_context_token(lex, next)) continue;
        if (lex_is_word(next->kind)) {
            Macro *m = lex_info(lex, next->text)->macro;
            if (m && m->disabled) next->flags |= TF_NOEXPAND;
        }
        return;
    }
    lex_file_token(lex, next);
}

// ---- arguments ---------------------------------------------------------------------------------

// Is the next token `(`? Consumes it if so. Finished lists are popped on the way, which ends the
// disabling of their macros: the case the standard leaves open ([cpp.rescan]/2 example).
static bool take_lparen(Lex *lex) {
    Token token;
    while (lex->stack.n) {
        Context *context = &lex->stack.at[lex->stack.n - 1];
        if (context->cur < context->end) {
            if (context->cur->kind == T_ARG) lex->memo_ok = false; // it may begin with one
            if (context->cur->kind != T_LPAREN) return false;
            context->cur++;
            return true;
        }
        if (context->boundary) {
            // an expansion that depends on what follows it is not remembered; the boundary of an
            // argument inside it is its own
            if (lex->stack.n == lex->memo_bottom) lex->memo_ok = false;
            return false;
        }
        pop_context(lex);
    }
    const char *p = lex->in.p;
    if (*p != '(') p = lex_skip_blank(lex, p, !lex->in_directive);
    if (*p != '(') return false;
    lex->in.p = p;
    lex_scan(lex, &token);
    return true;
}

// Something is wrong: is it to be said? Not while an expansion is recorded; that is given up, and
// the expansion in full says it.
static bool says(Lex *lex) {
    if (lex->memo) lex->memo_ok = false;
    return !lex->memo;
}

// Says that the call has n arguments, and not as many as the macro takes. NULL.
static MacroArg *bad_count(Lex *lex, Macro *callee, const Token *name, uint32_t n) {
    if (!says(lex)) return NULL;
    if (n > callee->nparams) {
        LEX_DIAG(lex, lex_too_many_args, name->pos, callee->name, (int)callee->nparams, (int)n);
    } else {
        LEX_DIAG(lex, lex_too_few_args, name->pos, callee->name, (int)callee->nparams, (int)n);
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

// The argument that was being read ends before token i. More of them than parameters are counted
// and not stored: the diagnostic says how many there are.
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
static bool args_in_list(Lex *lex, Gather *args) {
    Context *context = lex->stack.n ? &lex->stack.at[lex->stack.n - 1] : NULL;
    if (!context || context->base) return false;
    const Token *token = context->cur;
    for (uint32_t i = 0; token < context->end && !(token->flags & TF_BOL); i++, token++) {
        const Macro *m = lex_info(lex, token->text)->macro; // NULL for what is no word
        if (CU_UNLIKELY(m != NULL)) {
            if (m->disabled) break;
            args->macros = true;
        }
        if (gather_token(args, token->kind, i)) continue;
        args->toks = context->cur;
        context->cur = token + 1;
        return true;
    }
    args->n = 0;
    args->depth = 1;
    args->macros = false;
    return false;
}

// Reads tokens up to the closing parenthesis; false when there is none.
static bool gather_args(Lex *lex, Gather *args) {
    Tokens toks;
    tokens_new(lex, &toks, 16);
    for (toks.n = 0;; toks.n++) {
        vec_reserve(&lex->tmp, &toks, toks.n + 1);
        Token *t = &toks.at[toks.n];
        lex_raw_token(lex, t);
        if (is_any_of(t->kind, T_EOF, T_NEWLINE)) return false;
        if (t->flags & TF_BOL) t->flags = (uint16_t)((t->flags & ~TF_BOL) | TF_SPACE);
        args->macros |= lex_info(lex, t->text)->macro != NULL;
        if (gather_token(args, t->kind, toks.n)) continue;
        args->toks = toks.at;
        return true;
    }
}

// The result has an entry per parameter, in Lex.tmp. An argument in which no word names a macro is
// its own expansion, as long as the macros have not changed meanwhile.
MacroArg *lex_collect_args(Lex *lex, Macro *callee, const Token *name, bool *called) {
    *called = take_lparen(lex);
    if (!*called) return NULL;
    bool in_args = lex->in_args;
    uint32_t depth = lex->args_depth, epoch = lex->epoch;
    lex->in_args = true;
    lex->args_depth = lex->includes.n;
    MacroArg *arg = arena_array(&lex->tmp, MacroArg, CU_MAX(callee->nparams, 1u));
    Gather gather = {.m = callee, .arg = arg, .depth = 1};
    bool ok = args_in_list(lex, &gather) || gather_args(lex, &gather);
    lex->in_args = in_args;
    lex->args_depth = depth;
    if (!ok) {
        if (says(lex)) LEX_DIAG(lex, lex_unterminated_args, name->pos, callee->name);
        return NULL;
    }
    // each n so far is the index of an end, and the arguments lie side by side
    uint32_t n = gather.n, at = 0;
    bool empty = gather.end == 0;
    if (callee->nparams == 0) return n == 1 && empty ? arg : bad_count(lex, callee, name, n);
    if (n > callee->nparams ||
        (n < callee->nparams && !(callee->variadic && n + 1 == callee->nparams))) {
        return bad_count(lex, callee, name, empty ? 0 : n);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t cut = arg[i].n;
        arg[i].at = arg[i].ex = gather.toks + at;
        arg[i].n = arg[i].nex = cut - at;
        arg[i].expanded = !arg[i].macros && lex->epoch == epoch;
        at = cut + 1;
    }
    // GNU `, ## __VA_ARGS__` drops the comma when the variable argument was left out
    if (callee->variadic && (n < callee->nparams || (n == 1 && arg[0].n == 0 && lex->opt->gnu))) {
        arg[callee->nparams - 1].omitted = true;
    }
    return arg;
}

// Expands an argument by itself, as if it were the rest of the text ([cpp.subst]/1): a boundary on
// the stack ends it. The tokens before the first macro's name are copied. The result is left in ex
// and nex; beyond the limits on depth and on tokens held the argument stays as it is, after a
// diagnostic.
void lex_expand_arg(Lex *lex, MacroArg *arg, const Token *name) {
    arg->expanded = true;
    arg->ex = arg->at;
    arg->nex = arg->n;
    uint32_t first = 0; // nothing before it names a macro
    while (first < arg->n && !lex_info(lex, arg->at[first].text)->macro) first++;
    if (first == arg->n) return;
    if (lex->call_depth >= MAX_CALL_DEPTH) {
        if (says(lex)) LEX_DIAG(lex, lex_macro_depth, name->pos, MAX_CALL_DEPTH);
        return;
    }
    if (arg->n > MAX_HELD - lex->held) { // each level keeps its argument
        if (says(lex)) LEX_DIAG(lex, lex_macro_held, name->pos, MAX_HELD);
        return;
    }
    lex->call_depth++;
    lex->held += arg->n;
    uint16_t carry = lex->carry;
    lex->carry = 0;
    Context context = {
        .cur = arg->at + first, .end = arg->at + arg->n, .start = arg->at, .boundary = true};
    vec_push(&lex->ctx->perm, &lex->stack, context);
    Tokens out = {0};
    vec_reserve(&lex->tmp, &out, arg->n + 8);
    memcpy(out.at, arg->at, first * sizeof(Token));
    out.n = first;
    for (;;) {
        vec_reserve(&lex->tmp, &out, out.n + lex_context_left(lex) + 1);
        if (!lex->memo) out.n += lex_context_plain(lex, &out.at[out.n]);
        lex_token(lex, &out.at[out.n]);
        if (out.at[out.n].kind == T_EOF) break;
        out.n++;
    }
    arg->carry = out.at[out.n].flags; // of the end
    lex->stack.n--;
    lex->carry = carry;
    lex->call_depth--;
    lex->held -= arg->n;
    arg->ex = out.at;
    arg->nex = out.n;
}

void lex_expand_list(Lex *lex, const Token **t, uint32_t *n) {
    MacroArg a = {.at = *t, .n = *n};
    if (*n) lex_expand_arg(lex, &a, *t);
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

// [cpp.stringize]: inside string and character literals quotes and backslashes are escaped, white
// space between tokens becomes one blank, and at the ends none. `like` gives position and spacing.
Token lex_stringify(Lex *lex, const Token *operand, uint32_t n, const Token *like) {
    Ctx *ctx = lex->ctx;
    ArenaMark mark = arena_mark(&ctx->scratch);
    Buf out;
    buf_init(&out, &ctx->scratch);
    buf_putc(&out, '"');
    bool space = false;
    for (uint32_t i = 0; i < n; i++) {
        space |= (operand[i].flags & (TF_SPACE | TF_BOL)) != 0;
        if (operand[i].kind == T_PLACEMARKER) continue;
        if (operand[i].kind == T_ARG) lex->memo_ok = false;
        if (space && out.n > 1) buf_putc(&out, ' ');
        space = false;
        const AtomInfo *s = lex_info(lex, operand[i].text);
        bool quoted = is_any_of(operand[i].kind, T_STRING, T_CHAR);
        for (uint32_t k = 0; k < s->len; k++) {
            if (quoted && is_any_of(s->s[k], '"', '\\')) buf_putc(&out, '\\');
            if (s->s[k] == '\n') {
                buf_puts(&out, "\\n");
            } else {
                buf_putc(&out, s->s[k]);
            }
        }
    }
    // an odd number of backslashes at the end would escape the quote
    size_t back = 0;
    while (back < out.n - 1 && out.at[out.n - 1 - back] == '\\') back++;
    if (back & 1) {
        if (says(lex)) LEX_DIAG(lex, lex_stringify_backslash, like->pos);
        out.n--;
    }
    buf_putc(&out, '"');
    Token r = {.kind = T_STRING, .flags = like->flags & (TF_SPACE | TF_BOL), .pos = like->pos};
    r.text = atom_intern(ctx, out.at, out.n);
    arena_reset(&ctx->scratch, mark);
    return r;
}

// lhs ## rhs into *lhs; false after a diagnostic when that is no token.
static bool paste(Lex *lex, Token *lhs, const Token *rhs, const Token *name) {
    const AtomInfo *info = lex_info(lex, lhs->text), *b = lex_info(lex, rhs->text);
    uint32_t n = info->len + b->len;
    ArenaMark mark = arena_mark(&lex->ctx->scratch);
    char *s = arena_alloc(&lex->ctx->scratch, (size_t)n + PAD, 1);
    memcpy(s, info->s, info->len);
    memcpy(s + info->len, b->s, b->len);
    memset(s + n, 0, PAD);
    Token token = {.pos = lhs->pos};
    bool ok = true;
    if (lex_is_word(lhs->kind) && !(lhs->flags & TF_UCN) && info->len && info->s[0] > 0 &&
        (lex_is_word(rhs->kind) || rhs->kind == T_NUMBER) && lex_word_end(s) == s + n) {
        token.text = atom_intern_padded(lex->ctx, s, n, atom_hash_padded(s, n));
        token.kind = lex_word_kind(lex_info(lex, token.text));
    } else if (s[0] == '/' && is_any_of(s[1], '/', '*')) {
        ok = false;
    } else {
        ok = n && lex_scan_spelling(lex, s, n, &token) == n && token.kind != T_EOF;
    }
    arena_reset(&lex->ctx->scratch, mark);
    if (!ok) return says(lex) && LEX_DIAG(lex, lex_bad_paste, name->pos, info->s, b->s);
    token.flags =
        (uint16_t)((token.flags & ~(TF_BOL | TF_SPACE)) | (lhs->flags & (TF_BOL | TF_SPACE)));
    token.pos = lhs->pos;
    *lhs = token;
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
    return is_any_of(t->kind, T_ARG, T_NUMBER) || (lex_is_word(t->kind) && !(t->flags & TF_UCN));
}

// `##` between the list's last token and t where one depends on an argument that is not known yet:
// both stay, to be joined by who uses the recorded expansion. False if that is not so.
static bool join_later(Subst *subst, Token *token) {
    Token *lhs = &subst->out.at[subst->out.n - 1];
    bool begins = token->kind == T_ARG || token->flags & TF_JOINED;
    bool ends = lhs->kind == T_ARG || (subst->out.n > 1 && lhs[-1].flags & TF_JOINED);
    if (CU_LIKELY(!begins && !ends)) return false;
    if (!joinable(lhs) || !joinable(token)) subst->L->memo_ok = false;
    enum { MANY = 16 };
    for (const Token *p = lhs; p > subst->out.at && p[-1].flags & TF_JOINED; p--) {
        // is t joined to the right-hand side, or to all? nobody could tell
        if (p->flags & TF_JOINED_RHS || lhs - p > MANY) {
            subst->L->memo_ok = false;
            break;
        }
    }
    lhs->flags |= TF_JOINED | TF_NOEXPAND; // a part of a word names no macro
    token->flags |= TF_NOEXPAND | (token->flags & TF_JOINED ? TF_JOINED_RHS : 0);
    return true;
}

enum { SPECIAL = TF_PARAM | TF_STRINGIFY | TF_PASTE_LHS | TF_PASTE_RHS | TF_VAOPT };

// Appends a token of the expansion, or joins it to the last one where a ## stands between them. A
// placemarker stands for an empty argument: what is joined with it is the other operand.
static void add(Subst *subst, Token token, uint16_t space) {
    token.flags =
        (uint16_t)((token.flags & ~(TF_PASTE_LHS | TF_PASTE_RHS | TF_PARAM | TF_STRINGIFY)) |
                   space);
    if (subst->paste && subst->out.n) {
        subst->paste = false;
        Token *lhs = &subst->out.at[subst->out.n - 1];
        if (token.kind == T_PLACEMARKER) return;
        if (lhs->kind == T_PLACEMARKER) {
            token.flags = (uint16_t)((token.flags & ~TF_SPACE) | (lhs->flags & TF_SPACE));
            *lhs = token;
            return;
        }
        if (!join_later(subst, &token) && paste(subst->L, lhs, &token, subst->name)) return;
    }
    subst->paste = false;
    subst->holes |= token.kind == T_PLACEMARKER;
    vec_push(&subst->L->tmp, &subst->out, token);
}

// Appends an argument's tokens in the place of `param`, whose spacing the first one takes. An empty
// argument leaves a placemarker.
static void add_list(Subst *subst, const Token *list, uint32_t n, const Token *param) {
    uint16_t space = param->flags & TF_SPACE;
    if (n == 0) {
        add(subst, (Token){.kind = T_PLACEMARKER, .pos = param->pos}, space);
        return;
    }
    vec_reserve(&subst->L->tmp, &subst->out, subst->out.n + n);
    Token first = list[0];
    first.flags &= (uint16_t) ~(TF_SPACE | TF_BOL);
    if (subst->paste) {
        add(subst, first, space);
    } else {
        first.flags |= space;
        subst->out.at[subst->out.n++] = first;
    }
    Token *out = &subst->out.at[subst->out.n];
    for (uint32_t i = 1; i < n; i++) *out++ = list[i];
    subst->out.n += n - 1;
}

// May what stands at an end of the list, not all of it, be nothing? Then `##` takes its neighbour.
static bool has_open_end(const Token *t, uint32_t n) {
    uint32_t joined = 0;
    while (joined + 1 < n && t[joined].flags & TF_JOINED) joined++;
    if (joined + 1 >= n) return false;
    return t[0].kind == T_ARG || joined || t[n - 1].kind == T_ARG || t[n - 2].flags & TF_JOINED;
}

// [cpp.subst]/1: an operand of # or ## is the argument as written, any other use its expansion.
static void add_param(Subst *subst, const Token *token) {
    MacroArg *a = &subst->arg[token->match];
    if (token->flags & TF_STRINGIFY) {
        add(subst, lex_stringify(subst->L, a->at, a->n, token), 0);
    } else if (token->flags & (TF_PASTE_LHS | TF_PASTE_RHS)) {
        if (has_open_end(a->at, a->n)) subst->L->memo_ok = false;
        add_list(subst, a->at, a->n, token);
    } else {
        if (!a->expanded) lex_expand_arg(subst->L, a, subst->name);
        add_list(subst, a->ex, a->nex, token);
    }
}

static void subst_range(Subst *subst, uint32_t from, uint32_t to);

// __VA_OPT__ ( ... ) at body[i]; its contents end at `match` ([cpp.subst]/3).
static void add_va_opt(Subst *subst, uint32_t i) {
    const Token *token = &subst->m->body[i];
    MacroArg *va = &subst->arg[subst->m->nparams - 1];
    if (!va->expanded) lex_expand_arg(subst->L, va, subst->name);
    bool present = va->nex > 0;
    if (subst->L->memo) subst->L->memo_ok = false; // that depends on the arguments
    if (token->flags & TF_STRINGIFY) {
        Subst inner = {.L = subst->L, .m = subst->m, .arg = subst->arg, .name = subst->name};
        if (present) subst_range(&inner, i + 1, token->match);
        add(subst, lex_stringify(subst->L, inner.out.at, inner.out.n, token), 0);
        return;
    }
    uint32_t before = subst->out.n;
    if (present && token->match > i + 1) {
        subst_range(subst, i + 1, token->match);
        if (subst->out.n > before) {
            Token *t = &subst->out.at[before];
            t->flags = (uint16_t)((t->flags & ~TF_SPACE) | (token->flags & TF_SPACE));
        }
        subst->paste = false;
        return;
    }
    add(subst, (Token){.kind = T_PLACEMARKER, .pos = token->pos}, token->flags & TF_SPACE);
}

// Substitutes body[from, to).
static void subst_range(Subst *subst, uint32_t from, uint32_t to) {
    const Macro *macro = subst->m;
    for (uint32_t i = from; i < to; i++) {
        const Token *token = &macro->body[i];
        if (!(token->flags & SPECIAL) && !subst->paste) {
            vec_push(&subst->L->tmp, &subst->out, *token);
            subst->holes |= token->kind == T_PLACEMARKER;
            continue;
        }
        // GNU: in `, ## __VA_ARGS__` the ## joins nothing; the comma goes when the argument is left
        // out
        if (token->kind == T_COMMA && token->flags & TF_PASTE_LHS && macro->variadic &&
            i + 1 < to && token[1].flags & TF_PARAM && token[1].match + 1u == macro->nparams) {
            MacroArg *va = &subst->arg[macro->nparams - 1];
            if (va->omitted) {
                add(subst, (Token){.kind = T_PLACEMARKER, .pos = token->pos},
                    token->flags & TF_SPACE);
            } else {
                add(subst, *token, 0);
                add_list(subst, va->at, va->n, &token[1]);
            }
            i++;
            token++;
        } else if (token->flags & TF_VAOPT) {
            add_va_opt(subst, i);
            i = token->match;
            token = &macro->body[i];
        } else if (token->flags & TF_PARAM) {
            add_param(subst, token);
        } else {
            add(subst, *token, 0);
        }
        subst->paste = (token->flags & TF_PASTE_LHS) != 0;
    }
}

// Removes placemarkers; their spacing goes to the next token.
static uint32_t compact(Token *token, uint32_t n) {
    uint32_t k = 0;
    uint16_t space = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (token[i].kind == T_PLACEMARKER) {
            space |= token[i].flags & TF_SPACE;
            continue;
        }
        token[k] = token[i];
        token[k++].flags |= space;
        space = 0;
    }
    return k;
}

// The same for a body without # and ##: parameters are replaced, an empty argument leaves its
// spacing to the next token.
static void subst_plain(Subst *subst) {
    Arena *tmp = &subst->L->tmp;
    uint16_t space = 0;
    for (uint32_t i = 0; i < subst->m->nbody; i++) {
        const Token *token = &subst->m->body[i];
        if (!(token->flags & TF_PARAM)) {
            vec_reserve(tmp, &subst->out, subst->out.n + 1);
            Token *o = &subst->out.at[subst->out.n++];
            *o = *token;
            o->flags |= space;
            space = 0;
            continue;
        }
        MacroArg *arg = &subst->arg[token->match];
        if (!arg->expanded) lex_expand_arg(subst->L, arg, subst->name);
        if (arg->nex == 0) {
            space |= token->flags & TF_SPACE;
            continue;
        }
        vec_reserve(tmp, &subst->out, subst->out.n + arg->nex);
        Token *o = &subst->out.at[subst->out.n];
        for (uint32_t k = 0; k < arg->nex; k++) o[k] = arg->ex[k];
        o->flags =
            (uint16_t)((o->flags & ~(TF_SPACE | TF_BOL)) | (token->flags & TF_SPACE) | space);
        space = 0;
        subst->out.n += arg->nex;
    }
}

// The body of a macro with the arguments put in, before it is rescanned. The list lies in Lex.tmp
// and holds no placemarkers.
Token *lex_substitute(Lex *lex, Macro *callee, MacroArg *arg, const Token *name, uint32_t *n) {
    Subst s = {.L = lex, .m = callee, .arg = arg, .name = name};
    tokens_new(lex, &s.out, callee->nbody + 8);
    if (callee->pastes) {
        subst_range(&s, 0, callee->nbody);
    } else {
        subst_plain(&s);
    }
    *n = s.holes ? compact(s.out.at, s.out.n) : s.out.n;
    return s.out.at;
}

// ---- calls -------------------------------------------------------------------------------------

// Counts against the limit on tokens. An expansion to nothing counts too, for a chain of macros may
// double at each step and print little.
void lex_count_expansion(Lex *lex, const Token *t, uint32_t n) {
    lex->expansions += 2 + n / 8;
    if (CU_UNLIKELY(lex->expansions > lex->max_tokens)) {
        LEX_DIAG(lex, lex_expansion_limit, t->pos);
        cu_fatal(lex->ctx, "macro expansion exceeds its limit");
    }
}

// Builds the expansion and makes it the top context. Each token of it gets a position of its own,
// which remembers where it is spelled. An empty one leaves its spacing to what follows.
static bool push_built(Lex *lex, Macro *callee, MacroArg *arg, Token *name) {
    uint32_t n;
    Token *list = lex_substitute(lex, callee, arg, name, &n);
    lex_count_expansion(lex, name, n);
    if (n == 0) {
        lex->carry |= name->flags & (TF_BOL | TF_SPACE);
        return true;
    }
    Pos *spelled = arena_alloc(&lex->ctx->perm, n * sizeof *spelled, _Alignof(Pos));
    Pos base = source_add_macro(lex->ctx, callee->name, name->pos, n, spelled, sizeof *spelled);
    for (uint32_t i = 0; i < n; i++) {
        spelled[i] = list[i].pos;
        list[i].pos = base + i;
        list[i].flags |= TF_MACRO;
    }
    lex_push_tokens(lex, list, n, callee, 0, name->flags);
    return true;
}

// False where no call follows, or its arguments are wrong: the name stays as a plain word.
bool lex_expand_call(Lex *lex, Macro *macro, Token *token, bool output) {
    bool called;
    Token name = *token;
    lex->call_depth++; // keeps Lex.tmp
    MacroArg *arg = lex_collect_args(lex, macro, &name, &called);
    bool done = arg && ((output && lex_put_call(lex, macro, arg, &name)) ||
                        push_built(lex, macro, arg, &name));
    lex->call_depth--;
    return done;
}

// The cases that need no list of their own come first: a builtin, a remembered expansion, and a
// body without # and ##, which is read where it is defined.
bool lex_expand(Lex *lex, Macro *macro, Token *token) {
    if (CU_UNLIKELY(macro->kind != MK_USER))
        return lex->memo ? false : lex_builtin(lex, macro, token);
    if (macro->disabled) {
        token->flags |= TF_NOEXPAND;
        return false;
    }
    if (macro->funlike) return lex_expand_call(lex, macro, token, false);
    if (CU_UNLIKELY(macro->pragma)) {
        bool begins = token->flags & TF_BOL && !lex->evaluating && !lex->in_args;
        if (begins && !lex->memo && !lex->call_depth) return !lex_pragma_macro(lex, macro, token);
        lex->memo_ok = false; // it depends on where the use stands
    }
    if (lex->evaluating && macro->number) { // __cplusplus
        token->kind = T_NUMBER;
        token->text = macro->body->text;
        return false;
    }
    const Memo *memo = lex->stack.n ? lex_memo(lex, macro, token) : NULL;
    if (memo) {
        lex_count_expansion(lex, token, memo->n);
        lex->carry |= memo->n ? 0 : token->flags & (TF_BOL | TF_SPACE);
        if (!memo->n) return true;
        Pos base = source_add_macro(lex->ctx, macro->name, token->pos, memo->n, memo->spelled,
                                    sizeof(Pos));
        lex_push_tokens(lex, memo->tok, memo->n, NULL, base, token->flags | memo->tok->flags);
        return true;
    }
    if (macro->pastes) return push_built(lex, macro, NULL, token);
    lex_count_expansion(lex, token, macro->nbody);
    if (macro->nbody == 0) {
        lex->carry |= token->flags & (TF_BOL | TF_SPACE);
        return true;
    }
    Pos base = source_add_macro(lex->ctx, macro->name, token->pos, macro->nbody,
                                &macro->body[0].pos, sizeof(Token));
    lex_push_tokens(lex, macro->body, macro->nbody, macro, base, token->flags);
    return true;
}
