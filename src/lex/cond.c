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

static Value conditional(Expr *expr, bool eval);

static void next(Expr *expr) {
    lex_token(expr->L, &expr->t);
}

static Value fail(Expr *expr) {
    expr->failed = true;
    return (Value){0};
}

// The current token cannot begin an operand. Says so once per condition.
static Value bad(Expr *expr) {
    if (!expr->failed) {
        if (expr->t.kind == T_NEWLINE) {
            LEX_DIAG(expr->L, lex_if_expected_value, expr->t.pos);
        } else {
            LEX_DIAG(expr->L, lex_if_bad_token, expr->t.pos, atom_str(expr->L->ctx, expr->t.text));
        }
    }
    return fail(expr);
}

static bool is_defined(Lex *lex, const Token *t) {
    Macro *m = lex_info(lex, t->text)->macro;
    return m && m->kind != MK_POISON;
}

// `defined NAME` or `defined(NAME)` ([cpp.cond]); the word `defined` is the current token, and what
// follows is read without expansion.
static Value defined_operand(Expr *expr) {
    Lex *lex = expr->L;
    Token token;
    lex_raw_token(lex, &token);
    bool paren = token.kind == T_LPAREN;
    if (paren) lex_raw_token(lex, &token);
    // alternative tokens are words here, and never macros
    bool word = lex_is_word(token.kind) ||
                (token.flags & TF_ALT && token.text && lex_info(lex, token.text)->keyword);
    if (!word) {
        LEX_DIAG(lex, lex_defined_operand, token.pos);
        expr->t = token;
        return fail(expr);
    }
    Value value = {.v = is_defined(lex, &token)};
    if (paren) {
        lex_raw_token(lex, &token);
        if (token.kind != T_RPAREN) {
            LEX_DIAG(lex, lex_defined_operand, token.pos);
            expr->t = token;
            return fail(expr);
        }
    }
    next(expr);
    return value;
}

// An integer of a condition. It has 64 bits, and is unsigned when it says so or does not fit in the
// signed ones ([cpp.cond]/12). Floating, imaginary and user-defined ones are errors.
static Value number(Expr *expr) {
    LexNumber n;
    Value plain;
    if (lex_plain_number(lex_info(expr->L, expr->t.text), &plain.v, &plain.is_unsigned)) {
        next(expr);
        return plain;
    }
    if (!lex_number(expr->L->ctx, &expr->t, &n)) return fail(expr);
    if (n.is_float || n.imaginary) {
        LEX_DIAG(expr->L, lex_if_float, expr->t.pos);
        return fail(expr);
    }
    if (n.ud_suffix) {
        LEX_DIAG(expr->L, lex_if_udl, expr->t.pos);
        return fail(expr);
    }
    if (n.hi || n.too_large) LEX_DIAG(expr->L, lex_if_too_large, expr->t.pos);
    Value v = {.v = n.lo, .is_unsigned = n.suffix & LEX_IS_U || n.lo >> 63};
    next(expr);
    return v;
}

// The text is not looked into: an answer is the same only when it is spelled the same.
Atom lex_assert_answer(Lex *lex) {
    const char *p = lex_skip_blank(lex, lex->in.p, false);
    if (*p != '(') return 0;
    const char *e = p;
    while (*e != ')' && *e != '\n' && e < lex->in.end) e++;
    if (*e != ')') return 0;
    lex->in.p = e + 1;
    return atom_intern(lex->ctx, p, (size_t)(e + 1 - p));
}

// #predicate(answer), GNU
static Value assertion(Expr *expr) {
    Lex *L = expr->L;
    Token t;
    lex_raw_token(L, &t);
    if (!lex_is_word(t.kind)) return bad(expr);
    Atom answer = lex_assert_answer(L);
    Value v = {.v = map_get(&L->assertions, (uint64_t)t.text << 32 | answer) != NULL};
    next(expr);
    return v;
}

