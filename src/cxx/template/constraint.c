// SPDX-License-Identifier: Apache-2.0
// Constraints [temp.constr]: whether the constraints of a declaration hold for bound arguments.
//
// A constraint is kept as its tokens. Its shape - which operands `&&` and `||` combine - is found
// from the tokens alone (constraint_shape), so that satisfaction can stop early as
// [temp.constr.op] has it: what is not looked at is not substituted. An operand that is nothing but
// a concept-id is replaced by the concept's own constraint; its satisfaction is remembered per
// concept and argument list [temp.constr.constr]/3. Every other operand is an atomic constraint: it
// is parsed with the parameters bound, under a trap, for failing to substitute means "not
// satisfied" [temp.constr.atomic]/3.
//
// Why something is not satisfied is found by asking again with TmplTable.why set; the innermost
// atomic constraint that failed is described.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/template/template.h"

enum { PREC_ATOM = 6 }; // binds tighter than && (rules of expr/expr.c)
enum { SAT_YES = 1, SAT_NO, SAT_BUSY };

// ---- shapes ------------------------------------------------------------------------------------

bool cxx_names_concept(Cxx *x, Atom a) {
    return a < x->decls->natoms && (x->decls->is_template[a] & 4);
}

// At '<' behind an identifier: does it open template arguments?
static uint32_t skip_targs(Cxx *x, uint32_t at, uint32_t end) {
    const Token *t = &x->tokens->at[at];
    if (t[-1].kind != T_IDENT) {
        if (lex_is_keyword(t[-1].kind)) return cxx_skip_angles(x, at, end); // static_cast<
        return 0;
    }
    Atom a = t[-1].text;
    bool known = (a < x->decls->natoms && x->decls->is_template[a]) || t[-2].kind == T_COLCOL ||
                 t[-2].kind == T_KW_TEMPLATE;
    return known ? cxx_skip_angles(x, at, end) : 0;
}

// The first `op` in [at, end) outside of all brackets, or `end`.
static uint32_t find_operator(Cxx *x, uint32_t at, uint32_t end, uint16_t op) {
    const Token *tok = x->tokens->at;
    for (uint32_t i = at; i < end;) {
        uint16_t k = tok[i].kind;
        if (k == op && i > at) return i;
        uint32_t e = k == T_LT && i > at ? skip_targs(x, i, end) : 0;
        i = lex_is_open(k) ? cxx_skip_group(tok, i, end) : e ? e : i + 1;
    }
    return end;
}

static bool folds(const Token *tok, uint32_t at, uint32_t end) {
    for (uint32_t i = at; i < end; i++) {
        if (lex_is_open(tok[i].kind))
            i = cxx_skip_group(tok, i, end) - 1;
        else if (tok[i].kind == T_ELLIPSIS)
            return true;
    }
    return false;
}

// Whether the tokens can be a concept-id: [::] name [:: name]... [<...>].
static bool concept_shape(Cxx *x, uint32_t at, uint32_t end) {
    const Token *tok = x->tokens->at;
    uint32_t i = at;
    if (i < end && tok[i].kind == T_COLCOL) i++;
    for (;; i += 2) {
        if (i >= end || tok[i].kind != T_IDENT) return false;
        if (i + 1 >= end || tok[i + 1].kind != T_COLCOL) break;
    }
    if (!cxx_names_concept(x, tok[i].text)) return false;
    if (++i == end) return true;
    return tok[i].kind == T_LT && cxx_skip_angles(x, i, end) == end;
}

static Constraint *shape_new(Cxx *x, ConstraintKind k, TokRange r) {
    Constraint *c = arena_new(tm_arena(x), Constraint);
    c->kind = (uint8_t)k;
    c->r = r;
    return c;
}

static Constraint *shape_of(Cxx *x, TokRange r, uint32_t depth);

