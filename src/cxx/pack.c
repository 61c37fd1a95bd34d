// SPDX-License-Identifier: Apache-2.0
// Pack expansion [temp.variadic]. A list element is parsed once; names of packs met on the way are
// noted in p->pack_use, and when `...` follows the element it is parsed again for each further
// element of those packs, with p->pack_index telling which element names stand for.
//
// Lists nest: in f(g(xs)...) the element `xs` of the inner list is no expansion, so its packs
// belong to the outer one. Whether the element that begins at some token is an expansion is a
// property of the source, so it is remembered per token (pack_start). The first time it is not
// known and the element is parsed as if it were; should it turn out not to be and should the outer
// loop stand at another element, it is parsed once more.
//
// Empty packs: the element is parsed with the packs unbound (dependent), then dropped. Unbound
// packs make the element a dependent expansion. If bound and unbound packs meet in one pattern (a
// member template's signature in an instance of its class) all are taken unbound.
#include "cxx/decl_int.h"
#include "cxx/expr_int.h"
#include "cxx/tmpl_int.h"

enum { PACK_NONE = -1, PACK_DEP = -2 };             // special values of Parse.pack_index
enum { MEMO_PLAIN = 1, MEMO_EXPANSION = 2 };        // values of TmplTable.pack_start
enum { PL_FIRST = -1, PL_AGAIN = -2, PL_DEP = -3 }; // special values of PackLoop.len

struct PackUse {
    int64_t len; // -1: no bound pack met
    Atom name;
    Pos pos;
    bool any, unbound, bound, mismatch;
    bool element_expansion; // the element taken was itself an expansion `Us...`
};

static struct PackUse *use_new(Cxx *x) {
    struct PackUse *u = arena_new(tm_arena(x), struct PackUse);
    u->len = -1;
    return u;
}

// Where templates are checked a pack that nothing expands is reported where a template is read
// unbound; looking ahead (under a trap) may begin in the middle of a pattern.
static bool unbound(const Parse *p) {
    bool checked = p->x->opt.check_all || p->x->decls->unbound;
    return p->dependent && checked && !diag_trapped(p->x->ctx);
}

static void note(Parse *p, Atom name, int64_t len) {
    struct PackUse *u = p->pack_use;
    if (!u) {
        tm_table(p->x)->unrepeatable++;
        if (unbound(p))
            CXX_DIAG(p->x, tmpl_unexpanded_pack, p->tok[p->at ? p->at - 1 : 0].pos, name);
        return;
    }
    if (!u->any) {
        u->name = name;
        u->pos = p->tok[p->at ? p->at - 1 : 0].pos;
    }
    u->any = true;
    if (len < 0) {
        u->unbound = true;
        return;
    }
    u->bound = true;
    if (u->len >= 0 && u->len != len)
        u->mismatch = true;
    else
        u->len = len;
}

void cxx_pack_note(Parse *p, Decl *pack, int64_t len) {
    note(p, pack->name, len);
}

void cxx_pack_ignore(Parse *p) {
    struct TmplTable *t = tm_table(p->x);
    if (!t->ignored) t->ignored = use_new(p->x);
    p->pack_use = t->ignored;
}

struct PackUse *tm_pack_watch(Parse *p) {
    return p->pack_use = use_new(p->x);
}

bool tm_pack_watched(const struct PackUse *u, int32_t *len) {
    *len = u->bound && !u->unbound && !u->mismatch ? (int32_t)u->len : -1;
    return u->any;
}

static void use_merge(struct PackUse *to, const struct PackUse *from) {
    if (!to || !from->any) return;
    if (!to->any) {
        to->name = from->name;
        to->pos = from->pos;
    }
    to->any = true;
    to->unbound |= from->unbound;
    to->bound |= from->bound;
    to->mismatch |= from->mismatch || (to->len >= 0 && from->len >= 0 && to->len != from->len);
    to->element_expansion |= from->element_expansion;
    if (to->len < 0) to->len = from->len;
}

struct PackUse *tm_pack_capture(Parse *p) {
    struct PackUse *outer = p->pack_use;
    if (outer) p->pack_use = use_new(p->x);
    return outer;
}

