// SPDX-License-Identifier: Apache-2.0
// expr/member_access.c: class member access [expr.ref], pseudo destructors, and the
// pointer-to-member operators [expr.mptr.oper].
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

// `->` on a class object applies operator-> until a pointer comes out [over.ref]. The result is
// the object glvalue.
Expr *xe_arrow(Parse *p, Expr *e, Pos pos) {
    Cxx *x = p->x;
    for (uint32_t i = 0; i < 64; i++) {
        if (xe_err(e) || xe_tdep(e)) return e;
        if (e->type->kind != TY_CLASS) {
            Expr *r = cxx_rvalue(p, e);
            if (xe_err(r)) return r;
            if (r->type->kind != TY_PTR) {
                CXX_DIAG(x, x_arrow_needs_pointer, pos, e->type);
                return cxx_expr_error(x, pos);
            }
            e = cxx_build_unary(p, OP_DEREF, r, pos);
            e->flags |= EF_ARROW;
            return e;
        }
        if (!ty_complete(x, e->type, pos, true)) return cxx_expr_error(x, pos);
        Lookup l = {0};
        cxx_lookup_member(p, ty_unqual(e->type)->u.cls, cxx_op_atom(x, OP_ARROW), 0, &l);
        if (!l.n) {
            CXX_DIAG(x, x_arrow_needs_pointer, pos, e->type);
            return cxx_expr_error(x, pos);
        }
        Expr *o = xe_overload_expr(p, &l, NULL, e, cxx_op_atom(x, OP_ARROW), pos);
        e = cxx_build_call(p, o, NULL, 0, pos);
    }
    CXX_DIAG(x, x_nesting_too_deep, pos);
    return cxx_expr_error(x, pos);
}

static Expr *dep_member(Parse *p, Expr *object, const QualName *q, bool arrow, Pos pos) {
    Expr *e = xe_dep(p, E_DEP_MEMBER, pos);
    e->a = object;
    xe_inherit(e, object);
    e->u.dep.scope = q->dep ? q->dep : q->cls_type;
    e->u.dep.name = q->name;
    e->u.dep.targs = q->targs;
    e->b = xe_conv_operand(p, q);
    if (e->b) xe_inherit(e, e->b);
    e->end = q->end;
    if (arrow) e->flags |= EF_ARROW;
    return e;
}

// `.~T()` and `->~T()` on scalars, and destructor calls on classes.
static Expr *destructor(Parse *p, Expr *object, const QualName *q, Pos pos) {
    Cxx *x = p->x;
    if (object->type->kind != TY_CLASS) {
        if (!q->dtor_type && q->order < p->end && p->tok[q->order].kind == T_IDENT) {
            CXX_DIAG(x, d_not_a_type, pos, p->tok[q->order].text); // [expr.prim.id.dtor]/1
            return cxx_expr_error(x, pos);
        }
        if (q->dtor_type && q->dtor_type->kind != TY_ERROR &&
            ty_unqual(q->dtor_type) != ty_unqual(object->type) && !ty_dependent(q->dtor_type)) {
            CXX_DIAG(x, x_dtor_type_mismatch, pos, object->type, q->dtor_type);
            return cxx_expr_error(x, pos);
        }
        if (q->cls_type && q->cls_type != ty_unqual(object->type)) {
            CXX_DIAG(x, x_dtor_type_mismatch, pos, object->type, q->cls_type);
            return cxx_expr_error(x, pos);
        }
        Expr *e = xe_un(p, E_PSEUDO_DTOR, x->ty_overload, VC_PRVALUE, pos, object);
        return e;
    }
    if (!ty_complete(x, object->type, pos, true)) return cxx_expr_error(x, pos);
    ClassDecl *c = ty_unqual(object->type)->u.cls;
    cxx_class_specials(x, c);
    if (!c->dtor) {
        Expr *e = xe_un(p, E_PSEUDO_DTOR, x->ty_overload, VC_PRVALUE, pos, object);
        return e;
    }
    Expr *e = cxx_build_member(p, object, &c->dtor->d, pos);
    if (q->qualified && !xe_err(e)) e->flags |= EF_ADL_OFF;
    return e;
}