// A primary expression. Words that are left after expansion are 0, but `true` is 1. `eval` is false
// in an operand whose value is not needed: nothing is said of a division by zero there.
static Value primary(Expr *expr, bool eval) {
    const uint32_t unsigned_chars = 1u << LEX_ENC_UTF8 | 1u << LEX_ENC_UTF16 | 1u << LEX_ENC_UTF32;
    Lex *lex = expr->L;
    LexChar c;
    Value value = {0};
    if (lex_is_word(expr->t.kind)) {
        if (expr->t.text == lex->a_defined) return defined_operand(expr);
        value.v = expr->t.kind == T_KW_TRUE;
        next(expr);
        return value;
    }
    switch (expr->t.kind) {
    case T_NUMBER: return number(expr);
    // the value is that of the literal in the text; char is signed as gcc's is on x86-64
    case T_CHAR:
        if (!lex_char(lex->ctx, &expr->t, &c)) return fail(expr);
        value.v = (uint64_t)c.value;
        value.is_unsigned = unsigned_chars >> c.enc & 1;
        next(expr);
        return value;
    case T_LPAREN:
        next(expr);
        value = conditional(expr, eval);
        if (expr->failed) return value;
        if (expr->t.kind != T_RPAREN) {
            LEX_DIAG(lex, lex_if_paren, expr->t.pos);
            return fail(expr);
        }
        next(expr);
        return value;
    case T_HASH: return assertion(expr);
    default: return bad(expr);
    }
}

// Prefix operators. The depth is counted here and in conditional, where all recursion passes, so
// that a condition from outside cannot exhaust the stack.
static Value unary(Expr *expr, bool eval) {
    static const bool is_prefix[T_count_] = {
        [T_PLUS] = true, [T_MINUS] = true, [T_TILDE] = true, [T_NOT] = true};
    if (expr->failed) return (Value){0};
    if (expr->depth >= MAX_IF_DEPTH) {
        LEX_DIAG(expr->L, lex_if_depth, expr->t.pos, MAX_IF_DEPTH);
        return fail(expr);
    }
    expr->depth++;
    uint16_t op = expr->t.kind;
    Value value;
    if (is_prefix[op]) {
        next(expr);
        value = unary(expr, eval);
        if (op == T_MINUS) value.v = -value.v;
        if (op == T_TILDE) value.v = ~value.v;
        if (op == T_NOT) value = (Value){.v = !value.v};
    } else {
        value = primary(expr, eval);
    }
    expr->depth--;
    return value;
}

// How tightly binary operators bind; 0 for what is none. `? :` and the comma are taken apart.
static const uint8_t precedence[T_count_] = {
    [T_STAR] = 11, [T_SLASH] = 11, [T_PERCENT] = 11,  [T_PLUS] = 10,    [T_MINUS] = 10,
    [T_LTLT] = 9,  [T_GTGT] = 9,   [T_SPACESHIP] = 8, [T_LT] = 7,       [T_GT] = 7,
    [T_LTEQ] = 7,  [T_GTEQ] = 7,   [T_EQEQ] = 6,      [T_NOTEQ] = 6,    [T_AMP] = 5,
    [T_CARET] = 4, [T_PIPE] = 3,   [T_AMPAMP] = 2,    [T_PIPEPIPE] = 1,
};

// / and %. Division by zero is an error where the value counts and gives 0 elsewhere.
static Value divide(Expr *expr, uint16_t op, Value left, Value right, bool uns, bool eval,
                    Pos pos) {
    Value value = {.is_unsigned = uns};
    if (right.v == 0) {
        if (eval) {
            LEX_DIAG(expr->L, lex_if_division, pos);
            expr->failed = true;
        }
        return value;
    }
    if (uns) {
        value.v = op == T_SLASH ? left.v / right.v : left.v % right.v;
    } else if (right.v == UINT64_MAX) { // by -1, without the overflow
        value.v = op == T_SLASH ? -left.v : 0;
    } else {
        int64_t x = (int64_t)left.v, y = (int64_t)right.v;
        value.v = (uint64_t)(op == T_SLASH ? x / y : x % y);
    }
    return value;
}

