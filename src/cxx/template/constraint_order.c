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

// A normal form: an atomic constraint with its parameter mapping, or a connective.
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

// A form of that kind, without operands.
static Norm *norm_new(Cxx *cxx, ConstraintKind k, TokRange r, Mapping m) {
    Norm *n = arena_new(tm_arena(cxx), Norm);
    *n = (Norm){.kind = (uint8_t)k, .r = r, .ps = m.ps, .args = m.args};
    return n;
}

// Both must hold; NULL is no constraint.
static Norm *conjunction(Cxx *cxx, Norm *a, Norm *b) {
    if (!a || !b) return a ? a : b;
    Norm *n = norm_new(cxx, CON_AND, a->r, (Mapping){0});
    n->a = a;
    n->b = b;
    return n;
}

static Norm *norm_of_concept(Parse *base, TemplateDecl *tmpl, TmplArgs *args);

// A concept-id is replaced by the concept's normal form; one that cannot be parsed stays atomic.
static Norm *normalize_operand(Parse *base, const Constraint *constraint, Mapping mapping) {
    Cxx *cxx = base->x;
    if (constraint->kind == CON_CONCEPT) {
        Parse q = *base;
        q.at = constraint->r.begin;
        q.end = constraint->r.end;
        DiagTrap trap;
        diag_trap_push(cxx->ctx, &trap);
        TmplArgs *args;
        TemplateDecl *t = cxx_parse_concept_id(&q, NULL, &args);
        if (!diag_trap_pop(cxx->ctx, &trap) && t) return norm_of_concept(base, t, args);
    }
    return norm_new(cxx, CON_ATOM, constraint->r, mapping);
}

// The normal form of a shape [temp.constr.normal], along its chain.
static Norm *normalize(Parse *base, const Constraint *constraint, Mapping mapping) {
    Cxx *x = base->x;
    Norm *first = NULL, **at = &first;
    for (; is_any_of(constraint->kind, CON_AND, CON_OR); constraint = constraint->b) {
        Norm *n = norm_new(x, (ConstraintKind)constraint->kind, constraint->r, mapping);
        n->a = normalize(base, constraint->a, mapping);
        *at = n;
        at = &n->b;
    }
    *at = normalize_operand(base, constraint, mapping);
    return first;
}

// The normal form of C<args>, made once.
static Norm *norm_of_concept(Parse *base, TemplateDecl *tmpl, TmplArgs *args) {
    Cxx *cxx = base->x;
    Map *memo = &tm_table(cxx)->norms;
    if (!memo->arena) map_init(memo, tm_arena(cxx));
    uint64_t key = (uint64_t)tmpl->d.id << 32 | args->id;
    Norm *norm = map_get(memo, key);
    if (norm) return norm;
    Mapping m = {tmpl->params, args};
    TokRange r = tmpl->decl_range;
    if (base->depth > cxx->ctx->max_depth) return norm_new(cxx, CON_ATOM, r, m);
    Parse q = tm_parse_for(base, r.begin, r.end, tmpl->params->scope,
                           tm_env(cxx, tmpl->params, args, tmpl->env));
    q.dependent = true;
    norm = normalize(&q, cxx_constraint_shape(cxx, r), m);
    map_put(memo, key, norm);
    return norm;
}

// That of a type-constraint; of a pack it is a fold, which is atomic here.
static Norm *norm_of_parm(Parse *parse, TParmDecl *tparm_decl) {
    Cxx *cxx = parse->x;
    if (tparm_decl->pack)
        return norm_new(cxx, CON_ATOM, tparm_decl->constraint, (Mapping){0}); // a fold
    Parse q = *parse;
    q.at = tparm_decl->constraint.begin;
    q.end = tparm_decl->constraint.end;
    TmplArg first = tm_identity_arg(cxx, tparm_decl);
    TmplArgs *args;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    TemplateDecl *t = cxx_parse_concept_id(&q, &first, &args);
    if (diag_trap_pop(cxx->ctx, &trap) || !t) {
        return norm_new(cxx, CON_ATOM, tparm_decl->constraint, (Mapping){0});
    }
    return norm_of_concept(parse, t, args);
}

// The conjunction of what a list's parameters and its requires-clause ask for; NULL: nothing.
static Norm *norm_of_params(Cxx *cxx, TmplParams *ps, Env *env) {
    if (!ps || !tm_constrained(ps)) return NULL;
    Parse parse = cxx_parse_at(cxx, ps->begin, ps->end, ps->scope, env);
    parse.dependent = true;
    Norm *n = NULL;
    for (uint32_t i = 0; i < ps->n; i++) {
        if (ps->parm[i]->constraint.end) n = conjunction(cxx, n, norm_of_parm(&parse, ps->parm[i]));
    }
    TokRange r = {ps->requires_begin, ps->requires_end};
    if (r.end) {
        n = conjunction(cxx, n, normalize(&parse, cxx_constraint_shape(cxx, r), (Mapping){0}));
    }
    return n;
}

