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

bool cxx_names_concept(Cxx *cxx, Atom a) {
    return a < cxx->decls->index.natoms && (cxx->decls->index.is_template[a] & 4);
}

// At '<' behind an identifier: does it open template arguments?
static uint32_t skip_targs(Cxx *cxx, uint32_t at, uint32_t end) {
    const Token *t = &cxx->tokens->at[at];
    if (t[-1].kind != T_IDENT) {
        if (lex_is_keyword(t[-1].kind)) return cxx_skip_angles(cxx, at, end); // static_cast<
        return 0;
    }
    Atom a = t[-1].text;
    bool known = (a < cxx->decls->index.natoms && cxx->decls->index.is_template[a]) ||
                 is_any_of(t[-2].kind, T_COLCOL, T_KW_TEMPLATE);
    return known ? cxx_skip_angles(cxx, at, end) : 0;
}

// The first `op` in [at, end) outside of all brackets, or `end`.
static uint32_t find_operator(Cxx *cxx, uint32_t at, uint32_t end, uint16_t op) {
    const Token *tok = cxx->tokens->at;
    for (uint32_t i = at; i < end;) {
        uint16_t k = tok[i].kind;
        if (k == op && i > at) return i;
        uint32_t e = k == T_LT && i > at ? skip_targs(cxx, i, end) : 0;
        i = lex_is_open(k) ? cxx_skip_group(tok, i, end) : e ? e : i + 1;
    }
    return end;
}

// Whether `...` stands among the tokens outside of brackets: parentheses are those of a fold.
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
static bool concept_shape(Cxx *cxx, uint32_t at, uint32_t end) {
    const Token *tok = cxx->tokens->at;
    uint32_t i = at;
    if (i < end && tok[i].kind == T_COLCOL) i++;
    for (;; i += 2) {
        if (i >= end || tok[i].kind != T_IDENT) return false;
        if (i + 1 >= end || tok[i + 1].kind != T_COLCOL) break;
    }
    if (!cxx_names_concept(cxx, tok[i].text)) return false;
    if (++i == end) return true;
    return tok[i].kind == T_LT && cxx_skip_angles(cxx, i, end) == end;
}

// A constraint of that kind, without operands.
static Constraint *shape_new(Cxx *cxx, ConstraintKind k, TokRange r) {
    Constraint *c = arena_new(tm_arena(cxx), Constraint);
    c->kind = (uint8_t)k;
    c->r = r;
    return c;
}

static Constraint *shape_of(Cxx *cxx, TokRange tok_range, uint32_t depth);

// The operands of `op` in r, joined from the right: a chain goes along `b`. NULL: there is no op.
static Constraint *shape_of_chain(Cxx *cxx, TokRange tok_range, uint16_t op, uint32_t depth) {
    Constraint *first = NULL, **at = &first;
    for (;;) {
        uint32_t end = find_operator(cxx, tok_range.begin, tok_range.end, op);
        if (end == tok_range.end) break;
        Constraint *c = shape_new(cxx, op == T_PIPEPIPE ? CON_OR : CON_AND, tok_range);
        c->a = shape_of(cxx, (TokRange){tok_range.begin, end}, depth + 1);
        *at = c;
        at = &c->b;
        tok_range.begin = end + 1;
    }
    if (first) *at = shape_of(cxx, tok_range, depth + 1);
    return first;
}

// Parentheses around the whole do not count; || binds less than &&. What nests too deeply is one
// atomic constraint.
static Constraint *shape_of(Cxx *cxx, TokRange tok_range, uint32_t depth) {
    const Token *tok = cxx->tokens->at;
    while (tok_range.end > tok_range.begin + 2 && tok[tok_range.begin].kind == T_LPAREN &&
           tok[tok_range.begin].match + 1 == tok_range.end &&
           !folds(tok, tok_range.begin + 1, tok_range.end - 1)) {
        tok_range.begin++;
        tok_range.end--;
    }
    Constraint *c = NULL;
    if (depth < cxx->ctx->max_depth) {
        c = shape_of_chain(cxx, tok_range, T_PIPEPIPE, depth);
        if (!c) c = shape_of_chain(cxx, tok_range, T_AMPAMP, depth);
    }
    return c ? c
             : shape_new(
                   cxx, concept_shape(cxx, tok_range.begin, tok_range.end) ? CON_CONCEPT : CON_ATOM,
                   tok_range);
}

