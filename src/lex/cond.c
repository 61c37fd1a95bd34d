// SPDX-License-Identifier: Apache-2.0
// Conditional inclusion ([cpp.cond]): the stack of open #ifs, skipping of groups, and expressions.
// Skipped groups are not tokenised: skip.c goes from line to line. Expressions are evaluated while
// they are read, by precedence climbing, in 64-bit arithmetic.
#include "lex/lex_int.h"

typedef struct {
    uint64_t v;
    bool is_unsigned;
} Value;

typedef struct {
    Lex *L;
    Token t; // look-ahead
    int depth;
    bool failed;
} Expr;

static Value conditional(Expr *e, bool eval);

static void next(Expr *e) {
    lex_token(e->L, &e->t);
}

static Value fail(Expr *e) {
    e->failed = true;
    return (Value){0};
}

static Value bad(Expr *e) {
    if (!e->failed) {
        if (e->t.kind == T_NEWLINE) {
            LEX_DIAG(e->L, lex_if_expected_value, e->t.pos);
        } else {
            LEX_DIAG(e->L, lex_if_bad_token, e->t.pos, atom_str(e->L->ctx, e->t.text));
        }
    }
    return fail(e);
}

static bool is_defined(Lex *L, const Token *t) {
    Macro *m = lex_info(L, t->text)->macro;
    return m && m->kind != MK_POISON;
}

static Value defined_operand(Expr *e) {
    Lex *L = e->L;
    Token t;
    lex_raw_token(L, &t);
    bool paren = t.kind == T_LPAREN;
    if (paren) lex_raw_token(L, &t);
    // alternative tokens are words here, and never macros
    bool word = lex_is_word(t.kind) || (t.flags & TF_ALT && t.text && lex_info(L, t.text)->keyword);
    if (!word) {
        LEX_DIAG(L, lex_defined_operand, t.pos);
        e->t = t;
        return fail(e);
    }
    Value v = {.v = is_defined(L, &t)};
    if (paren) {
        lex_raw_token(L, &t);
        if (t.kind != T_RPAREN) {
            LEX_DIAG(L, lex_defined_operand, t.pos);
            e->t = t;
            return fail(e);
        }
    }
    next(e);
    return v;
}

// The numbers of nearly all conditions: a few decimal digits, an L or U behind them. False for
// others.
static bool plain_number(const AtomInfo *a, Value *v) {
    const char *p = a->s;
    uint64_t n = 0;
    for (unsigned digit; (digit = (unsigned)*p - '0') < 10; p++) n = n * 10 + digit;
    size_t digits = (size_t)(p - a->s);
    if (digits == 0 || digits > 18 || (a->s[0] == '0' && digits > 1)) return false;
    *v = (Value){.v = n, .is_unsigned = (*p | 0x20) == 'u'};
    p += v->is_unsigned;
    p += (*p | 0x20) == 'l';
    return p == a->s + a->len;
}

bool lex_is_plain_number(Lex *L, const Token *t) {
    Value v;
    return t->kind == T_NUMBER && plain_number(lex_info(L, t->text), &v);
}

static Value number(Expr *e) {
    LexNumber n;
    Value plain;
    if (plain_number(lex_info(e->L, e->t.text), &plain)) {
        next(e);
        return plain;
    }
    if (!lex_number(e->L->ctx, &e->t, &n)) return fail(e);
    if (n.is_float || n.imaginary) {
        LEX_DIAG(e->L, lex_if_float, e->t.pos);
        return fail(e);
    }
    if (n.ud_suffix) {
        LEX_DIAG(e->L, lex_if_udl, e->t.pos);
        return fail(e);
    }
    if (n.hi || n.too_large) LEX_DIAG(e->L, lex_if_too_large, e->t.pos);
    Value v = {.v = n.lo, .is_unsigned = n.suffix & LEX_IS_U || n.lo >> 63};
    next(e);
    return v;
}

Atom lex_assert_answer(Lex *L) {
    const char *p = lex_skip_blank(L, L->in.p, false);
    if (*p != '(') return 0;
    const char *e = p;
    while (*e != ')' && *e != '\n' && e < L->in.end) e++;
    if (*e != ')') return 0;
    L->in.p = e + 1;
    return atom_intern(L->ctx, p, (size_t)(e + 1 - p));
}

// #predicate(answer), GNU
static Value assertion(Expr *e) {
    Lex *L = e->L;
    Token t;
    lex_raw_token(L, &t);
    if (!lex_is_word(t.kind)) return bad(e);
    Atom answer = lex_assert_answer(L);
    Value v = {.v = map_get(&L->assertions, (uint64_t)t.text << 32 | answer) != NULL};
    next(e);
    return v;
}