struct PackUse *tm_pack_release(Parse *p, struct PackUse *outer) {
    struct PackUse *u = outer ? p->pack_use : NULL;
    p->pack_use = outer;
    if (!u || !u->any) return NULL;
    use_merge(outer, u);
    return u;
}

void tm_pack_repeat(Parse *p, const struct PackUse *u) {
    if (u) use_merge(p->pack_use, u);
}

// ---- what names stand for ----------------------------------------------------------------------

// An element that is an expansion itself stands for its pattern; the loop wraps the result again.
static TmplArg *pack_pattern(Parse *p, TmplArg *el) {
    if (!tm_arg_is_expansion(el)) return el;
    if (p->pack_use) p->pack_use->element_expansion = true;
    TmplArg *a = arena_new(tm_arena(p->x), TmplArg);
    *a = *el;
    if (el->kind == TA_TYPE)
        a->type = el->type->u.ptr.to;
    else if (el->kind == TA_EXPR)
        a->expr = el->expr->a; // of templates the parameter pack is its own pattern
    return a;
}

TmplArg *cxx_parm_arg(Parse *p, TParmDecl *parm) {
    TmplArg *a = cxx_env_arg(p->env, parm);
    if (!parm->pack) return a;
    if (!a || a->kind != TA_PACK) {
        cxx_pack_note(p, &parm->d, -1);
        return NULL;
    }
    cxx_pack_note(p, &parm->d, a->pack->n);
    if (p->pack_index < 0 || (uint32_t)p->pack_index >= a->pack->n) return NULL;
    return pack_pattern(p, &a->pack->a[p->pack_index]);
}

Decl *cxx_pack_elem(Parse *p, PackDecl *pack) {
    if (pack->d.type && pack->d.type->kind == TY_PACK) { // of a signature with unbound parameters
        cxx_pack_note(p, &pack->d, -1);
        return NULL;
    }
    cxx_pack_note(p, &pack->d, pack->n);
    if (p->pack_index < 0 || (uint32_t)p->pack_index >= pack->n) return NULL;
    return pack->elem[p->pack_index];
}

// ---- the loop ----------------------------------------------------------------------------------

static uintptr_t memo_get(Parse *p, uint32_t token) {
    return (uintptr_t)map_get(&tm_table(p->x)->pack_start, token + 1);
}

static void memo_put(Parse *p, uint32_t token, uintptr_t what) {
    map_put(&tm_table(p->x)->pack_start, token + 1, (void *)what);
}

void cxx_pack_begin(Parse *p, PackLoop *l) {
    *l = (PackLoop){.start = p->at,
                    .outer_index = p->pack_index,
                    .outer_use = p->pack_use,
                    .len = PL_FIRST,
                    .keep = true};
    if (memo_get(p, l->start) == MEMO_PLAIN) return; // transparent: l->use == NULL
    l->errors = diag_errors_seen(p->x->ctx);
    l->use = use_new(p->x);
    p->pack_use = l->use;
    p->pack_index = 0;
}

// How many elements the pack of that name has in the instance that is read; -1: no such pack.
static int64_t named_length(Parse *p, Atom name) {
    Lookup l = {0};
    if (!cxx_lookup(p, name, 0, &l) || !l.n) return -1;
    const Decl *d = l.at[0];
    if (d->kind == D_PACK) {
        bool known = !d->type || d->type->kind != TY_PACK;
        return known ? (int64_t)((const PackDecl *)d)->n : -1;
    }
    if (d->kind != D_TPARM || !((const TParmDecl *)d)->pack) return -1;
    const TmplArg *a = cxx_env_arg(p->env, (const TParmDecl *)d);
    return a && a->kind == TA_PACK ? (int64_t)a->pack->n : -1;
}

// Where the element of a list that begins at p->at ends.
static uint32_t element_end(const Parse *p) {
    const Token *tok = p->tok;
    uint32_t i = p->at;
    while (i < p->end) {
        uint32_t next = i + 1;
        switch (tok[i].kind) {
        case T_LPAREN:
        case T_LBRACE:
        case T_LBRACKET: next = cxx_skip_group(tok, i, p->end); break;
        case T_LT: {
            uint32_t e = tok[i - 1].kind == T_IDENT ? cxx_skip_angles(p->x, i, p->end) : 0;
            if (e) next = e;
            break;
        }
        case T_COMMA:
        case T_RPAREN:
        case T_RBRACE:
        case T_RBRACKET:
        case T_SEMI: return i;
        default: break;
        }
        i = next > i ? next : i + 1;
    }
    return p->end;
}