// That of a function's trailing requires-clause, or NULL.
static Norm *norm_of_trailing(Cxx *cxx, FuncDecl *func) {
    if (!func || !func->written.requires.end) return NULL;
    Parse p = cxx_trailing_parse(cxx, func);
    p.dependent = true;
    return normalize(&p, cxx_constraint_shape(cxx, func->written.requires), (Mapping){0});
}

// All constraints of a declaration [temp.constr.decl]/3, made once.
static Norm *norm_of_template(Cxx *cxx, TemplateDecl *t) {
    if (!t->norm_done) {
        t->norm_done = true;
        t->norm = conjunction(cxx, norm_of_params(cxx, t->params, t->env),
                              t->kind == TK_FUNC ? norm_of_trailing(cxx, t->pattern) : NULL);
    }
    return t->norm;
}

// ---- subsumption -------------------------------------------------------------------------------

typedef struct Sequent {
    Cxx *x;
    VEC(Norm *) side[2]; // left, right: also what has been taken apart
    uint32_t work;
    bool too_much;
    bool by_tokens; // arguments are not compared
} Sequent;

// Whether the tokens name it.
static bool names_parm(Cxx *cxx, TokRange r, Atom name) {
    for (uint32_t i = r.begin; i < r.end; i++) {
        if (cxx->tokens->at[i].kind == T_IDENT && cxx->tokens->at[i].text == name) return true;
    }
    return false;
}

// Atoms that may be identical for some parameters.
static bool same_tokens(const Norm *left, const Norm *right) {
    return left->kind == CON_ATOM && right->kind == CON_ATOM && left->r.begin == right->r.begin;
}

// [temp.constr.atomic]/2: the same tokens, and the same arguments for the parameters they name.
static bool identical(Cxx *cxx, const Norm *left, const Norm *right) {
    if (left == right) return true;
    if (left->kind != CON_ATOM || right->kind != CON_ATOM || left->r.begin != right->r.begin ||
        left->r.end != right->r.end || left->ps != right->ps) {
        return false;
    }
    if (left->args == right->args) return true;
    if (!left->args || !right->args || left->args->n != right->args->n ||
        left->args->n != left->ps->n)
        return false;
    for (uint32_t i = 0; i < left->args->n; i++) {
        if (!tm_arg_equal(&left->args->a[i], &right->args->a[i]) &&
            names_parm(cxx, left->r, left->ps->parm[i]->d.name)) {
            return false;
        }
    }
    return true;
}

// Counts work; false: the limit is reached.
static bool spend(Sequent *s, uint32_t work) {
    s->work += work;
    s->too_much |= s->work > WORK_LIMIT;
    return !s->too_much;
}

// Puts n on a side, with the operands of what joins there; true: the branch is closed.
static bool add(Sequent *sequent, int side, Norm *norm, uint32_t depth) {
    ConstraintKind join = side ? CON_OR : CON_AND;
    for (;; norm = norm->b) {
        if (norm->in[!side]) return true;
        if (!norm->in[side]) {
            Norm **other = sequent->side[!side].at;
            uint32_t nother = norm->kind == CON_ATOM ? sequent->side[!side].n : 0;
            if (!spend(sequent, 1 + nother)) return false;
            norm->in[side] = true;
            vec_push(&sequent->x->ctx->scratch, &sequent->side[side], norm);
            for (uint32_t i = 0; i < nother; i++) {
                if (sequent->by_tokens ? same_tokens(norm, other[i])
                                       : identical(sequent->x, norm, other[i]))
                    return true;
            }
        } else if (norm->kind == join) {
            return false; // so are its operands
        }
        if (norm->kind != join) return false;
        if (depth >= DEPTH_LIMIT) sequent->too_much = true;
        if (sequent->too_much) return false;
        if (add(sequent, side, norm->a, depth + 1)) return true;
    }
}

// Takes the forms behind the first n[side] off again.
static void go_back(Sequent *s, const uint32_t n[2]) {
    for (int side = 0; side < 2; side++) {
        while (s->side[side].n > n[side]) s->side[side].at[--s->side[side].n]->in[side] = false;
    }
}