Constraint *cxx_constraint_shape(Cxx *cxx, TokRange r) {
    Map *m = &tm_table(cxx)->shapes;
    if (!m->arena) map_init(m, tm_arena(cxx));
    void **slot = map_slot(m, (uint64_t)r.begin << 32 | r.end);
    if (!*slot) *slot = shape_of(cxx, r, 0);
    return *slot;
}

// ---- explanations ------------------------------------------------------------------------------

// The tokens as they are spelled, cut off where they are long.
static void token_text(Cxx *cxx, Buf *out, TokRange tok_range) {
    for (uint32_t i = tok_range.begin; i < tok_range.end; i++) {
        const Token *t = &cxx->tokens->at[i];
        if (i > tok_range.begin && (t->flags & (TF_SPACE | TF_BOL))) buf_putc(out, ' ');
        if (out->n > 120) {
            buf_puts(out, "...");
            return;
        }
        buf_atom(cxx->ctx, out, t->text);
    }
}

// Only the first reason is kept: the innermost constraint that failed.
void cxx_unsatisfied(Parse *parse, TokRange tok_range, const char *what, const char *detail) {
    Cxx *cxx = parse->x;
    struct TmplTable *tmpl_table = tm_table(cxx);
    if (!tmpl_table->why || *tmpl_table->why) return;
    Buf out;
    buf_init(&out, tm_arena(cxx));
    buf_putc(&out, '"');
    token_text(cxx, &out, tok_range);
    buf_puts(&out, "\" ");
    buf_puts(&out, what);
    if (detail) buf_printf(&out, ": %s", detail);
    // the innermost parameters, for they are what the reader does not see
    Env *env = parse->env;
    if (env && env->args && env->args->n && env->params->n) {
        buf_puts(&out, " [with ");
        for (uint32_t i = 0; i < env->params->n && i < env->args->n && out.n < 400; i++) {
            if (i) buf_puts(&out, ", ");
            Atom n = env->params->parm[i]->d.name;
            if (n)
                buf_atom(cxx->ctx, &out, n);
            else
                buf_puts(&out, "auto");
            buf_putc(&out, '=');
            if (env->args->a[i].kind == TA_PACK)
                cxx_targs_print(cxx, &out, env->args->a[i].pack);
            else
                tm_arg_print(cxx, &out, &env->args->a[i]);
        }
        buf_putc(&out, ']');
    }
    *tmpl_table->why = buf_cstr(&out);
}

// ---- satisfaction ------------------------------------------------------------------------------

// Whether an atomic constraint holds: it must be a constant of type bool exactly
// [temp.constr.atomic]/3. What still depends counts as satisfied.
static bool atom_holds(Parse *base, TokRange tok_range) {
    Cxx *cxx = base->x;
    Parse parse = *base;
    parse.at = tok_range.begin;
    parse.end = tok_range.end;
    parse.const_expr = parse.unevaluated = true;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    trap.keep = tm_table(cxx)->why != NULL;
    Expr *expr = xe_parse_binary(&parse, PREC_ATOM);
    if (!xe_err(expr) && parse.at < parse.end)
        CXX_DIAG(cxx, d_expected_token, parse.tok[parse.at].pos, ";");
    if (diag_trap_pop(cxx->ctx, &trap) || xe_err(expr)) {
        cxx_unsatisfied(base, tok_range, "is invalid", trap.text);
        return false;
    }
    if (expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) return true;
    // from here on a mistake is no failed substitution but an error [temp.constr.atomic]/3
    HardCtx hard_ctx;
    tm_hard_begin(cxx, &hard_ctx);
    bool v = false;
    if (ty_unqual(expr->type)->kind != TY_BOOL) {
        CXX_DIAG(cxx, tmpl_atom_not_bool, parse.tok[tok_range.begin].pos, expr->type);
    } else {
        ApInt i;
        expr = expr->cat == VC_PRVALUE ? expr : cxx_rvalue(&parse, expr);
        if (cxx_const_int(cxx, expr, &i, true)) v = !apint_is_zero(&i);
    }
    bool bad = tm_hard_end(cxx, &hard_ctx) != 0;
    if (!v) cxx_unsatisfied(base, tok_range, bad ? "is not a constant" : "is false", NULL);
    return v;
}