// The operands of `op` in r, joined from the right: a chain goes along `b`. NULL: there is no op.
static Constraint *shape_of_chain(Cxx *x, TokRange r, uint16_t op, uint32_t depth) {
    Constraint *first = NULL, **at = &first;
    for (;;) {
        uint32_t end = find_operator(x, r.begin, r.end, op);
        if (end == r.end) break;
        Constraint *c = shape_new(x, op == T_PIPEPIPE ? CON_OR : CON_AND, r);
        c->a = shape_of(x, (TokRange){r.begin, end}, depth + 1);
        *at = c;
        at = &c->b;
        r.begin = end + 1;
    }
    if (first) *at = shape_of(x, r, depth + 1);
    return first;
}

static Constraint *shape_of(Cxx *x, TokRange r, uint32_t depth) {
    const Token *tok = x->tokens->at;
    while (r.end > r.begin + 2 && tok[r.begin].kind == T_LPAREN &&
           tok[r.begin].match + 1 == r.end && !folds(tok, r.begin + 1, r.end - 1)) {
        r.begin++;
        r.end--;
    }
    Constraint *c = NULL;
    if (depth < x->ctx->max_depth) {
        c = shape_of_chain(x, r, T_PIPEPIPE, depth);
        if (!c) c = shape_of_chain(x, r, T_AMPAMP, depth);
    }
    return c ? c : shape_new(x, concept_shape(x, r.begin, r.end) ? CON_CONCEPT : CON_ATOM, r);
}

Constraint *cxx_constraint_shape(Cxx *x, TokRange r) {
    Map *m = &tm_table(x)->shapes;
    if (!m->arena) map_init(m, tm_arena(x));
    void **slot = map_slot(m, (uint64_t)r.begin << 32 | r.end);
    if (!*slot) *slot = shape_of(x, r, 0);
    return *slot;
}

// ---- explanations ------------------------------------------------------------------------------

static void token_text(Cxx *x, Buf *b, TokRange r) {
    for (uint32_t i = r.begin; i < r.end; i++) {
        const Token *t = &x->tokens->at[i];
        if (i > r.begin && (t->flags & (TF_SPACE | TF_BOL))) buf_putc(b, ' ');
        if (b->n > 120) {
            buf_puts(b, "...");
            return;
        }
        buf_atom(x->ctx, b, t->text);
    }
}

void cxx_unsatisfied(Parse *p, TokRange r, const char *what, const char *detail) {
    Cxx *x = p->x;
    struct TmplTable *t = tm_table(x);
    if (!t->why || *t->why) return;
    Buf b;
    buf_init(&b, tm_arena(x));
    buf_putc(&b, '"');
    token_text(x, &b, r);
    buf_puts(&b, "\" ");
    buf_puts(&b, what);
    if (detail) buf_printf(&b, ": %s", detail);
    Env *e = p->env;
    if (e && e->args && e->args->n && e->params->n) {
        buf_puts(&b, " [with ");
        for (uint32_t i = 0; i < e->params->n && i < e->args->n && b.n < 400; i++) {
            if (i) buf_puts(&b, ", ");
            Atom n = e->params->parm[i]->d.name;
            if (n)
                buf_atom(x->ctx, &b, n);
            else
                buf_puts(&b, "auto");
            buf_putc(&b, '=');
            if (e->args->a[i].kind == TA_PACK)
                cxx_targs_print(x, &b, e->args->a[i].pack);
            else
                tm_arg_print(x, &b, &e->args->a[i]);
        }
        buf_putc(&b, ']');
    }
    *t->why = buf_cstr(&b);
}

// ---- satisfaction ------------------------------------------------------------------------------

static bool atom_holds(Parse *base, TokRange r) {
    Cxx *x = base->x;
    Parse q = *base;
    q.at = r.begin;
    q.end = r.end;
    q.const_expr = q.unevaluated = true;
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    trap.keep = tm_table(x)->why != NULL;
    Expr *e = xe_parse_binary(&q, PREC_ATOM);
    if (!xe_err(e) && q.at < q.end) CXX_DIAG(x, d_expected_token, q.tok[q.at].pos, ";");
    if (diag_trap_pop(x->ctx, &trap) || xe_err(e)) {
        cxx_unsatisfied(base, r, "is invalid", trap.text);
        return false;
    }
    if (e->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) return true;
    HardCtx h;
    tm_hard_begin(x, &h);
    bool v = false;
    if (ty_unqual(e->type)->kind != TY_BOOL) {
        CXX_DIAG(x, tmpl_atom_not_bool, q.tok[r.begin].pos, e->type);
    } else {
        ApInt i;
        e = e->cat == VC_PRVALUE ? e : cxx_rvalue(&q, e);
        if (cxx_const_int(x, e, &i, true)) v = !apint_is_zero(&i);
    }
    bool bad = tm_hard_end(x, &h) != 0;
    if (!v) cxx_unsatisfied(base, r, bad ? "is not a constant" : "is false", NULL);
    return v;
}