Expr *cxx_build_dtor_call(Parse *p, Expr *object, Pos pos) {
    FuncDecl *d = cxx_find_dtor(p->x, object->type);
    if (!d) return xe_un(p, E_PSEUDO_DTOR, ty_basic(p->x, TY_VOID), VC_PRVALUE, pos, object);
    return xe_call_function(p, d, object, NULL, 0, pos, EF_ADL_OFF);
}

// ---- conversion functions by name --------------------------------------------------------------

Atom xe_spelled(Cxx *x, const QualName *q) {
    return q->conv_type ? atom_printf(x->ctx, "operator %s", ty_str(x, q->conv_type)) : q->name;
}

Expr *xe_conv_operand(Parse *p, const QualName *q) {
    if (!q->conv_type) return NULL;
    Expr *e = cxx_expr_new(p->x, E_TYPE, p->x->ty_overload, VC_PRVALUE, q->pos);
    e->u.ty = q->conv_type;
    if (q->conv_type->flags & TF_HAS_PACK) e->flags |= EF_HAS_PACK;
    return e;
}

typedef struct NamedConv {
    Parse *p;
    Type *to;
    uint32_t visit;
} NamedConv;

static bool gives(const Decl *f, const Type *to) {
    return f && f->type && f->type->kind == TY_FUNC && f->type->u.func.ret == to;
}

// The instances of the templates among `all` that give n->to, but those of a less specialized one
// [temp.func.order].
static void instances_to(const NamedConv *n, const Lookup *all, Lookup *out) {
    Parse *p = n->p;
    VEC(TemplateDecl *) of = {0};
    for (uint32_t i = 0; i < all->n; i++) {
        TemplateDecl *t = (TemplateDecl *)all->at[i];
        DeduceFail why = {0};
        if (t->d.kind != D_TEMPLATE) continue;
        FuncDecl *f = cxx_deduce_type(p, t, NULL, n->to, &why);
        if (!gives((Decl *)f, n->to)) continue;
        bool less = false;
        uint32_t kept = 0;
        for (uint32_t k = 0; k < of.n; k++) {
            int c = cxx_more_specialized(p->x, of.at[k], t, 0);
            less |= c > 0;
            if (c < 0) continue;
            of.at[kept] = of.at[k];
            out->at[kept++] = out->at[k];
        }
        of.n = out->n = kept;
        if (less) continue;
        vec_push(pa(p), &of, t);
        cxx_lookup_push(p->x, out, &f->d);
    }
}

// Those of c and, where it has none to this type, of its bases: a conversion hides only those to
// the same type [class.conv.fct]. Templates take part by what they make [temp.mem]/8, functions
// are preferred to them.
static void conversions_to(const NamedConv *n, ClassDecl *c, uint32_t depth, Lookup *out) {
    Cxx *x = n->p->x;
    if (!cxx_class_visit(c, n->visit) || depth > x->ctx->max_depth) return;
    Lookup all = {0};
    cxx_lookup_in(n->p, c->inner, x->n.conv, LU_LOCAL, &all);
    for (uint32_t i = 0; i < all.n; i++)
        if (all.at[i]->kind == D_FUNC && gives(all.at[i], n->to))
            cxx_lookup_push(x, out, all.at[i]);
    if (!out->n) instances_to(n, &all, out);
    if (out->n) {
        out->found_in = c;
        return;
    }
    for (uint32_t i = 0; i < c->nbase; i++) {
        Lookup in = {0};
        if (!c->base[i].cls || !cxx_class_complete(x, c->base[i].cls, c->base[i].pos)) continue;
        conversions_to(n, c->base[i].cls, depth + 1, &in);
        if (in.n && out->n && in.found_in != out->found_in) out->ambiguous = true;
        if (in.n && !out->n) *out = in;
    }
}

void xe_named_conversion(Parse *p, ClassDecl *c, Type *to, Lookup *out) {
    NamedConv n = {p, to, cxx_visit_begin(p->x)};
    memset(out, 0, sizeof *out);
    conversions_to(&n, c, 0, out);
    if (out->n) out->naming = c;
}