TemplateDecl *cxx_parse_concept_id(Parse *parse, const TmplArg *first, TmplArgs **args) {
    Cxx *x = parse->x;
    QualName q;
    if (!cxx_parse_qual_name(parse, &q)) return NULL;
    Decl *d = q.found.n ? q.found.at[0] : NULL;
    if (!decl_is_template(d, TK_CONCEPT)) {
        CXX_DIAG(x, tmpl_not_concept, q.pos, q.name);
        return NULL;
    }
    *args = cxx_concept_args(parse, (TemplateDecl *)d, first, q.targs, q.pos);
    return *args ? (TemplateDecl *)d : NULL;
}

TmplArgs *cxx_concept_args(Parse *parse, TemplateDecl *t, const TmplArg *first, TmplArgs *raw,
                           Pos pos) {
    uint32_t n = raw ? raw->n : 0, k = first != NULL;
    TmplArg *a = arena_array(tm_arena(parse->x), TmplArg, n + k + 1);
    if (first) a[0] = *first;
    for (uint32_t i = 0; i < n; i++) a[k + i] = raw->a[i];
    return tm_check_args(parse, &t->d, t->params, t->env, a, n + k, pos);
}

static bool constraint_holds(Parse *base, const Constraint *c);

// Whether what has a concept's name is something else here: a variable template of another scope.
static bool names_no_concept(const Parse *base, TokRange tok_range) {
    Parse parse = *base;
    parse.at = tok_range.begin;
    parse.end = tok_range.end;
    QualName q;
    DiagTrap trap;
    diag_trap_push(parse.x->ctx, &trap);
    bool found = cxx_parse_qual_name(&parse, &q) && q.found.n;
    if (diag_trap_pop(parse.x->ctx, &trap) || !found) return false;
    const Decl *d = q.found.at[0];
    return !decl_is_template(d, TK_CONCEPT);
}

// A concept-id as operand: the concept's own constraint decides.
static bool concept_operand(Parse *base, const Constraint *constraint) {
    Cxx *cxx = base->x;
    Parse parse = *base;
    parse.at = constraint->r.begin;
    parse.end = constraint->r.end;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    trap.keep = tm_table(cxx)->why != NULL;
    TmplArgs *args;
    TemplateDecl *t = cxx_parse_concept_id(&parse, NULL, &args);
    if (diag_trap_pop(cxx->ctx, &trap) || !t) {
        if (!t && names_no_concept(base, constraint->r)) return atom_holds(base, constraint->r);
        cxx_unsatisfied(base, constraint->r, "is invalid", trap.text);
        return false;
    }
    return cxx_concept_satisfied(base, t, args, parse.tok[constraint->r.begin].pos);
}

// From the left, as far as needed [temp.constr.op].
static bool constraint_holds(Parse *base, const Constraint *c) {
    for (; is_any_of(c->kind, CON_AND, CON_OR); c = c->b) {
        bool a = constraint_holds(base, c->a);
        if (a == (c->kind == CON_OR)) return a;
    }
    return c->kind == CON_CONCEPT ? concept_operand(base, c) : atom_holds(base, c->r);
}

bool cxx_constraint_satisfied(Parse *base, TokRange r) {
    return r.begin >= r.end || constraint_holds(base, cxx_constraint_shape(base->x, r));
}

// Satisfaction is remembered per concept and arguments; one that depends on itself is ill-formed
// [temp.constr.atomic]/3.
bool cxx_concept_satisfied(Parse *parse, TemplateDecl *tmpl, TmplArgs *args, Pos pos) {
    Cxx *cxx = parse->x;
    struct TmplTable *tab = tm_table(cxx);
    if (args->dependent || (tmpl->d.flags & DF_INVALID)) return true;
    if (!tab->satisfied.arena) map_init(&tab->satisfied, tm_arena(cxx));
    uint64_t key = (uint64_t)tmpl->d.id << 32 | args->id;
    uintptr_t known = (uintptr_t)map_get(&tab->satisfied, key);
    if (known == SAT_YES) return true;
    if (known == SAT_NO && !(tab->why && !*tab->why)) return false;
    HardCtx hard_ctx;
    if (known == SAT_BUSY) {
        tm_hard_begin(cxx, &hard_ctx);
        CXX_DIAG(cxx, tmpl_concept_recursive, pos, &tmpl->d);
        tm_hard_end(cxx, &hard_ctx);
        return false;
    }
    if (parse->depth + 8 >= cxx->ctx->max_depth) { // of the parser: not "not satisfied"
        HardCtx h;
        tm_hard_begin(cxx, &h);
        CXX_DIAG(cxx, tmpl_depth, pos);
        tm_hard_end(cxx, &h);
        return false;
    }
    struct InstFrame f;
    if (!tm_push(cxx, &f, IF_CONCEPT, &tmpl->d, args, pos)) return false;
    map_put(&tab->satisfied, key, (void *)(uintptr_t)SAT_BUSY);
    TokRange r = tmpl->decl_range;
    Parse q = tm_parse_for(parse, r.begin, r.end, tmpl->params->scope,
                           tm_env(cxx, tmpl->params, args, tmpl->env));
    bool v = cxx_constraint_satisfied(&q, r);
    if (!v && tab->why && *tab->why)
        *tab->why = arena_printf(tm_arena(cxx), "%s, in concept \"%s\"", *tab->why,
                                 atom_str(cxx->ctx, tmpl->d.name));
    map_put(&tab->satisfied, key, (void *)(uintptr_t)(v ? SAT_YES : SAT_NO));
    tm_pop(cxx);
    return v;
}