// A connective that branches - || on the left, && on the right - with neither operand there yet:
// the first of whose branches one is closed at once, else one of the side with fewer of them (in a
// conjunctive form on the right, || on the left wait until one clause is left there).
static Norm *next_branch(Sequent *sequent, int *side) {
    Norm *first[2] = {NULL, NULL};
    uint32_t count[2] = {0, 0};
    for (int k = 0; k < 2 && spend(sequent, sequent->side[k].n); k++) {
        ConstraintKind branch = k ? CON_AND : CON_OR;
        for (uint32_t i = 0; i < sequent->side[k].n; i++) {
            Norm *n = sequent->side[k].at[i];
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
static bool proves(Sequent *sequent, uint32_t depth) {
    if (depth >= DEPTH_LIMIT) sequent->too_much = true;
    while (!sequent->too_much) {
        int side;
        Norm *n = next_branch(sequent, &side);
        if (!n) return false;
        uint32_t before[2] = {sequent->side[0].n, sequent->side[1].n};
        bool closed = add(sequent, side, n->a, 0) || proves(sequent, depth + 1);
        go_back(sequent, before);
        if (!closed) return false;
        if (add(sequent, side, n->b, 0)) return true;
    }
    return false;
}

// Whether the first form subsumes the second [temp.constr.order]/1. NULL is no constraint:
// everything subsumes it.
static bool subsumes_by(Cxx *cxx, Norm *tighter, Norm *looser, bool by_tokens) {
    if (!looser || tighter == looser) return true;
    if (!tighter) return false;
    ArenaMark mark = arena_mark(&cxx->ctx->scratch);
    Sequent s = {.x = cxx, .by_tokens = by_tokens};
    bool r = add(&s, 0, tighter, 0) || add(&s, 1, looser, 0) || proves(&s, 0);
    go_back(&s, (uint32_t[2]){0});
    arena_reset(&cxx->ctx->scratch, mark);
    if (!s.too_much) return r;
    HardCtx h;
    tm_hard_begin(cxx, &h);
    CXX_DIAG(cxx, tmpl_order_limit, cxx->tokens->at[tighter->r.begin].pos);
    tm_hard_end(cxx, &h);
    return false;
}

static bool subsumes(Cxx *cxx, Norm *tighter, Norm *looser) {
    return subsumes_by(cxx, tighter, looser, false);
}

// > 0: a is more constrained, < 0: b, 0: neither.
static int compare(Cxx *cxx, Norm *a, Norm *b) {
    if (a == b) return 0;
    bool ab = subsumes(cxx, a, b), ba = subsumes(cxx, b, a);
    return cu_order(ab, ba);
}

// ---- declarations ------------------------------------------------------------------------------

// Whether the template has any constraint at all: most have none.
static bool is_constrained(const TemplateDecl *t) {
    return (t->params && tm_constrained(t->params)) ||
           (t->kind == TK_FUNC && t->pattern && t->pattern->written.requires.end);
}

int cxx_more_constrained(Cxx *cxx, TemplateDecl *a, TemplateDecl *b) {
    if (!is_constrained(a) && !is_constrained(b)) return 0;
    return compare(cxx, norm_of_template(cxx, a), norm_of_template(cxx, b));
}

int cxx_answer_more_constrained_func(Cxx *cxx, FuncDecl *func, FuncDecl *fn) {
    return compare(cxx, norm_of_trailing(cxx, func), norm_of_trailing(cxx, fn));
}

int cxx_more_constrained_partial(Cxx *cxx, PartialSpec *a, PartialSpec *b) {
    return compare(cxx, norm_of_params(cxx, a->params, a->env),
                   norm_of_params(cxx, b->params, b->env));
}

bool cxx_parameter_constrained(Cxx *cxx, const TParmDecl *parm, Env *env, TemplateDecl *argument) {
    // an unconstrained parameter takes arguments of any constraints [temp.arg.template]/3
    bool unconstrained = !parm->tparams || !tm_constrained(parm->tparams);
    if (unconstrained || !tm_constrained(argument->params)) return true;
    Norm *have = norm_of_params(cxx, argument->params, argument->env);
    return subsumes_by(cxx, norm_of_params(cxx, parm->tparams, env), have, true);
}

// ---- equivalence -------------------------------------------------------------------------------

bool cxx_same_head(Cxx *cxx, const TmplParams *left, const TmplParams *right) {
    if (left == right || (!tm_constrained(left) && !tm_constrained(right))) return true;
    if (left->n != right->n) return false;
    for (uint32_t i = 0; i < left->n; i++) {
        if (!cxx_same_clause(cxx, left->parm[i]->constraint, left->scope,
                             right->parm[i]->constraint, right->scope)) {
            return false;
        }
    }
    return cxx_same_clause(cxx, (TokRange){left->requires_begin, left->requires_end}, left->scope,
                           (TokRange){right->requires_begin, right->requires_end}, right->scope);
}