// << and >>. A count of 64 and more shifts everything out; >> of a negative value fills with ones.
static uint64_t shift(Value value, Value count, bool left) {
    uint64_t n = count.v;
    if (!count.is_unsigned && count.v >> 63) { // gcc: a negative count shifts the other way
        n = -count.v;
        left = !left;
    }
    bool neg = !value.is_unsigned && value.v >> 63;
    if (left) return n >= 64 ? 0 : value.v << n;
    if (n >= 64) return neg ? UINT64_MAX : 0;
    return neg ? ~(~value.v >> n) : value.v >> n;
}

// One binary operator on two values. The result is unsigned when one of the operands is;
// comparisons give a signed 0 or 1, and shifts have the type of the left operand.
static Value apply(Expr *expr, uint16_t op, Value left, Value right, bool eval, Pos pos) {
    bool uns = left.is_unsigned || right.is_unsigned;
    bool less = uns ? left.v < right.v : (int64_t)left.v < (int64_t)right.v;
    enum { LESS = 1, EQUAL = 2, GREATER = 4 };
    static const uint8_t accepts[T_count_] = {
        [T_LT] = LESS,    [T_LTEQ] = LESS | EQUAL,   [T_GT] = GREATER, [T_GTEQ] = GREATER | EQUAL,
        [T_EQEQ] = EQUAL, [T_NOTEQ] = LESS | GREATER};
    uint8_t relation = less ? LESS : GREATER;
    if (left.v == right.v) relation = EQUAL;
    switch (op) {
    case T_STAR: return (Value){left.v * right.v, uns};
    case T_SLASH:
    case T_PERCENT: return divide(expr, op, left, right, uns, eval, pos);
    case T_PLUS: return (Value){left.v + right.v, uns};
    case T_MINUS: return (Value){left.v - right.v, uns};
    case T_LTLT:
    case T_GTGT: return (Value){shift(left, right, op == T_LTLT), left.is_unsigned};
    case T_SPACESHIP: return (Value){less ? UINT64_MAX : left.v != right.v, false};
    case T_AMP: return (Value){left.v & right.v, uns};
    case T_CARET: return (Value){left.v ^ right.v, uns};
    case T_PIPE: return (Value){left.v | right.v, uns};
    case T_AMPAMP: return (Value){left.v && right.v, false};
    case T_PIPEPIPE: return (Value){left.v || right.v, false};
    default: return (Value){(accepts[op] & relation) != 0, false};
    }
}

// Precedence climbing: takes operators that bind at least as tightly as `min`.
static Value binary(Expr *expr, int min, bool eval) {
    Value value = unary(expr, eval);
    for (;;) {
        uint16_t op = expr->t.kind;
        int prec = precedence[op];
        if (expr->failed || prec == 0 || prec < min) return value;
        Pos pos = expr->t.pos;
        // && and || leave the right operand unevaluated, yet it must parse
        bool rhs = eval && !(op == T_AMPAMP && !value.v) && !(op == T_PIPEPIPE && value.v);
        next(expr);
        Value b = binary(expr, prec + 1, rhs);
        value = apply(expr, op, value, b, rhs, pos);
    }
}

// condition ? a : b, and the comma where it is allowed. Both branches are parsed, one of them
// counts; the result is unsigned when one of them is.
static Value conditional(Expr *expr, bool eval) {
    if (expr->depth >= MAX_IF_DEPTH) {
        LEX_DIAG(expr->L, lex_if_depth, expr->t.pos, MAX_IF_DEPTH);
        return fail(expr);
    }
    expr->depth++;
    Value value = binary(expr, 1, eval);
    if (!expr->failed && expr->t.kind == T_QUESTION) {
        next(expr);
        Value a = conditional(expr, eval && value.v);
        if (!expr->failed && expr->t.kind != T_COLON) {
            LEX_DIAG(expr->L, lex_if_colon, expr->t.pos);
            return fail(expr);
        }
        next(expr);
        Value b = conditional(expr, eval && !value.v);
        value = (Value){value.v ? a.v : b.v, a.is_unsigned || b.is_unsigned};
    }
    if (!expr->failed && expr->t.kind == T_COMMA &&
        expr->depth > 1) { // tolerated inside parentheses
        next(expr);
        value = conditional(expr, eval);
    }
    expr->depth--;
    return value;
}