TemplateDecl *cxx_parse_concept_id(Parse *p, const TmplArg *first, TmplArgs **args) {
    Cxx *x = p->x;
    QualName q;
    if (!cxx_parse_qual_name(p, &q)) return NULL;
    Decl *d = q.found.n ? q.found.at[0] : NULL;
    if (!d || d->kind != D_TEMPLATE || ((TemplateDecl *)d)->kind != TK_CONCEPT) {
        CXX_DIAG(x, tmpl_not_concept, q.pos, q.name);
        return NULL;
    }
    *args = cxx_concept_args(p, (TemplateDecl *)d, first, q.targs, q.pos);
    return *args ? (TemplateDecl *)d : NULL;
}

TmplArgs *cxx_concept_args(Parse *p, TemplateDecl *t, const TmplArg *first, TmplArgs *raw,
                           Pos pos) {
    uint32_t n = raw ? raw->n : 0, k = first != NULL;
    TmplArg *a = arena_array(tm_arena(p->x), TmplArg, n + k + 1);
    if (first) a[0] = *first;
    for (uint32_t i = 0; i < n; i++) a[k + i] = raw->a[i];
    return tm_check_args(p, &t->d, t->params, t->env, a, n + k, pos);
}

static bool constraint_holds(Parse *base, const Constraint *c);

static bool concept_operand(Parse *base, const Constraint *c) {
    Cxx *x = base->x;
    Parse q = *base;
    q.at = c->r.begin;
    q.end = c->r.end;
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    trap.keep = tm_table(x)->why != NULL;
    TmplArgs *args;
    TemplateDecl *t = cxx_parse_concept_id(&q, NULL, &args);
    if (diag_trap_pop(x->ctx, &trap) || !t) {
        cxx_unsatisfied(base, c->r, "is invalid", trap.text);
        return false;
    }
    return cxx_concept_satisfied(base, t, args, q.tok[c->r.begin].pos);
}

static bool constraint_holds(Parse *base, const Constraint *c) {
    for (; c->kind == CON_AND || c->kind == CON_OR; c = c->b) {
        bool a = constraint_holds(base, c->a);
        if (a == (c->kind == CON_OR)) return a;
    }
    return c->kind == CON_CONCEPT ? concept_operand(base, c) : atom_holds(base, c->r);
}

bool cxx_constraint_satisfied(Parse *base, TokRange r) {
    return r.begin >= r.end || constraint_holds(base, cxx_constraint_shape(base->x, r));
}

bool cxx_concept_satisfied(Parse *p, TemplateDecl *t, TmplArgs *args, Pos pos) {
    Cxx *x = p->x;
    struct TmplTable *tab = tm_table(x);
    if (args->dependent || (t->d.flags & DF_INVALID)) return true;
    if (!tab->satisfied.arena) map_init(&tab->satisfied, tm_arena(x));
    uint64_t key = (uint64_t)t->d.id << 32 | args->id;
    uintptr_t known = (uintptr_t)map_get(&tab->satisfied, key);
    if (known == SAT_YES) return true;
    if (known == SAT_NO && !(tab->why && !*tab->why)) return false;
    HardCtx h;
    if (known == SAT_BUSY) {
        tm_hard_begin(x, &h);
        CXX_DIAG(x, tmpl_concept_recursive, pos, &t->d);
        tm_hard_end(x, &h);
        return false;
    }
    if (p->depth + 8 >= x->ctx->max_depth) { // of the parser: not "not satisfied"
        HardCtx h;
        tm_hard_begin(x, &h);
        CXX_DIAG(x, tmpl_depth, pos);
        tm_hard_end(x, &h);
        return false;
    }
    struct InstFrame f;
    if (!tm_push(x, &f, IF_CONCEPT, &t->d, args, pos)) return false;
    map_put(&tab->satisfied, key, (void *)(uintptr_t)SAT_BUSY);
    TokRange r = t->decl_range;
    Parse q = tm_parse_for(p, r.begin, r.end, t->params->scope, tm_env(x, t->params, args, t->env));
    bool v = cxx_constraint_satisfied(&q, r);
    map_put(&tab->satisfied, key, (void *)(uintptr_t)(v ? SAT_YES : SAT_NO));
    tm_pop(x);
    return v;
}

