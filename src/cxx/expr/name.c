// SPDX-License-Identifier: Apache-2.0
// expr/name.c: names in expressions: what a lookup found becomes a value (variables with captures,
// functions as overload sets, enumerators, template parameters, packs, members of `this`), and
// odr-use [basic.def.odr].
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

// ---- odr-use -----------------------------------------------------------------------------------

// What is still undecided since `mark` is odr-used after all.
void xe_flush_odr(Parse *p, uint32_t mark) {
    struct ExprState *st = xe_state(p->x);
    for (uint32_t i = mark; i < st->pending.n; i++) {
        Expr *e = st->pending.at[i];
        if (!(e->pad & XP_ODR)) continue;
        e->pad &= ~XP_ODR;
        VarDecl *v = (VarDecl *)e->u.decl;
        if (!cxx_has_storage(v) && v->fn != p->fn) {
            // after an error a read may never have happened
            if (diag_error_count(p->x->ctx)) continue;
            Expr *c = xe_capture_var(p, v, e->pos);
            if (c) *e = *c;
        } else {
            cxx_mark_used(p, &v->d, e->pos);
        }
    }
    if (st->pending.n > mark) st->pending.n = mark;
}

// ---- variables ---------------------------------------------------------------------------------

Expr *xe_var_expr(Parse *p, VarDecl *v, Pos pos) {
    v->referenced = true;
    v->named++;
    return xe_ref(p, &v->d, v->d.type, pos);
}

// ---- functions, members, parameters ------------------------------------------------------------

// The enclosing class object is usable for a member of class c found by unqualified lookup. Where a
// lambda would have to capture it, that waits for the function that is called: it may be static.
static Expr *implicit_object(Parse *p, const Lookup *l, Pos pos) {
    bool any = false;
    ClassDecl *c = NULL;
    for (uint32_t i = 0; i < l->n; i++) {
        Decl *d = l->at[i];
        if (d->kind == D_TEMPLATE && ((TemplateDecl *)d)->pattern)
            d = &((TemplateDecl *)d)->pattern->d;
        if (d->kind == D_FUNC && ((FuncDecl *)d)->cls) {
            c = ((FuncDecl *)d)->cls;
            if (!(d->flags & DF_STATIC)) any = true;
        }
    }
    if (!any || !p->this_type) return NULL;
    Type *tt = ty_unqual(p->this_type->kind == TY_PTR ? p->this_type->u.ptr.to : p->this_type);
    if (tt->kind != TY_CLASS) return NULL;
    ClassDecl *mine = tt->u.cls;
    BaseSpec **path;
    uint32_t n;
    bool amb;
    if (mine != c && !cxx_class_derived_from(p->x, mine, c, &path, &n, &amb)) return NULL;
    bool waits = xe_this_uncaptured(p);
    Expr *self = waits ? xe_this_of_function(p, pos) : xe_this(p, pos);
    if (!self || xe_err(self)) return self;
    Expr *o = cxx_build_unary(p, OP_DEREF, self, pos);
    o->flags |= EF_IMPLICIT;
    if (waits) o->pad |= XP_UNCAPTURED;
    return o;
}

// ---- id-expression -----------------------------------------------------------------------------

static Expr *dep_name(Parse *p, const QualName *q) {
    Expr *e = xe_dep(p, E_DEP_NAME, q->pos);
    e->u.dep.scope = q->dep;
    e->u.dep.name = q->name;
    e->u.dep.targs = q->targs;
    e->b = xe_conv_operand(p, q);
    e->end = q->end;
    if (q->dep && (q->dep->flags & TF_HAS_PACK)) e->flags |= EF_HAS_PACK;
    if (q->targs && q->targs->has_pack_expansion) e->flags |= 0;
    return e;
}