bool cxx_pack_empty(Parse *p, const PackLoop *l) {
    if (!l->use || !p->env) return false;
    uint32_t end = element_end(p);
    if (end <= p->at + 1 || p->tok[end - 1].kind != T_ELLIPSIS) return false;
    // all of them: one without elements may be expanded inside of the pattern of another
    bool empty = false;
    for (uint32_t i = p->at; i < end; i++) {
        uint16_t before = i ? p->tok[i - 1].kind : T_EOF;
        if (p->tok[i].kind != T_IDENT || before == T_DOT || before == T_ARROW || before == T_COLCOL)
            continue;
        int64_t length = named_length(p, p->tok[i].text);
        if (length > 0) return false;
        empty |= !length;
    }
    return empty;
}

bool cxx_pack_any(const PackLoop *l) {
    return l->use && l->use->any;
}

static void loop_restore(Parse *p, PackLoop *l) {
    p->pack_index = l->outer_index;
    p->pack_use = l->outer_use;
}

static bool loop_again(Parse *p, PackLoop *l, int32_t index) {
    p->at = l->start;
    p->half_gtgt = false;
    p->pack_index = index;
    p->pack_use = l->use;
    return true;
}

// The element was no expansion: its packs are the outer loop's.
static bool loop_plain(Parse *p, PackLoop *l) {
    struct PackUse *u = l->use;
    if (l->errors == diag_errors_seen(p->x->ctx)) memo_put(p, l->start, MEMO_PLAIN);
    loop_restore(p, l);
    if (!u->any) return false;
    if (l->outer_index > 0 || l->outer_index == PACK_DEP) {
        l->keep = false;
        l->len = PL_AGAIN;
        p->at = l->start;
        p->half_gtgt = false;
        return true;
    }
    use_merge(l->outer_use, u);
    if (!l->outer_use && ((u->bound && !u->unbound) || unbound(p))) {
        CXX_DIAG(p->x, tmpl_unexpanded_pack, u->pos, u->name);
    }
    return false;
}

static bool loop_first(Parse *p, PackLoop *l, bool ellipsis) {
    struct PackUse *u = l->use;
    if (!ellipsis) return loop_plain(p, l);
    if (!u->any) { // `...` of another meaning, or an error for the caller
        loop_restore(p, l);
        return false;
    }
    memo_put(p, l->start, MEMO_EXPANSION);
    if (!l->ellipsis) p->at++;
    if (u->mismatch) {
        CXX_DIAG(p->x, tmpl_pack_lengths, u->pos, u->name);
        l->keep = false;
        loop_restore(p, l);
        return false;
    }
    if (u->unbound) {
        if (u->bound) {
            l->keep = false;
            l->len = PL_DEP;
            return loop_again(p, l, PACK_DEP);
        }
        l->dependent = true;
        loop_restore(p, l);
        return false;
    }
    l->len = u->len;
    l->keep = l->len > 0;
    l->dependent = u->element_expansion;
    if (l->len <= 1) {
        loop_restore(p, l);
        return false;
    }
    u->element_expansion = false;
    l->i = 1;
    return loop_again(p, l, 1);
}

bool cxx_pack_next(Parse *p, PackLoop *l) {
    if (!l->use) return false; // known to be no expansion
    bool ellipsis = l->ellipsis || cxx_peek(p) == T_ELLIPSIS;
    if (l->len == PL_AGAIN) {
        l->keep = true;
        return false;
    }
    if (l->len == PL_FIRST) {
        bool more = loop_first(p, l, ellipsis);
        l->ellipsis = false;
        return more;
    }
    if (ellipsis && !l->ellipsis) p->at++;
    l->ellipsis = false;
    l->keep = true;
    if (l->len == PL_DEP) {
        l->dependent = true;
        loop_restore(p, l);
        return false;
    }
    l->dependent = l->use->element_expansion;
    l->use->element_expansion = false;
    if (++l->i >= l->len) {
        loop_restore(p, l);
        return false;
    }
    return loop_again(p, l, l->i);
}