// Reads and evaluates the condition of #`name`, up to the end of the line. False after an error,
// and then the group is skipped.
static bool condition(Lex *lex, const char *name) {
    Expr expr = {.L = lex};
    lex->evaluating = true;
    next(&expr);
    if (expr.t.kind == T_NEWLINE) {
        LEX_DIAG(lex, lex_if_empty, expr.t.pos, name);
        lex->evaluating = false;
        return false;
    }
    Value v = conditional(&expr, true);
    if (!expr.failed && expr.t.kind != T_NEWLINE) {
        LEX_DIAG(lex, lex_if_bad_token, expr.t.pos, atom_str(lex->ctx, expr.t.text));
    }
    // what an error left unread of a macro's expansion is not the next line's
    while (lex->stack.n && !lex->stack.at[lex->stack.n - 1].boundary)
        lex_context_token(lex, &expr.t);
    lex->evaluating = false;
    return !expr.failed && v.v;
}

// ---- the stack ---------------------------------------------------------------------------------

// The operand of #ifdef and its kin; 0 after a diagnostic.
static Atom ifdef_name(Lex *lex, Token *name) {
    lex_scan(lex, name);
    if (lex_is_word(name->kind) || (name->flags & TF_ALT && lex_info(lex, name->text)->keyword)) {
        return name->text;
    }
    if (name->kind == T_NEWLINE) {
        LEX_DIAG(lex, lex_no_macro_name, name->pos);
    } else {
        LEX_DIAG(lex, lex_bad_macro_name, name->pos, atom_str(lex->ctx, name->text));
    }
    return 0;
}

// Evaluates the condition of a directive, up to the end of its line.
static bool test(Lex *lex, int directive, Atom *name) {
    Token token;
    *name = 0;
    switch (directive) {
    case DIR_IF:
    case DIR_ELIF: {
        bool r = condition(lex, directive == DIR_IF ? "if" : "elif");
        lex_end_directive(lex, false, "");
        return r;
    }
    default: *name = ifdef_name(lex, &token);
    }
    bool ndef = is_any_of(directive, DIR_IFNDEF, DIR_ELIFNDEF);
    bool defined = *name && is_defined(lex, &token);
    lex_end_directive(lex, true, ndef ? "ifndef" : "ifdef");
    return *name && defined != ndef;
}

// `#if !defined NAME` or `!defined(NAME)` as the whole line: NAME, else 0.
static Atom negated_defined(Lex *lex) {
    Token token;
    const char *save = lex->in.p;
    Atom name = 0;
    lex_scan(lex, &token);
    if (token.kind == T_NOT) {
        lex_scan(lex, &token);
        if (token.text == lex->a_defined) {
            lex_scan(lex, &token);
            bool paren = token.kind == T_LPAREN;
            if (paren) lex_scan(lex, &token);
            if (lex_is_word(token.kind)) name = token.text;
            lex_scan(lex, &token);
            if (paren && token.kind == T_RPAREN) lex_scan(lex, &token);
            if (token.kind != T_NEWLINE) name = 0;
        }
    }
    lex->in.p = save;
    return name;
}

// A branch of the open condition `cond` begins here (directive has been read). True: take it.
static bool enter_branch(Lex *lex, unsigned id, Pos pos) {
    Cond *cond = &lex->conds.at[lex->conds.n - 1];
    if (cond->had_else) LEX_DIAG(lex, lex_after_else, pos, id == DIR_ELSE ? "else" : "elif");
    cond->guard = false;
    if (id == DIR_ELSE) {
        cond->had_else = true;
        lex_end_directive(lex, true, "else");
        if (cond->taken) return false;
        return cond->taken = true;
    }
    if (cond->taken) {
        lex_end_directive(lex, false, "");
        return false;
    }
    Atom name;
    bool r = test(lex, (int)id, &name);
    lex->conds.at[lex->conds.n - 1].taken = r;
    return r;
}