static Value primary(Expr *e, bool eval) {
    Lex *L = e->L;
    LexChar c;
    Value v = {0};
    if (lex_is_word(e->t.kind)) {
        if (e->t.text == L->a_defined) return defined_operand(e);
        v.v = e->t.kind == T_KW_TRUE;
        next(e);
        return v;
    }
    switch (e->t.kind) {
    case T_NUMBER: return number(e);
    case T_CHAR:
        if (!lex_char(L->ctx, &e->t, &c)) return fail(e);
        v.v = (uint64_t)c.value;
        v.is_unsigned = c.enc == LEX_ENC_UTF16 || c.enc == LEX_ENC_UTF32 || c.enc == LEX_ENC_UTF8;
        next(e);
        return v;
    case T_LPAREN:
        next(e);
        v = conditional(e, eval);
        if (e->failed) return v;
        if (e->t.kind != T_RPAREN) {
            LEX_DIAG(L, lex_if_paren, e->t.pos);
            return fail(e);
        }
        next(e);
        return v;
    case T_HASH: return assertion(e);
    default: return bad(e);
    }
}

static Value unary(Expr *e, bool eval) {
    if (e->failed) return (Value){0};
    if (e->depth >= MAX_IF_DEPTH) {
        LEX_DIAG(e->L, lex_if_depth, e->t.pos, MAX_IF_DEPTH);
        return fail(e);
    }
    e->depth++;
    uint16_t op = e->t.kind;
    Value v;
    switch (op) {
    case T_PLUS:
    case T_MINUS:
    case T_TILDE:
    case T_NOT:
        next(e);
        v = unary(e, eval);
        if (op == T_MINUS) v.v = -v.v;
        if (op == T_TILDE) v.v = ~v.v;
        if (op == T_NOT) v = (Value){.v = !v.v};
        break;
    default: v = primary(e, eval);
    }
    e->depth--;
    return v;
}

static int precedence(uint16_t kind) {
    switch (kind) {
    case T_STAR:
    case T_SLASH:
    case T_PERCENT: return 11;
    case T_PLUS:
    case T_MINUS: return 10;
    case T_LTLT:
    case T_GTGT: return 9;
    case T_SPACESHIP: return 8;
    case T_LT:
    case T_GT:
    case T_LTEQ:
    case T_GTEQ: return 7;
    case T_EQEQ:
    case T_NOTEQ: return 6;
    case T_AMP: return 5;
    case T_CARET: return 4;
    case T_PIPE: return 3;
    case T_AMPAMP: return 2;
    case T_PIPEPIPE: return 1;
    default: return 0;
    }
}

static Value divide(Expr *e, uint16_t op, Value a, Value b, bool uns, bool eval, Pos pos) {
    Value r = {.is_unsigned = uns};
    if (b.v == 0) {
        if (eval) {
            LEX_DIAG(e->L, lex_if_division, pos);
            e->failed = true;
        }
        return r;
    }
    if (uns) {
        r.v = op == T_SLASH ? a.v / b.v : a.v % b.v;
    } else if (b.v == UINT64_MAX) { // by -1, without the overflow
        r.v = op == T_SLASH ? -a.v : 0;
    } else {
        int64_t x = (int64_t)a.v, y = (int64_t)b.v;
        r.v = (uint64_t)(op == T_SLASH ? x / y : x % y);
    }
    return r;
}

static uint64_t shift(Value a, Value b, bool left) {
    uint64_t n = b.v;
    if (!b.is_unsigned && b.v >> 63) { // gcc: a negative count shifts the other way
        n = -b.v;
        left = !left;
    }
    bool neg = !a.is_unsigned && a.v >> 63;
    if (left) return n >= 64 ? 0 : a.v << n;
    if (n >= 64) return neg ? UINT64_MAX : 0;
    return neg ? ~(~a.v >> n) : a.v >> n;
}

static Value apply(Expr *e, uint16_t op, Value a, Value b, bool eval, Pos pos) {
    bool uns = a.is_unsigned || b.is_unsigned;
    bool less = uns ? a.v < b.v : (int64_t)a.v < (int64_t)b.v;
    switch (op) {
    case T_STAR: return (Value){a.v * b.v, uns};
    case T_SLASH:
    case T_PERCENT: return divide(e, op, a, b, uns, eval, pos);
    case T_PLUS: return (Value){a.v + b.v, uns};
    case T_MINUS: return (Value){a.v - b.v, uns};
    case T_LTLT:
    case T_GTGT: return (Value){shift(a, b, op == T_LTLT), a.is_unsigned};
    case T_LT: return (Value){less, false};
    case T_GTEQ: return (Value){!less, false};
    case T_GT: return (Value){!less && a.v != b.v, false};
    case T_LTEQ: return (Value){less || a.v == b.v, false};
    case T_EQEQ: return (Value){a.v == b.v, false};
    case T_NOTEQ: return (Value){a.v != b.v, false};
    case T_SPACESHIP: return (Value){less ? UINT64_MAX : a.v != b.v, false};
    case T_AMP: return (Value){a.v & b.v, uns};
    case T_CARET: return (Value){a.v ^ b.v, uns};
    case T_PIPE: return (Value){a.v | b.v, uns};
    case T_AMPAMP: return (Value){a.v && b.v, false};
    default: return (Value){a.v || b.v, false};
    }
}

