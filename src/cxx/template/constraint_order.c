// SPDX-License-Identifier: Apache-2.0
// Partial ordering of declarations by their constraints [temp.constr.order]. Normal forms
// [temp.constr.normal] are trees over atomic constraints; an atomic constraint is the tokens of its
// expression and the arguments of the concept it stands in (its parameter mapping), so two are
// identical when the tokens are the same ones and the arguments named in them are the same.
//
// P subsumes Q is decided as a sequent P |- Q (left: all hold, right: one holds), which is the
// standard's comparison of disjunctive with conjunctive normal form without writing these out:
// connectives are taken apart one at a time, and a branch is closed when a form stands on both
// sides. Normal forms of concept-ids are shared, so that equal ones close a branch at once and
// none is taken apart twice in a branch. The work can be exponential and has a limit.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/template/template.h"

enum { WORK_LIMIT = 16 << 20, DEPTH_LIMIT = 2000 };

struct Norm {
    uint8_t kind; // CON_ATOM, CON_AND, CON_OR
    bool in[2];   // stands on that side of the sequent that is looked at
    TokRange r;
    TmplParams *ps;
    TmplArgs *args;
    struct Norm *a, *b;
};
typedef struct Norm Norm;

// ---- normal forms ------------------------------------------------------------------------------

typedef struct Mapping { // of the concept whose constraint is being normalized
    TmplParams *ps;
    TmplArgs *args;
} Mapping;

static Norm *norm_new(Cxx *x, ConstraintKind k, TokRange r, Mapping m) {
    Norm *n = arena_new(tm_arena(x), Norm);
    *n = (Norm){.kind = (uint8_t)k, .r = r, .ps = m.ps, .args = m.args};
    return n;
}

static Norm *conjunction(Cxx *x, Norm *a, Norm *b) {
    if (!a || !b) return a ? a : b;
    Norm *n = norm_new(x, CON_AND, a->r, (Mapping){0});
    n->a = a;
    n->b = b;
    return n;
}

static Norm *norm_of_concept(Parse *base, TemplateDecl *t, TmplArgs *args);

static Norm *normalize_operand(Parse *base, const Constraint *c, Mapping m) {
    Cxx *x = base->x;
    if (c->kind == CON_CONCEPT) {
        Parse q = *base;
        q.at = c->r.begin;
        q.end = c->r.end;
        DiagTrap trap;
        diag_trap_push(x->ctx, &trap);
        TmplArgs *args;
        TemplateDecl *t = cxx_parse_concept_id(&q, NULL, &args);
        if (!diag_trap_pop(x->ctx, &trap) && t) return norm_of_concept(base, t, args);
    }
    return norm_new(x, CON_ATOM, c->r, m);
}

static Norm *normalize(Parse *base, const Constraint *c, Mapping m) {
    Cxx *x = base->x;
    Norm *first = NULL, **at = &first;
    for (; c->kind == CON_AND || c->kind == CON_OR; c = c->b) {
        Norm *n = norm_new(x, (ConstraintKind)c->kind, c->r, m);
        n->a = normalize(base, c->a, m);
        *at = n;
        at = &n->b;
    }
    *at = normalize_operand(base, c, m);
    return first;
}

static Norm *norm_of_concept(Parse *base, TemplateDecl *t, TmplArgs *args) {
    Cxx *x = base->x;
    Map *memo = &tm_table(x)->norms;
    if (!memo->arena) map_init(memo, tm_arena(x));
    uint64_t key = (uint64_t)t->d.id << 32 | args->id;
    Norm *n = map_get(memo, key);
    if (n) return n;
    Mapping m = {t->params, args};
    TokRange r = t->decl_range;
    if (base->depth > x->ctx->max_depth) return norm_new(x, CON_ATOM, r, m);
    Parse q =
        tm_parse_for(base, r.begin, r.end, t->params->scope, tm_env(x, t->params, args, t->env));
    q.dependent = true;
    n = normalize(&q, cxx_constraint_shape(x, r), m);
    map_put(memo, key, n);
    return n;
}