// The member a parsed name means for an object.
Expr *xe_member_from_name(Parse *p, Expr *object, const QualName *q, Pos pos) {
    Cxx *x = p->x;
    if (q->name == x->n.dtor || q->dtor_type) return destructor(p, object, q, pos);
    Type *t = object->type;
    if (t->kind != TY_CLASS) {
        CXX_DIAG(x, x_member_of_nonclass, pos, t);
        if (t->kind == TY_PTR && t->u.ptr.to->kind == TY_CLASS) CXX_DIAG(x, x_note_arrow, pos, t);
        return cxx_expr_error(x, pos);
    }
    if (!ty_complete(x, t, pos, true)) return cxx_expr_error(x, pos);
    ClassDecl *c = ty_unqual(t)->u.cls;
    Lookup l = {0};
    bool named = q->qualified && q->scope && !q->dep;
    if (q->qualified && q->found.n)
        l = q->found;
    else if (!named)
        cxx_lookup_member(p, c, q->name, 0, &l);
    if (q->conv_type) {
        if (ty_dependent(q->conv_type)) return dep_member(p, object, q, false, pos);
        ClassDecl *in = named && q->scope->kind == SC_CLASS ? q->scope->cls : c;
        xe_named_conversion(p, in, q->conv_type, &l);
    }
    if (!l.n) {
        cxx_say_no_member(p, q->pos, named ? q->scope : c->inner, xe_spelled(x, q));
        return cxx_expr_error(x, pos);
    }
    if (l.ambiguous) {
        CXX_DIAG(x, x_ambiguous_name, q->pos, xe_spelled(x, q));
        return cxx_expr_error(x, pos);
    }
    Decl *d = l.at[0];
    bool functions =
        d->kind == D_FUNC || (d->kind == D_TEMPLATE && ((TemplateDecl *)d)->kind == TK_FUNC);
    if (functions) {
        if (!q->qualified || !l.naming) l.naming = c;
        Expr *e = xe_overload_expr(p, &l, q->targs, object, xe_spelled(x, q), q->pos);
        e->u.ovl->conv = q->conv_type;
        e->end = q->end;
        if (q->qualified) e->flags |= EF_ADL_OFF;
        if (q->qualified) e->pad |= XP_SCOPED;
        return e;
    }
    if (d->kind == D_TEMPLATE && ((TemplateDecl *)d)->kind == TK_VAR && q->targs) {
        VarDecl *v = cxx_var_template(p, (TemplateDecl *)d, q->targs, q->pos);
        return v ? cxx_build_member(p, object, &v->d, q->pos) : cxx_expr_error(x, pos);
    }
    if (d->kind != D_FIELD && d->kind != D_VAR && d->kind != D_ENUMERATOR) {
        CXX_DIAG(x, x_not_a_value, q->pos, d);
        return cxx_expr_error(x, pos);
    }
    if (!cxx_access_object_ok(p, d, q->qualified && l.naming ? l.naming : c, c)) {
        CXX_DIAG(x, x_inaccessible, q->pos, d);
        cxx_note_declared(x, d);
    }
    if (q->qualified && d->kind == D_FIELD && object->cat != VC_PRVALUE)
        object = xe_via_naming(p, object, l.naming, ((FieldDecl *)d)->owner);
    Expr *e = cxx_build_member(p, object, d, q->pos);
    if (!xe_err(e) && q->end > e->end && !(e->pad & XP_ODR)) e->end = q->end;
    return e;
}