// ---- constraints of declarations ---------------------------------------------------------------

bool cxx_type_constraint(Parse *base, TokRange tok_range, const TmplArg *first) {
    Cxx *cxx = base->x;
    Parse parse = *base;
    parse.at = tok_range.begin;
    parse.end = tok_range.end;
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    trap.keep = tm_table(cxx)->why != NULL;
    TmplArgs *args;
    TemplateDecl *t = cxx_parse_concept_id(&parse, first, &args);
    if (diag_trap_pop(cxx->ctx, &trap) || !t) {
        cxx_unsatisfied(base, tok_range, "is invalid", trap.text);
        return false;
    }
    return cxx_concept_satisfied(base, t, args, parse.tok[tok_range.begin].pos);
}

// The type-constraint of one parameter; of a pack each element must satisfy it [temp.param]/5.
static bool parm_satisfied(Parse *parse, TParmDecl *tparm_decl, Env *env) {
    TmplArg *a = cxx_env_arg(env, tparm_decl);
    if (!a) return true;
    if (a->kind != TA_PACK) return cxx_type_constraint(parse, tparm_decl->constraint, a);
    for (uint32_t i = 0; i < a->pack->n; i++) {
        parse->pack_index = (int32_t)i;
        bool ok = cxx_type_constraint(parse, tparm_decl->constraint, &a->pack->a[i]);
        parse->pack_index = -1;
        if (!ok) return false;
    }
    return true;
}

bool tm_constrained(const TmplParams *ps) {
    return ps->constrained || ps->requires_end;
}

// Type-constraints in the order of the parameters, then the requires-clause [temp.constr.decl]/3.
bool tm_params_satisfied(Cxx *cxx, TmplParams *ps, Env *env, uint32_t poi) {
    if (!tm_constrained(ps) || env->args->dependent) return true;
    Parse p = cxx_parse_at(cxx, ps->begin, ps->end, ps->scope, env);
    if (poi) p.poi = poi;
    for (uint32_t i = 0; i < ps->n; i++) {
        if (ps->parm[i]->constraint.end && !parm_satisfied(&p, ps->parm[i], env)) return false;
    }
    return cxx_constraint_satisfied(&p, (TokRange){ps->requires_begin, ps->requires_end});
}

// The clause sees the parameters and, of a nonstatic member, `this` [expr.prim.this]/2.
Parse cxx_trailing_parse(Cxx *cxx, FuncDecl *func) {
    Scope *s = func->param_scope ? func->param_scope : func->d.scope;
    Parse p = cxx_parse_at(cxx, func->written.requires.begin, func->written.requires.end, s,
                           func->body.env ? func->body.env : func->d.env);
    p.fn = NULL;
    if (func->cls) {
        p.cls = func->cls;
        unsigned q = func->d.type->kind == TY_FUNC ? func->d.type->u.func.quals : 0;
        if (!(func->d.flags & DF_STATIC)) p.this_type = ty_qual(cxx, ty_class(cxx, func->cls), q);
    }
    return p;
}

bool cxx_answer_func_satisfied(Cxx *cxx, FuncDecl *func) {
    bool explain = cxx->tmpls && cxx->tmpls->why;
    if (func->inst.constraint_state == SAT_YES) return true;
    if (func->inst.constraint_state == SAT_NO && !explain) return false;
    if (func->inst.constraint_state == SAT_BUSY) return false;
    if (func->body.env && func->body.env->args && func->body.env->args->dependent) return true;
    func->inst.constraint_state = SAT_BUSY;
    Parse p = cxx_trailing_parse(cxx, func);
    bool v = cxx_constraint_satisfied(&p, func->written.requires);
    func->inst.constraint_state = v ? SAT_YES : SAT_NO;
    return v;
}