static Norm *norm_of_parm(Parse *p, TParmDecl *d) {
    Cxx *x = p->x;
    if (d->pack) return norm_new(x, CON_ATOM, d->constraint, (Mapping){0}); // a fold
    Parse q = *p;
    q.at = d->constraint.begin;
    q.end = d->constraint.end;
    TmplArg first = tm_identity_arg(x, d);
    TmplArgs *args;
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    TemplateDecl *t = cxx_parse_concept_id(&q, &first, &args);
    if (diag_trap_pop(x->ctx, &trap) || !t) {
        return norm_new(x, CON_ATOM, d->constraint, (Mapping){0});
    }
    return norm_of_concept(p, t, args);
}

static Norm *norm_of_params(Cxx *x, TmplParams *ps, Env *env) {
    if (!ps || !tm_constrained(ps)) return NULL;
    Parse p = cxx_parse_at(x, ps->begin, ps->end, ps->scope, env);
    p.dependent = true;
    Norm *n = NULL;
    for (uint32_t i = 0; i < ps->n; i++) {
        if (ps->parm[i]->constraint.end) n = conjunction(x, n, norm_of_parm(&p, ps->parm[i]));
    }
    TokRange r = {ps->requires_begin, ps->requires_end};
    if (r.end) {
        n = conjunction(x, n, normalize(&p, cxx_constraint_shape(x, r), (Mapping){0}));
    }
    return n;
}

static Norm *norm_of_trailing(Cxx *x, FuncDecl *f) {
    if (!f || !f->requires_range.end) return NULL;
    Parse p = cxx_trailing_parse(x, f);
    p.dependent = true;
    return normalize(&p, cxx_constraint_shape(x, f->requires_range), (Mapping){0});
}

static Norm *norm_of_template(Cxx *x, TemplateDecl *t) {
    if (!t->norm_done) {
        t->norm_done = true;
        t->norm = conjunction(x, norm_of_params(x, t->params, t->env),
                              t->kind == TK_FUNC ? norm_of_trailing(x, t->pattern) : NULL);
    }
    return t->norm;
}

// ---- subsumption -------------------------------------------------------------------------------

typedef struct Sequent {
    Cxx *x;
    VEC(Norm *) side[2]; // left, right: also what has been taken apart
    uint32_t work;
    bool too_much;
} Sequent;

static bool names_parm(Cxx *x, TokRange r, Atom name) {
    for (uint32_t i = r.begin; i < r.end; i++) {
        if (x->tokens->at[i].kind == T_IDENT && x->tokens->at[i].text == name) return true;
    }
    return false;
}

static bool identical(Cxx *x, const Norm *a, const Norm *b) {
    if (a == b) return true;
    if (a->kind != CON_ATOM || b->kind != CON_ATOM || a->r.begin != b->r.begin ||
        a->r.end != b->r.end || a->ps != b->ps) {
        return false;
    }
    if (a->args == b->args) return true;
    if (!a->args || !b->args || a->args->n != b->args->n || a->args->n != a->ps->n) return false;
    for (uint32_t i = 0; i < a->args->n; i++) {
        if (!tm_arg_equal(&a->args->a[i], &b->args->a[i]) &&
            names_parm(x, a->r, a->ps->parm[i]->d.name)) {
            return false;
        }
    }
    return true;
}

static bool spend(Sequent *s, uint32_t work) {
    s->work += work;
    s->too_much |= s->work > WORK_LIMIT;
    return !s->too_much;
}

// Puts n on a side, with the operands of what joins there; true: the branch is closed.
static bool add(Sequent *s, int side, Norm *n, uint32_t depth) {
    ConstraintKind join = side ? CON_OR : CON_AND;
    for (;; n = n->b) {
        if (n->in[!side]) return true;
        if (!n->in[side]) {
            Norm **other = s->side[!side].at;
            uint32_t nother = n->kind == CON_ATOM ? s->side[!side].n : 0;
            if (!spend(s, 1 + nother)) return false;
            n->in[side] = true;
            vec_push(&s->x->ctx->scratch, &s->side[side], n);
            for (uint32_t i = 0; i < nother; i++) {
                if (identical(s->x, n, other[i])) return true;
            }
        } else if (n->kind == join) {
            return false; // so are its operands
        }
        if (n->kind != join) return false;
        if (depth >= DEPTH_LIMIT) s->too_much = true;
        if (s->too_much) return false;
        if (add(s, side, n->a, depth + 1)) return true;
    }
}