static Expr *not_found(Parse *p, const QualName *q) {
    Cxx *x = p->x;
    Atom name = xe_spelled(x, q);
    bool launch = cxx_peek(p) == T_LTLT && cxx_peek_n(p, 1) == T_LT;
    bool call = cxx_peek(p) == T_LPAREN || launch;
    if (!q->qualified && !q->conv_type && (call || q->is_template_id)) {
        Lookup none = {0};
        Expr *e = xe_overload_expr(p, &none, q->targs, NULL, q->name, q->pos);
        e->pad |= XP_CALLEE_OK;
        return e;
    }
    if (q->qualified && q->cls_type && q->cls_type->kind == TY_CLASS)
        cxx_say_no_member(p, q->pos, q->cls_type->u.cls->inner, name);
    else if (q->qualified)
        cxx_say_no_member(p, q->pos, q->scope ? q->scope : x->global, name);
    else
        cxx_say_undefined(p, q->pos, name);
    return cxx_expr_error(x, q->pos);
}

static Expr *function_name(Parse *p, const QualName *q) {
    Lookup l = q->found;
    Expr *object = NULL;
    bool member = false, local = false;
    for (uint32_t i = 0; i < l.n; i++) {
        Decl *d = l.at[i];
        if (d->flags & DF_MEMBER || (d->kind == D_FUNC && ((FuncDecl *)d)->cls)) member = true;
        if (d->scope && d->scope->kind == SC_BLOCK) local = true;
    }
    if (member) object = implicit_object(p, &l, q->pos);
    if (object && xe_err(object)) return object;
    Expr *e = xe_overload_expr(p, &l, q->targs, object, xe_spelled(p->x, q), q->pos);
    e->u.ovl->conv = q->conv_type;
    e->end = q->end;
    if (!q->qualified && !member && !local) e->pad |= XP_CALLEE_OK;
    if (q->qualified) e->pad |= XP_QUALIFIED;
    if (object && q->qualified) e->flags |= EF_ADL_OFF; // A::f(): no virtual dispatch
    return e;
}

// `operator T`, alone or behind `C::`.
static Expr *conversion_value(Parse *p, const QualName *q) {
    QualName n = *q;
    ClassDecl *c = q->qualified && q->cls_type && q->cls_type->kind == TY_CLASS ? q->cls_type->u.cls
                                                                                : q->found.naming;
    if (q->dep || ty_dependent(q->conv_type)) return dep_name(p, q);
    if (c) xe_named_conversion(p, c, q->conv_type, &n.found);
    if (n.found.n && !n.found.ambiguous) return function_name(p, &n);
    if (!n.found.n) return c && c->unbound_bases ? dep_name(p, q) : not_found(p, q);
    CXX_DIAG(p->x, x_ambiguous_name, q->pos, xe_spelled(p->x, q));
    return cxx_expr_error(p->x, q->pos);
}

Expr *xe_name_value(Parse *p, const QualName *q) {
    Cxx *x = p->x;
    if (q->conv_type) return conversion_value(p, q);
    if (q->dep) return dep_name(p, q);
    if (!q->found.n) {
        if (p->dependent && cxx_peek(p) != T_LPAREN && q->targs && q->targs->dependent)
            return dep_name(p, q);
        return not_found(p, q);
    }
    Decl *d = q->found.at[0];
    if (q->found.ambiguous) {
        CXX_DIAG(x, x_ambiguous_name, q->pos, q->name);
        for (uint32_t i = 0; i < q->found.n && i < 4; i++)
            CXX_DIAG(x, x_note_declared_here, q->found.at[i]->pos, q->found.at[i]);
        return cxx_expr_error(x, q->pos);
    }
    bool functions =
        d->kind == D_FUNC || (d->kind == D_TEMPLATE && ((TemplateDecl *)d)->kind == TK_FUNC);
    if (!functions && q->found.naming) cxx_check_access(p, d, q->found.naming, q->pos);
    switch (d->kind) {
    case D_FUNC: return function_name(p, q);
    case D_USING: return xe_dep(p, E_DEP_NAME, q->pos); // of an unknown base, read unbound
    case D_CONCEPT: return xe_concept_id(p, d, q->targs, q->pos);
    case D_TEMPLATE: {
        TemplateDecl *t = (TemplateDecl *)d;
        if (t->kind == TK_FUNC) return function_name(p, q);
        if (t->kind == TK_CONCEPT) return xe_concept_id(p, d, q->targs, q->pos);
        if (t->kind == TK_VAR) {
            if (!q->targs) {
                CXX_DIAG(x, x_missing_targs, q->pos, d);
                return cxx_expr_error(x, q->pos);
            }
            if (q->targs->dependent) {
                Expr *e = dep_name(p, q);
                e->b = xe_ref(p, d, x->ty_dependent, q->pos);
                return e;
            }
            VarDecl *v = cxx_var_template(p, t, q->targs, q->pos);
            return v ? cxx_build_declref(p, &v->d, q->pos) : cxx_expr_error(x, q->pos);
        }
        CXX_DIAG(x, x_missing_targs, q->pos, d);
        return cxx_expr_error(x, q->pos);
    }
    case D_FIELD: return xe_field_ref(p, (FieldDecl *)d, q->qualified, q->found.naming, q->pos);
    case D_NAMESPACE:
    case D_NS_ALIAS: CXX_DIAG(x, x_namespace_not_allowed, q->pos, d->name); break;
    default: {
        Expr *e = cxx_build_declref(p, d, q->pos);
        if (e->end < q->end && !(e->pad & XP_ODR) && e->kind != E_TPARM) e->end = q->end;
        return e;
    }
    }
    return cxx_expr_error(x, q->pos);
}