// ---- sizeof...(P) ------------------------------------------------------------------------------

Expr *cxx_parse_sizeof_pack(Parse *p) {
    Cxx *x = p->x;
    Pos pos = p->tok[p->at ? p->at - 1 : 0].pos;
    p->at++; // ...
    if (cxx_peek(p) != T_LPAREN || cxx_peek_n(p, 1) != T_IDENT || cxx_peek_n(p, 2) != T_RPAREN) {
        CXX_DIAG(x, tmpl_sizeof_pack_name, p->tok[p->at].pos);
        return cxx_expr_error(x, pos);
    }
    Pos at = p->tok[p->at + 1].pos;
    Atom name = p->tok[p->at + 1].text;
    p->at += 3;
    Lookup l = {0};
    if (!cxx_lookup(p, name, 0, &l) || !l.n) {
        CXX_DIAG(x, tmpl_not_a_pack, at, name);
        return cxx_expr_error(x, pos);
    }
    Decl *d = l.at[0];
    int64_t n = -1;
    if (d->kind == D_PACK) {
        if (!d->type || d->type->kind != TY_PACK) n = ((PackDecl *)d)->n;
    } else if (d->kind == D_TPARM && ((TParmDecl *)d)->pack) {
        TmplArg *a = cxx_env_arg(p->env, (TParmDecl *)d);
        if (a && a->kind == TA_PACK && !a->pack->has_pack_expansion) n = a->pack->n;
    } else if (!(d->kind == D_VAR && d->type->kind == TY_PACK)) {
        CXX_DIAG(x, tmpl_not_a_pack, at, name);
        return cxx_expr_error(x, pos);
    }
    if (n >= 0) return cxx_expr_int(x, x->ty_size_t, (uint64_t)n, pos);
    Expr *e = cxx_expr_new(x, E_SIZEOF_PACK, x->ty_size_t, VC_PRVALUE, pos);
    e->u.decl = d;
    e->flags |= EF_VALUE_DEP;
    return e;
}

// ---- __integer_pack(N) (GNU): a pack of the values 0 ... N-1 ------------------------------------

Expr *cxx_parse_integer_pack(Parse *p) {
    Cxx *x = p->x;
    Pos pos = p->tok[p->at].pos;
    Atom name = p->tok[p->at].text;
    p->at += 2;
    bool in_targs = p->in_targs, const_expr = p->const_expr;
    p->in_targs = false;
    p->const_expr = true;
    Expr *n = cxx_parse_const_expr(p);
    p->in_targs = in_targs;
    p->const_expr = const_expr;
    if (!xe_expect(p, T_RPAREN, ")") || n->kind == E_ERROR) return cxx_expr_error(x, pos);
    bool dep = n->flags & (EF_TYPE_DEP | EF_VALUE_DEP);
    ApInt len = {0};
    if (!dep && !cxx_const_int(x, n, &len, true)) return cxx_expr_error(x, pos);
    if (!dep && ((!ty_is_unsigned(n->type) && apint_is_neg(&len)) || apint_u128(&len) > 1u << 24)) {
        CXX_DIAG(x, tmpl_integer_pack, pos);
        return cxx_expr_error(x, pos);
    }
    note(p, name, dep ? -1 : (int64_t)apint_u64(&len));
    bool element = !dep && p->pack_index >= 0 && (uint64_t)p->pack_index < apint_u64(&len);
    if (element) return cxx_expr_int(x, ty_unqual(n->type), (uint64_t)p->pack_index, pos);
    Expr *f = cxx_expr_new(x, E_DEP_NAME, x->ty_dependent, VC_PRVALUE, pos);
    f->u.dep.name = name;
    f->flags |= EF_TYPE_DEP | EF_VALUE_DEP;
    Expr *e = cxx_expr_new(x, E_DEP_CALL, ty_unqual(n->type), VC_PRVALUE, pos);
    e->a = f;
    e->arg = arena_array(tm_arena(x), Expr *, 1);
    e->arg[0] = n;
    e->n = 1;
    e->flags |= EF_VALUE_DEP | EF_HAS_PACK | (n->flags & EF_TYPE_DEP);
    return e;
}