// The name behind `.` or `->`: looked up in the object's class first. NULL type: dependent object.
static bool member_name(Parse *p, Type *obj, QualName *q) {
    Cxx *x = p->x;
    if (!obj) {
        memset(q, 0, sizeof *q);
        bool kw = xe_accept(p, T_KW_TEMPLATE);
        q->pos = q->end = xe_pos(p);
        q->has_template_kw = kw;
        bool angles = cxx_peek(p) == T_IDENT && cxx_peek_n(p, 1) == T_LT;
        uint32_t behind = angles ? cxx_skip_angles(x, p->at + 1, p->end) : 0;
        if (behind && behind < p->end && p->tok[behind].kind == T_COLCOL)
            return cxx_parse_qual_name(p, q);
        // the current instantiation's members, or what is found around [basic.lookup.qual.general]
        if (angles && !kw && x->decls->unbound) {
            Lookup l = {0};
            cxx_lookup(p, p->tok[p->at].text, 0, &l);
            const Decl *t = l.n && l.at[0]->kind == D_TEMPLATE ? l.at[0] : NULL;
            const Scope *in = t ? cxx_decl_scope(t->scope) : NULL;
            // a namespace's function template is no member: `t.end < 0`
            kw = t && (((const TemplateDecl *)t)->kind != TK_FUNC || (in && in->kind == SC_CLASS));
        }
        if (cxx_peek(p) == T_IDENT && cxx_peek_n(p, 1) != T_COLCOL) {
            q->name = p->tok[p->at].text;
            q->order = p->at++;
            if (kw && cxx_peek(p) == T_LT) {
                q->targs = cxx_parse_template_args(p, NULL);
                q->is_template_id = true;
                return q->targs != NULL;
            }
            return true;
        }
        return cxx_parse_qual_name(p, q);
    }
    Type *u = ty_unqual(obj);
    if (u->kind != TY_CLASS || cxx_peek(p) == T_TILDE) return cxx_parse_qual_name(p, q);
    if (!ty_complete(x, obj, xe_pos(p), true)) {
        cxx_parse_qual_name(p, q);
        return false;
    }
    uint32_t at = p->at + (cxx_peek(p) == T_KW_TEMPLATE);
    uint16_t k = p->tok[at].kind, next = p->tok[at + 1].kind;
    if (k == T_IDENT && next != T_LT && next != T_COLCOL) { // the common case
        memset(q, 0, sizeof *q);
        q->pos = q->end = p->tok[at].pos;
        q->name = p->tok[at].text;
        q->order = at;
        p->at = at + 1;
        return true;
    }
    Lookup l = {0};
    bool in_class = true;
    if (k == T_IDENT && (next == T_COLCOL || next == T_LT)) {
        // `obj.Base::f`: the name may be found in the class or around the expression
        if (!cxx_lookup_member(p, u->u.cls, p->tok[at].text, 0, &l) || !l.n) in_class = false;
    }
    bool ok = cxx_parse_member_name(p, q, in_class ? u->u.cls->inner : NULL);
    if (!q->qualified) q->found.n = 0;
    return ok;
}

// A data member of the current instantiation, read unbound, depends by its own type only
// [temp.dep.expr]/5.
static FieldDecl *own_field(Parse *p, Type *t, const QualName *q) {
    t = ty_unqual(t);
    if (!p->x->decls->unbound || q->qualified || q->targs) return NULL;
    ClassDecl *c = NULL;
    for (const Scope *s = p->scope; s && !c; s = s->parent) {
        bool own = s->kind == SC_CLASS && s->cls->unbound;
        if (own && t->kind == TY_SPEC) // (or a member class of an unbound one)
            own = s->cls->tmpl && t->u.spec.tmpl == &s->cls->tmpl->d &&
                  t->u.spec.args == s->cls->args;
        else if (own)
            own = t->kind == TY_CLASS && t->u.cls == s->cls;
        if (own) c = s->cls;
    }
    if (!c) return NULL;
    Lookup l = {0};
    cxx_lookup_member(p, c, q->name, 0, &l);
    FieldDecl *f = l.n && l.at[0]->kind == D_FIELD ? (FieldDecl *)l.at[0] : NULL;
    return f && !ty_dependent(f->d.type) && f->owner == c ? f : NULL;
}

// At `.` or `->`.
Expr *xe_parse_member(Parse *p, Expr *object) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    bool arrow = cxx_peek(p) == T_ARROW;
    p->at++;
    Expr *o = object;
    if (o->kind == E_OVERLOAD) o = cxx_rvalue(p, o);
    if (o->kind == E_TYPE || xe_list(o)) {
        CXX_DIAG(x, x_type_not_allowed, o->pos);
        o = cxx_expr_error(x, pos);
    }
    if (arrow) o = xe_arrow(p, o, pos);
    QualName q = {0};
    uint32_t start = p->at;
    bool ok = member_name(p, xe_err(o) || xe_tdep(o) ? NULL : o->type, &q);
    if (!ok) {
        if (p->at == start && p->at < p->end && cxx_peek(p) == T_IDENT) p->at++;
        return cxx_expr_error(x, pos);
    }
    if (xe_err(o)) return o;
    if (xe_tdep(o)) {
        bool through = arrow && o->type->kind == TY_PTR;
        FieldDecl *f = own_field(p, through ? o->type->u.ptr.to : o->type, &q);
        if (!f) return dep_member(p, o, &q, arrow, pos);
        if (through) {
            o = xe_un(p, E_UNARY, o->type->u.ptr.to, VC_LVALUE, pos, o);
            o->op = OP_DEREF;
        }
        return xe_field_path(p, o, f, pos);
    }
    return xe_member_from_name(p, o, &q, pos);
}