// `S::x` of a nonstatic member with no object stands only behind `&` [expr.prim.id]/3.
static Expr *member_alone(Parse *p, Expr *e, uint32_t start) {
    bool ref = e->kind == E_DECLREF && e->pad & XP_QUALIFIED && e->u.decl->kind == D_FIELD;
    if (!ref || p->unevaluated || p->dependent) return e;
    if (start && p->tok[start - 1].kind == T_AMP) {
        uint16_t k = start > 1 ? p->tok[start - 2].kind : T_EOF;
        if (k != T_IDENT && k != T_RBRACKET && k != T_NUMBER) return e;
    }
    CXX_DIAG(p->x, x_member_needs_object, e->pos, e->u.decl);
    return cxx_expr_error(p->x, e->pos);
}

// At the first token of an id-expression, a type name that begins a functional cast, a type trait
// or a compiler builtin.
Expr *xe_id_expression(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    if (cxx_peek(p) == T_IDENT) {
        const AtomInfo *i = atom_info(x->ctx, p->tok[p->at].text);
        if (i->s[0] == '_' && i->s[1] == '_') {
            Expr *e = NULL;
            if (cxx_peek_n(p, 1) == T_LPAREN && cxx_type_trait(p, p->tok[p->at].text, &e)) return e;
            if (cxx_peek_n(p, 1) == T_LPAREN && !strcmp(i->s, "__integer_pack"))
                return cxx_parse_integer_pack(p);
            e = xe_parse_gnu_builtin(p);
            if (e) return e;
        }
    }
    QualName q = {0};
    uint32_t start = p->at;
    if (!cxx_parse_qual_name(p, &q)) {
        if (p->at == start && p->at < p->end) p->at++;
        return cxx_expr_error(x, pos);
    }
    Type *t = q.found.n || q.dep ? cxx_name_type(p, &q) : NULL;
    if (t) {
        uint16_t k = cxx_peek(p);
        if (t->kind == TY_ERROR && k != T_LPAREN && k != T_LBRACE) return cxx_expr_error(x, pos);
        if (k == T_LPAREN || k == T_LBRACE) {
            bool ctor = q.qualified && !q.is_template_id && t == q.cls_type && q.found.n == 1 &&
                        q.found.at[0]->kind == D_CLASS && t->u.cls->d.name == q.name;
            if (ctor && cxx_in_main_file(p->x, q.pos)) // [class.qual]/2
                CXX_DIAG(p->x, d_ctor_name, q.pos, q.name, q.name);
            if (!q.dep || q.found.n || k == T_LBRACE) return xe_functional_cast(p, t, pos);
        } else if (!q.dep || q.found.n) {
            Expr *e = cxx_expr_new(x, E_TYPE, x->ty_overload, VC_PRVALUE, pos);
            e->u.ty = t;
            return e;
        }
    }
    return member_alone(p, xe_name_value(p, &q), start);
}