static void go_back(Sequent *s, const uint32_t n[2]) {
    for (int side = 0; side < 2; side++) {
        while (s->side[side].n > n[side]) s->side[side].at[--s->side[side].n]->in[side] = false;
    }
}

// A connective that branches - || on the left, && on the right - with neither operand there yet:
// the first of whose branches one is closed at once, else one of the side with fewer of them (in a
// conjunctive form on the right, || on the left wait until one clause is left there).
static Norm *next_branch(Sequent *s, int *side) {
    Norm *first[2] = {NULL, NULL};
    uint32_t count[2] = {0, 0};
    for (int k = 0; k < 2 && spend(s, s->side[k].n); k++) {
        ConstraintKind branch = k ? CON_AND : CON_OR;
        for (uint32_t i = 0; i < s->side[k].n; i++) {
            Norm *n = s->side[k].at[i];
            if (n->kind != branch || n->a->in[k] || n->b->in[k]) continue;
            *side = k;
            if (n->a->in[!k] || n->b->in[!k]) return n;
            if (!count[k]++) first[k] = n;
        }
    }
    *side = !count[0] || (count[1] && count[1] < count[0]);
    return first[*side];
}

// Whether all branches close, from a state that is not closed.
static bool proves(Sequent *s, uint32_t depth) {
    if (depth >= DEPTH_LIMIT) s->too_much = true;
    while (!s->too_much) {
        int side;
        Norm *n = next_branch(s, &side);
        if (!n) return false;
        uint32_t before[2] = {s->side[0].n, s->side[1].n};
        bool closed = add(s, side, n->a, 0) || proves(s, depth + 1);
        go_back(s, before);
        if (!closed) return false;
        if (add(s, side, n->b, 0)) return true;
    }
    return false;
}

static bool subsumes(Cxx *x, Norm *p, Norm *q) {
    if (!q || p == q) return true;
    if (!p) return false;
    ArenaMark mark = arena_mark(&x->ctx->scratch);
    Sequent s = {.x = x};
    bool r = add(&s, 0, p, 0) || add(&s, 1, q, 0) || proves(&s, 0);
    go_back(&s, (uint32_t[2]){0});
    arena_reset(&x->ctx->scratch, mark);
    if (!s.too_much) return r;
    HardCtx h;
    tm_hard_begin(x, &h);
    CXX_DIAG(x, tmpl_order_limit, x->tokens->at[p->r.begin].pos);
    tm_hard_end(x, &h);
    return false;
}

static int compare(Cxx *x, Norm *a, Norm *b) {
    if (a == b) return 0;
    bool ab = subsumes(x, a, b), ba = subsumes(x, b, a);
    return ab == ba ? 0 : ab ? 1 : -1;
}

// ---- declarations ------------------------------------------------------------------------------

static bool is_constrained(const TemplateDecl *t) {
    return (t->params && tm_constrained(t->params)) ||
           (t->kind == TK_FUNC && t->pattern && t->pattern->requires_range.end);
}

int cxx_more_constrained(Cxx *x, TemplateDecl *a, TemplateDecl *b) {
    if (!is_constrained(a) && !is_constrained(b)) return 0;
    return compare(x, norm_of_template(x, a), norm_of_template(x, b));
}

int cxx_answer_more_constrained_func(Cxx *x, FuncDecl *a, FuncDecl *b) {
    return compare(x, norm_of_trailing(x, a), norm_of_trailing(x, b));
}

int cxx_more_constrained_partial(Cxx *x, PartialSpec *a, PartialSpec *b) {
    return compare(x, norm_of_params(x, a->params, a->env), norm_of_params(x, b->params, b->env));
}

// ---- equivalence -------------------------------------------------------------------------------

bool cxx_same_head(Cxx *x, const TmplParams *a, const TmplParams *b) {
    if (a == b || (!tm_constrained(a) && !tm_constrained(b))) return true;
    if (a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (!cxx_same_clause(x, a->parm[i]->constraint, a->scope, b->parm[i]->constraint,
                             b->scope)) {
            return false;
        }
    }
    return cxx_same_clause(x, (TokRange){a->requires_begin, a->requires_end}, a->scope,
                           (TokRange){b->requires_begin, b->requires_end}, b->scope);
}