static Value binary(Expr *e, int min, bool eval) {
    Value a = unary(e, eval);
    for (;;) {
        uint16_t op = e->t.kind;
        int prec = precedence(op);
        if (e->failed || prec == 0 || prec < min) return a;
        Pos pos = e->t.pos;
        bool rhs = eval && !(op == T_AMPAMP && !a.v) && !(op == T_PIPEPIPE && a.v);
        next(e);
        Value b = binary(e, prec + 1, rhs);
        a = apply(e, op, a, b, rhs, pos);
    }
}

static Value conditional(Expr *e, bool eval) {
    if (e->depth >= MAX_IF_DEPTH) {
        LEX_DIAG(e->L, lex_if_depth, e->t.pos, MAX_IF_DEPTH);
        return fail(e);
    }
    e->depth++;
    Value c = binary(e, 1, eval);
    if (!e->failed && e->t.kind == T_QUESTION) {
        next(e);
        Value a = conditional(e, eval && c.v);
        if (!e->failed && e->t.kind != T_COLON) {
            LEX_DIAG(e->L, lex_if_colon, e->t.pos);
            return fail(e);
        }
        next(e);
        Value b = conditional(e, eval && !c.v);
        c = (Value){c.v ? a.v : b.v, a.is_unsigned || b.is_unsigned};
    }
    if (!e->failed && e->t.kind == T_COMMA && e->depth > 1) { // tolerated inside parentheses
        next(e);
        c = conditional(e, eval);
    }
    e->depth--;
    return c;
}

static bool condition(Lex *L, const char *name) {
    Expr e = {.L = L};
    L->evaluating = true;
    next(&e);
    if (e.t.kind == T_NEWLINE) {
        LEX_DIAG(L, lex_if_empty, e.t.pos, name);
        L->evaluating = false;
        return false;
    }
    Value v = conditional(&e, true);
    if (!e.failed && e.t.kind != T_NEWLINE) {
        LEX_DIAG(L, lex_if_bad_token, e.t.pos, atom_str(L->ctx, e.t.text));
    }
    while (L->stack.n && !L->stack.at[L->stack.n - 1].boundary) lex_context_token(L, &e.t);
    L->evaluating = false;
    return !e.failed && v.v;
}

// ---- the stack ---------------------------------------------------------------------------------

// The operand of #ifdef and its kin; 0 after a diagnostic.
static Atom ifdef_name(Lex *L, Token *t) {
    lex_scan(L, t);
    if (lex_is_word(t->kind) || (t->flags & TF_ALT && lex_info(L, t->text)->keyword)) {
        return t->text;
    }
    if (t->kind == T_NEWLINE) {
        LEX_DIAG(L, lex_no_macro_name, t->pos);
    } else {
        LEX_DIAG(L, lex_bad_macro_name, t->pos, atom_str(L->ctx, t->text));
    }
    return 0;
}

// Evaluates the condition of a directive, up to the end of its line.
static bool test(Lex *L, int directive, Atom *name) {
    Token t;
    *name = 0;
    switch (directive) {
    case DIR_IF:
    case DIR_ELIF: {
        bool r = condition(L, directive == DIR_IF ? "if" : "elif");
        lex_end_directive(L, false, "");
        return r;
    }
    default: *name = ifdef_name(L, &t);
    }
    bool ndef = directive == DIR_IFNDEF || directive == DIR_ELIFNDEF;
    bool defined = *name && is_defined(L, &t);
    lex_end_directive(L, true, ndef ? "ifndef" : "ifdef");
    return *name && defined != ndef;
}

// `#if !defined NAME` or `!defined(NAME)` as the whole line: NAME, else 0.
static Atom negated_defined(Lex *L) {
    Token t;
    const char *save = L->in.p;
    Atom name = 0;
    lex_scan(L, &t);
    if (t.kind == T_NOT) {
        lex_scan(L, &t);
        if (t.text == L->a_defined) {
            lex_scan(L, &t);
            bool paren = t.kind == T_LPAREN;
            if (paren) lex_scan(L, &t);
            if (lex_is_word(t.kind)) name = t.text;
            lex_scan(L, &t);
            if (paren && t.kind == T_RPAREN) lex_scan(L, &t);
            if (t.kind != T_NEWLINE) name = 0;
        }
    }
    L->in.p = save;
    return name;
}