// ---- fold expressions [expr.prim.fold] ----------------------------------------------------------

static CxxOp fold_op(uint16_t tok) {
    switch (tok) {
    case T_PLUS: return OP_ADD;
    case T_MINUS: return OP_SUB;
    case T_STAR: return OP_MUL;
    case T_SLASH: return OP_DIV;
    case T_PERCENT: return OP_REM;
    case T_CARET: return OP_XOR;
    case T_AMP: return OP_AND;
    case T_PIPE: return OP_OR;
    case T_LTLT: return OP_SHL;
    case T_GTGT: return OP_SHR;
    case T_PLUSEQ: return OP_ADD_ASSIGN;
    case T_MINUSEQ: return OP_SUB_ASSIGN;
    case T_STAREQ: return OP_MUL_ASSIGN;
    case T_SLASHEQ: return OP_DIV_ASSIGN;
    case T_PERCENTEQ: return OP_REM_ASSIGN;
    case T_CARETEQ: return OP_XOR_ASSIGN;
    case T_AMPEQ: return OP_AND_ASSIGN;
    case T_PIPEEQ: return OP_OR_ASSIGN;
    case T_LTLTEQ: return OP_SHL_ASSIGN;
    case T_GTGTEQ: return OP_SHR_ASSIGN;
    case T_ASSIGN: return OP_ASSIGN;
    case T_EQEQ: return OP_EQ;
    case T_NOTEQ: return OP_NE;
    case T_LT: return OP_LT;
    case T_GT: return OP_GT;
    case T_LTEQ: return OP_LE;
    case T_GTEQ: return OP_GE;
    case T_AMPAMP: return OP_LAND;
    case T_PIPEPIPE: return OP_LOR;
    case T_COMMA: return OP_COMMA;
    case T_DOTSTAR: return OP_DOT_STAR;
    case T_ARROWSTAR: return OP_ARROW_STAR;
    default: return OP_NONE;
    }
}

// The `...` of a fold expression in the parentheses that open at `open`, or 0.
static uint32_t fold_ellipsis(const Parse *p, uint32_t open) {
    uint32_t close = p->tok[open].match;
    if (p->tok[open + 1].kind == T_ELLIPSIS) {
        return fold_op(p->tok[open + 2].kind) ? open + 1 : 0;
    }
    for (uint32_t i = open + 1; i < close; i++) {
        const Token *t = &p->tok[i];
        if (lex_is_open(t->kind)) {
            i = t->match;
        } else if (t->kind == T_LT && t[-1].kind == T_IDENT && t[-1].text < p->x->decls->natoms &&
                   p->x->decls->is_template[t[-1].text]) { // f<A<T>...>: no operator >
            uint32_t e = cxx_skip_angles(p->x, i, close);
            if (e) i = e - 1;
        } else if (t->kind == T_ELLIPSIS && fold_op(t[-1].kind) &&
                   (i + 1 == close || t[1].kind == t[-1].kind)) {
            return i;
        } else if (t->kind == T_SEMI) {
            return 0;
        }
    }
    return 0;
}

typedef struct Fold {
    CxxOp op;
    bool left, dependent;
    Expr *init;
    VEC(Expr *) el;
    Pos pos;
} Fold;

// Parses the pattern at p->at for every element. If no pack is met the operand is the initial
// value, which is returned; else NULL.
static Expr *fold_operand(Parse *p, Fold *f) {
    uint32_t start = p->at;
    int32_t index = p->pack_index;
    struct PackUse *outer = p->pack_use, *u = use_new(p->x);
    p->pack_use = u;
    p->pack_index = 0;
    Expr *e = xe_parse_unary(p);
    Expr *init = NULL;
    if (!u->any) {
        init = e;
    } else if (u->mismatch) {
        CXX_DIAG(p->x, tmpl_pack_lengths, u->pos, u->name);
        init = cxx_expr_error(p->x, f->pos);
    } else if (u->unbound) {
        f->dependent = true;
        vec_push(tm_arena(p->x), &f->el, e);
    } else {
        f->dependent |= u->element_expansion;
        if (u->len > 0) vec_push(tm_arena(p->x), &f->el, e);
        for (int64_t i = 1; i < u->len; i++) {
            p->at = start;
            p->pack_index = (int32_t)i;
            vec_push(tm_arena(p->x), &f->el, xe_parse_unary(p));
        }
    }
    p->pack_index = index;
    p->pack_use = outer;
    if (init && outer) use_merge(outer, u);
    return init;
}