bool cxx_trailing_early(Cxx *cxx, const FuncDecl *func) {
    for (uint32_t i = func->written.requires.begin; i < func->written.requires.end; i++) {
        const Token *t = &cxx->tokens->at[i];
        if (t->kind == T_KW_THIS) return false;
        if (t->kind == T_IDENT && func->param_scope && map_get(&func->param_scope->names, t->text))
            return false;
    }
    return true;
}

const char *cxx_why_params(Cxx *cxx, TmplParams *ps, Env *env) {
    struct TmplTable *t = tm_table(cxx);
    const char *why = NULL, **old = t->why;
    t->why = &why;
    tm_params_satisfied(cxx, ps, env, 0);
    t->why = old;
    return why ? why : "a constraint is not satisfied";
}

const char *cxx_why_concept(Parse *parse, TemplateDecl *c, TmplArgs *args, Pos pos) {
    struct TmplTable *t = tm_table(parse->x);
    const char *why = NULL, **old = t->why;
    t->why = &why;
    cxx_concept_satisfied(parse, c, args, pos);
    t->why = old;
    return why ? why : "a constraint is not satisfied";
}

// The placeholder of a declared type, or NULL.
static Type *placeholder(Type *type) {
    while (ty_refers(type)) type = type->u.ptr.to;
    return is_any_of(type->kind, TY_AUTO, TY_DECLTYPE_AUTO) ? type : NULL;
}

// The deduced type is the concept's first argument.
bool cxx_auto_satisfied(Parse *parse, Type *declared, Type *deduced, Pos pos) {
    Type *a = placeholder(declared);
    if (!a || !a->u.spec.tmpl || ty_dependent(deduced) || deduced->kind == TY_ERROR) return true;
    Cxx *x = parse->x;
    TemplateDecl *c = (TemplateDecl *)a->u.spec.tmpl;
    TmplArg first = {.kind = TA_TYPE, .type = deduced};
    TmplArgs *args = cxx_concept_args(parse, c, &first, a->u.spec.args, pos);
    if (!args) return false;
    if (cxx_concept_satisfied(parse, c, args, pos)) return true;
    const char *why = diag_trapped(x->ctx) ? "" : cxx_why_concept(parse, c, args, pos);
    return CXX_DIAG(x, tmpl_auto_constraint, pos, deduced, &c->d, why);
}

bool cxx_check_template_id(Parse *parse, TemplateDecl *tmpl, TmplArgs *args, Pos pos) {
    Cxx *x = parse->x;
    if (!tm_constrained(tmpl->params) || args->dependent || args->n != tmpl->params->n) return true;
    Env *env = tm_env(x, tmpl->params, args, tmpl->env);
    if (tm_params_satisfied(x, tmpl->params, env, parse->poi)) return true;
    const char *why = "";
    if (!diag_trapped(x->ctx) || diag_trap_keeps(x->ctx))
        why = cxx_why_params(x, tmpl->params, env);
    return CXX_DIAG(x, tmpl_constraints, pos, &tmpl->d, why);
}

// Concept<args> as a value; args as written.
Expr *cxx_answer_concept_id(Parse *parse, Decl *concept, TmplArgs *raw, Pos pos) {
    Cxx *cxx = parse->x;
    TemplateDecl *tmpl = (TemplateDecl *)concept;
    if (tmpl->d.flags & DF_INVALID) return cxx_expr_error(cxx, pos);
    if (!raw) {
        CXX_DIAG(cxx, x_missing_targs, pos, concept);
        return cxx_expr_error(cxx, pos);
    }
    TmplArgs *args = cxx_concept_args(parse, tmpl, NULL, raw, pos);
    if (!args) return cxx_expr_error(cxx, pos);
    if (args->dependent) {
        Expr *e = cxx_expr_new(cxx, E_DEP_NAME, ty_basic(cxx, TY_BOOL), VC_PRVALUE, pos);
        e->u.dep.name = concept->name;
        e->u.dep.targs = args;
        e->b = xe_ref(parse, concept, cxx->ty_dependent, pos);
        e->flags |= EF_VALUE_DEP;
        return e;
    }
    return cxx_expr_int(cxx, ty_basic(cxx, TY_BOOL), cxx_concept_satisfied(parse, tmpl, args, pos),
                        pos);
}