// A branch of the open condition `c` begins here (directive has been read). True: take it.
static bool enter_branch(Lex *L, unsigned id, Pos pos) {
    Cond *c = &L->conds.at[L->conds.n - 1];
    if (c->had_else) LEX_DIAG(L, lex_after_else, pos, id == DIR_ELSE ? "else" : "elif");
    c->guard = false;
    if (id == DIR_ELSE) {
        c->had_else = true;
        lex_end_directive(L, true, "else");
        if (c->taken) return false;
        return c->taken = true;
    }
    if (c->taken) {
        lex_end_directive(L, false, "");
        return false;
    }
    Atom name;
    bool r = test(L, (int)id, &name);
    L->conds.at[L->conds.n - 1].taken = r;
    return r;
}

// The next directive of the innermost condition, from the start of a line in a group of it: behind
// its '#', or NULL.
static const char *skip_group(Lex *L, const char *p) {
    uint32_t depth = 0;
    while ((p = lex_skip_to_directive(L, p))) {
        const char *name = p, *end;
        switch (lex_directive_name(L, &name, &end)) {
        case DIR_IF:
        case DIR_IFDEF:
        case DIR_IFNDEF: depth++; break;
        case DIR_ELIF:
        case DIR_ELIFDEF:
        case DIR_ELIFNDEF:
        case DIR_ELSE:
            if (!depth) return p;
            break;
        case DIR_ENDIF:
            if (depth-- == 0) return p;
            break;
        default: break;
        }
        p = lex_skip_line(L, end);
        if (p < L->in.end) p++;
    }
    return NULL;
}

// The same, remembered from the second visit of a file on: headers that others include for a part
// of them skip the rest again and again. (Of those the text is kept; what has a guard may be read
// anew.)
static const char *skip_known_group(Lex *L, const char *p) {
    File *f = L->in.file;
    if (!f || f->visits < 2 || f->canon->guard) return skip_group(L, p);
    uint64_t key = (uint64_t)f->path << 32 | (uint32_t)(p - L->in.start);
    const char *start = L->in.start, *to;
    void *known = map_get(&L->skips, key);
    if (known) return start + (uintptr_t)known;
    to = skip_group(L, p);
    if (to) map_put(&L->skips, key, (void *)(uintptr_t)(to - start));
    return to;
}

// Skips groups until one of the innermost condition is taken or it ends.
static void skip(Lex *L) {
    for (;;) {
        const char *p = L->in.p, *end;
        if (*p == '\n') p++;
        p = skip_known_group(L, p);
        if (!p) {
            L->in.p = L->in.end;
            return;
        }
        Pos pos = lex_pos(L, p);
        unsigned id = lex_directive_name(L, &p, &end);
        L->in.p = end;
        L->in_directive = true;
        if (id == DIR_ENDIF) {
            lex_endif(L, pos);
            return;
        }
        if (enter_branch(L, id, pos)) return;
        L->in.p = lex_skip_line(L, L->in.p);
    }
}

void lex_if(Lex *L, Pos pos, int directive) {
    bool first = L->first_in_file;
    Atom name = first && directive == DIR_IF ? negated_defined(L) : 0, operand;
    bool taken = test(L, directive, &operand);
    if (directive == DIR_IFNDEF) name = operand;
    Cond c = {.pos = pos, .taken = taken, .guard = first && name};
    if (c.guard) {
        L->in.guard = GUARD_IN;
        L->in.guard_name = name;
    }
    vec_push(&L->ctx->perm, &L->conds, c);
    if (!taken) skip(L);
}

void lex_elif(Lex *L, Pos pos, int directive) {
    if (L->conds.n <= L->in.cond) {
        LEX_DIAG(L, lex_without_if, pos, directive == DIR_ELSE ? "else" : "elif");
        lex_end_directive(L, false, "");
        return;
    }
    // the group before was taken, so no branch from here on is
    enter_branch(L, (unsigned)directive, pos);
    skip(L);
}

void lex_endif(Lex *L, Pos pos) {
    lex_end_directive(L, true, "endif");
    if (L->conds.n <= L->in.cond) {
        LEX_DIAG(L, lex_without_if, pos, "endif");
        return;
    }
    Cond c = vec_pop(&L->conds);
    if (c.guard && L->in.guard == GUARD_IN && L->in.file && L->conds.n == L->in.cond &&
        lex_skip_blank(L, L->in.p, true) >= L->in.end) {
        L->in.file->canon->guard = L->in.guard_name;
    }
}