// ---- constraints of declarations ---------------------------------------------------------------

bool cxx_type_constraint(Parse *base, TokRange r, const TmplArg *first) {
    Cxx *x = base->x;
    Parse q = *base;
    q.at = r.begin;
    q.end = r.end;
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    trap.keep = tm_table(x)->why != NULL;
    TmplArgs *args;
    TemplateDecl *t = cxx_parse_concept_id(&q, first, &args);
    if (diag_trap_pop(x->ctx, &trap) || !t) {
        cxx_unsatisfied(base, r, "is invalid", trap.text);
        return false;
    }
    return cxx_concept_satisfied(base, t, args, q.tok[r.begin].pos);
}

static bool parm_satisfied(Parse *p, TParmDecl *d, Env *env) {
    TmplArg *a = cxx_env_arg(env, d);
    if (!a) return true;
    if (a->kind != TA_PACK) return cxx_type_constraint(p, d->constraint, a);
    for (uint32_t i = 0; i < a->pack->n; i++) {
        p->pack_index = (int32_t)i;
        bool ok = cxx_type_constraint(p, d->constraint, &a->pack->a[i]);
        p->pack_index = -1;
        if (!ok) return false;
    }
    return true;
}

bool tm_constrained(const TmplParams *ps) {
    return ps->constrained || ps->requires_end;
}

bool tm_params_satisfied(Cxx *x, TmplParams *ps, Env *env, uint32_t poi) {
    if (!tm_constrained(ps) || env->args->dependent) return true;
    Parse p = cxx_parse_at(x, ps->begin, ps->end, ps->scope, env);
    if (poi) p.poi = poi;
    for (uint32_t i = 0; i < ps->n; i++) {
        if (ps->parm[i]->constraint.end && !parm_satisfied(&p, ps->parm[i], env)) return false;
    }
    return cxx_constraint_satisfied(&p, (TokRange){ps->requires_begin, ps->requires_end});
}

Parse cxx_trailing_parse(Cxx *x, FuncDecl *f) {
    Scope *s = f->param_scope ? f->param_scope : f->d.scope;
    Parse p = cxx_parse_at(x, f->requires_range.begin, f->requires_range.end, s,
                           f->body_env ? f->body_env : f->d.env);
    p.fn = NULL;
    if (f->cls) {
        p.cls = f->cls;
        unsigned q = f->d.type->kind == TY_FUNC ? f->d.type->u.func.quals : 0;
        if (!(f->d.flags & DF_STATIC)) p.this_type = ty_qual(x, ty_class(x, f->cls), q);
    }
    return p;
}

bool cxx_answer_func_satisfied(Cxx *x, FuncDecl *f) {
    bool explain = x->tmpls && x->tmpls->why;
    if (f->constraint_state == SAT_YES) return true;
    if (f->constraint_state == SAT_NO && !explain) return false;
    if (f->constraint_state == SAT_BUSY) return false;
    if (f->body_env && f->body_env->args && f->body_env->args->dependent) return true;
    f->constraint_state = SAT_BUSY;
    Parse p = cxx_trailing_parse(x, f);
    bool v = cxx_constraint_satisfied(&p, f->requires_range);
    f->constraint_state = v ? SAT_YES : SAT_NO;
    return v;
}