static Expr *fold_empty(Parse *p, Fold *f) {
    Cxx *x = p->x;
    if (f->init) return f->init;
    switch (f->op) {
    case OP_LAND: return cxx_expr_int(x, ty_basic(x, TY_BOOL), 1, f->pos);
    case OP_LOR: return cxx_expr_int(x, ty_basic(x, TY_BOOL), 0, f->pos);
    case OP_COMMA: return cxx_value_init(p, ty_basic(x, TY_VOID), f->pos);
    default:
        CXX_DIAG(x, tmpl_fold_empty, f->pos, xe_op_text(f->op));
        return cxx_expr_error(x, f->pos);
    }
}

static Expr *fold_step(Parse *p, const Fold *f, Expr *a, Expr *b) {
    bool memptr = f->op == OP_DOT_STAR || f->op == OP_ARROW_STAR;
    return xe_limited(p, memptr ? xe_parse_member_pointer(p, a, b, f->op == OP_ARROW_STAR, f->pos)
                                : cxx_build_binary(p, f->op, a, b, f->pos));
}

static Expr *fold_build(Parse *p, Fold *f) {
    if (f->dependent) {
        Expr *e = cxx_expr_new(p->x, E_FOLD, p->x->ty_dependent, VC_PRVALUE, f->pos);
        e->op = f->op;
        e->a = f->init;
        e->b = f->el.at[0];
        e->flags |= EF_TYPE_DEP | EF_VALUE_DEP | (f->left ? EF_REWRITTEN : 0);
        return e;
    }
    if (!f->el.n) return fold_empty(p, f);
    Expr *acc = f->init;
    for (uint32_t i = 0; i < f->el.n; i++) {
        Expr *e = f->el.at[f->left ? i : f->el.n - 1 - i];
        if (!acc)
            acc = e;
        else if (f->left)
            acc = fold_step(p, f, acc, e);
        else
            acc = fold_step(p, f, e, acc);
    }
    return acc;
}

Expr *cxx_parse_fold(Parse *p) {
    uint32_t open = p->at, close = p->tok[open].match;
    uint32_t dots = close > open + 2 && close < p->end ? fold_ellipsis(p, open) : 0;
    if (!dots) return NULL;
    Fold f = {.pos = p->tok[open].pos};
    bool unary_left = dots == open + 1;
    f.op = fold_op(p->tok[unary_left ? dots + 1 : dots - 1].kind);
    bool in_targs = p->in_targs;
    uint32_t end = p->end;
    p->in_targs = false;
    if (unary_left) {
        f.left = true;
        p->at = dots + 2;
        Expr *e = fold_operand(p, &f);
        if (e) f.init = e, CXX_DIAG(p->x, tmpl_fold_no_pack, f.pos);
    } else {
        p->at = open + 1;
        p->end = dots - 1;
        f.init = fold_operand(p, &f);
        p->end = end;
        if (p->at < dots - 1) CXX_DIAG(p->x, tmpl_fold_operand, p->tok[p->at].pos);
        p->at = dots + 1;
        if (dots + 1 != close) {
            f.left = f.init != NULL;
            bool second = f.left;
            p->at = dots + 2;
            if (second) {
                if (fold_operand(p, &f)) CXX_DIAG(p->x, tmpl_fold_no_pack, f.pos);
            } else {
                f.init = xe_parse_unary(p);
            }
        } else if (f.init) {
            CXX_DIAG(p->x, tmpl_fold_no_pack, f.pos);
        }
    }
    if (p->at < close) CXX_DIAG(p->x, tmpl_fold_operand, p->tok[p->at].pos);
    p->at = close + 1;
    p->in_targs = in_targs;
    return fold_build(p, &f);
}