// The next directive of the innermost condition, from the start of a line in a group of it: behind
// its '#', or NULL.
static const char *skip_group(Lex *lex, const char *p) {
    uint32_t depth = 0;
    while ((p = lex_skip_to_directive(lex, p))) {
        const char *name = p, *end;
        switch (lex_directive_name(lex, &name, &end)) {
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
        p = lex_skip_line(lex, end);
        if (p < lex->in.end) p++;
    }
    return NULL;
}

// The same, remembered from the second visit of a file on: headers that others include for a part
// of them skip the rest again and again. (Of those the text is kept; what has a guard may be read
// anew.)
static const char *skip_known_group(Lex *lex, const char *p) {
    File *f = lex->in.file;
    if (!f || f->visits < 2 || f->canon->guard) return skip_group(lex, p);
    uint64_t key = (uint64_t)f->path << 32 | (uint32_t)(p - lex->in.start);
    const char *start = lex->in.start, *to;
    void *known = map_get(&lex->skips, key);
    if (known) return start + (uintptr_t)known;
    to = skip_group(lex, p);
    if (to) map_put(&lex->skips, key, (void *)(uintptr_t)(to - start));
    return to;
}

// Skips groups until one of the innermost condition is taken or it ends.
static void skip(Lex *lex) {
    for (;;) {
        const char *p = lex->in.p, *end;
        if (*p == '\n') p++;
        p = skip_known_group(lex, p);
        if (!p) {
            lex->in.p = lex->in.end;
            return;
        }
        Pos pos = lex_pos(lex, p);
        unsigned id = lex_directive_name(lex, &p, &end);
        lex->in.p = end;
        lex->in_directive = true;
        if (id == DIR_ENDIF) {
            lex_endif(lex, pos);
            return;
        }
        if (enter_branch(lex, id, pos)) return;
        lex->in.p = lex_skip_line(lex, lex->in.p);
    }
}

// The name that may be the file's guard is that of an #ifndef, or an #if !defined, before which
// nothing stands in the file.
void lex_if(Lex *lex, Pos pos, int directive) {
    bool first = lex->first_in_file;
    Atom name = first && directive == DIR_IF ? negated_defined(lex) : 0, operand;
    bool taken = test(lex, directive, &operand);
    if (directive == DIR_IFNDEF) name = operand;
    Cond c = {.pos = pos, .taken = taken, .guard = first && name};
    if (c.guard) {
        lex->in.guard = GUARD_IN;
        lex->in.guard_name = name;
    }
    vec_push(&lex->ctx->perm, &lex->conds, c);
    if (!taken) skip(lex);
}

// Only the branches of a group that was taken are met here; skip handles those of one that was not.
void lex_elif(Lex *lex, Pos pos, int directive) {
    if (lex->conds.n <= lex->in.cond) {
        LEX_DIAG(lex, lex_without_if, pos, directive == DIR_ELSE ? "else" : "elif");
        lex_end_directive(lex, false, "");
        return;
    }
    // the group before was taken, so no branch from here on is
    enter_branch(lex, (unsigned)directive, pos);
    skip(lex);
}

// A file is guarded when nothing but blanks and comments follows the #endif of its first #ifndef.
void lex_endif(Lex *lex, Pos pos) {
    lex_end_directive(lex, true, "endif");
    if (lex->conds.n <= lex->in.cond) {
        LEX_DIAG(lex, lex_without_if, pos, "endif");
        return;
    }
    Cond c = vec_pop(&lex->conds);
    if (c.guard && lex->in.guard == GUARD_IN && lex->in.file && lex->conds.n == lex->in.cond &&
        lex_skip_blank(lex, lex->in.p, true) >= lex->in.end) {
        lex->in.file->canon->guard = lex->in.guard_name;
    }
}