bool cxx_trailing_early(Cxx *x, const FuncDecl *f) {
    for (uint32_t i = f->requires_range.begin; i < f->requires_range.end; i++) {
        const Token *t = &x->tokens->at[i];
        if (t->kind == T_KW_THIS) return false;
        if (t->kind == T_IDENT && f->param_scope && map_get(&f->param_scope->names, t->text))
            return false;
    }
    return true;
}

const char *cxx_why_params(Cxx *x, TmplParams *ps, Env *env) {
    struct TmplTable *t = tm_table(x);
    const char *why = NULL, **old = t->why;
    t->why = &why;
    tm_params_satisfied(x, ps, env, 0);
    t->why = old;
    return why ? why : "a constraint is not satisfied";
}

const char *cxx_why_concept(Parse *p, TemplateDecl *c, TmplArgs *args, Pos pos) {
    struct TmplTable *t = tm_table(p->x);
    const char *why = NULL, **old = t->why;
    t->why = &why;
    cxx_concept_satisfied(p, c, args, pos);
    t->why = old;
    return why ? why : "a constraint is not satisfied";
}

// The placeholder of a declared type, or NULL.
static Type *placeholder(Type *t) {
    while (t->kind == TY_PTR || ty_is_ref(t)) t = t->u.ptr.to;
    return t->kind == TY_AUTO || t->kind == TY_DECLTYPE_AUTO ? t : NULL;
}

bool cxx_auto_satisfied(Parse *p, Type *declared, Type *deduced, Pos pos) {
    Type *a = placeholder(declared);
    if (!a || !a->u.spec.tmpl || ty_dependent(deduced) || deduced->kind == TY_ERROR) return true;
    Cxx *x = p->x;
    TemplateDecl *c = (TemplateDecl *)a->u.spec.tmpl;
    TmplArg first = {.kind = TA_TYPE, .type = deduced};
    TmplArgs *args = cxx_concept_args(p, c, &first, a->u.spec.args, pos);
    if (!args) return false;
    if (cxx_concept_satisfied(p, c, args, pos)) return true;
    const char *why = diag_trapped(x->ctx) ? "" : cxx_why_concept(p, c, args, pos);
    return CXX_DIAG(x, tmpl_auto_constraint, pos, deduced, &c->d, why);
}

bool cxx_check_template_id(Parse *p, TemplateDecl *t, TmplArgs *args, Pos pos) {
    Cxx *x = p->x;
    if (!tm_constrained(t->params) || args->dependent || args->n != t->params->n) return true;
    Env *env = tm_env(x, t->params, args, t->env);
    if (tm_params_satisfied(x, t->params, env, p->poi)) return true;
    const char *why = "";
    if (!diag_trapped(x->ctx) || diag_trap_keeps(x->ctx)) why = cxx_why_params(x, t->params, env);
    return CXX_DIAG(x, tmpl_constraints, pos, &t->d, why);
}

// Concept<args> as a value; args as written.
Expr *cxx_answer_concept_id(Parse *p, Decl *concept, TmplArgs *raw, Pos pos) {
    Cxx *x = p->x;
    TemplateDecl *t = (TemplateDecl *)concept;
    if (t->d.flags & DF_INVALID) return cxx_expr_error(x, pos);
    if (!raw) {
        CXX_DIAG(x, x_missing_targs, pos, concept);
        return cxx_expr_error(x, pos);
    }
    TmplArgs *args = cxx_concept_args(p, t, NULL, raw, pos);
    if (!args) return cxx_expr_error(x, pos);
    if (args->dependent) {
        Expr *e = cxx_expr_new(x, E_DEP_NAME, ty_basic(x, TY_BOOL), VC_PRVALUE, pos);
        e->u.dep.name = concept->name;
        e->u.dep.targs = args;
        e->b = xe_ref(p, concept, x->ty_dependent, pos);
        e->flags |= EF_VALUE_DEP;
        return e;
    }
    return cxx_expr_int(x, ty_basic(x, TY_BOOL), cxx_concept_satisfied(p, t, args, pos), pos);
}
