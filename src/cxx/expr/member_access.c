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
Expr *xe_arrow(Parse *parse, Expr *expr, Pos pos) {
    Cxx *cxx = parse->x;
    for (uint32_t i = 0; i < 64; i++) {
        if (xe_open(expr)) return expr;
        if (expr->type->kind != TY_CLASS) {
            Expr *r = cxx_rvalue(parse, expr);
            if (xe_err(r)) return r;
            if (r->type->kind != TY_PTR) {
                CXX_DIAG(cxx, x_arrow_needs_pointer, pos, expr->type);
                return cxx_expr_error(cxx, pos);
            }
            expr = cxx_build_unary(parse, OP_DEREF, r, pos);
            expr->flags |= EF_ARROW;
            return expr;
        }
        if (!ty_complete(cxx, expr->type, pos, true)) return cxx_expr_error(cxx, pos);
        Lookup l = {0};
        cxx_lookup_member(parse, ty_unqual(expr->type)->u.cls, cxx_op_atom(cxx, OP_ARROW), 0, &l);
        if (!l.n) {
            CXX_DIAG(cxx, x_arrow_needs_pointer, pos, expr->type);
            CXX_DIAG(cxx, x_note_dot, pos, expr->type);
            return cxx_expr_error(cxx, pos);
        }
        Expr *o = xe_overload_expr(parse, &l, NULL, expr, cxx_op_atom(cxx, OP_ARROW), pos);
        expr = cxx_build_call(parse, o, NULL, 0, pos);
    }
    CXX_DIAG(cxx, x_nesting_too_deep, pos);
    return cxx_expr_error(cxx, pos);
}

// object.name that depends, looked up in the instance.
static Expr *dep_member(Parse *parse, Expr *object, const QualName *qual_name, bool arrow,
                        Pos pos) {
    Expr *expr = xe_dep(parse, E_DEP_MEMBER, pos);
    expr->a = object;
    xe_inherit(expr, object);
    expr->u.dep.scope = qual_name->dep ? qual_name->dep : qual_name->cls_type;
    expr->u.dep.name = qual_name->name;
    expr->u.dep.targs = qual_name->targs;
    expr->b = xe_conv_operand(parse, qual_name);
    if (expr->b) xe_inherit(expr, expr->b);
    expr->end = qual_name->end;
    if (arrow) expr->flags |= EF_ARROW;
    return expr;
}

// `.~T()` and `->~T()` on scalars, and destructor calls on classes.
static Expr *destructor(Parse *parse, Expr *object, const QualName *qual_name, Pos pos) {
    Cxx *cxx = parse->x;
    if (object->type->kind != TY_CLASS) {
        Type *named = qual_name->dtor_type; // [expr.prim.id.dtor]/1
        bool word = qual_name->order < parse->end && parse->tok[qual_name->order].kind == T_IDENT;
        if (!named && word) {
            CXX_DIAG(cxx, d_not_a_type, pos, parse->tok[qual_name->order].text);
            return cxx_expr_error(cxx, pos);
        }
        bool known = !ty_lost(named) && !ty_dependent(named);
        if (known && ty_unqual(named) != ty_unqual(object->type)) {
            CXX_DIAG(cxx, x_dtor_type_mismatch, pos, object->type, named);
            return cxx_expr_error(cxx, pos);
        }
        if (qual_name->cls_type && qual_name->cls_type != ty_unqual(object->type)) {
            CXX_DIAG(cxx, x_dtor_type_mismatch, pos, object->type, qual_name->cls_type);
            return cxx_expr_error(cxx, pos);
        }
        Expr *e = xe_un(parse, E_PSEUDO_DTOR, cxx->ty_overload, VC_PRVALUE, pos, object);
        return e;
    }

    const Type *said = qual_name->dtor_type ? ty_unqual(qual_name->dtor_type) : NULL;
    if (said && !qual_name->qualified && ty_is_scalar(said)) { // [expr.prim.id.dtor]/1
        CXX_DIAG(cxx, x_dtor_type_mismatch, pos, object->type, (Type *)said);
        return cxx_expr_error(cxx, pos);
    }

    // of a class without a destructor that does anything nothing is called
    if (!ty_complete(cxx, object->type, pos, true)) return cxx_expr_error(cxx, pos);
    ClassDecl *c = ty_unqual(object->type)->u.cls;
    cxx_class_specials(cxx, c);
    if (!c->members.dtor) {
        Expr *e = xe_un(parse, E_PSEUDO_DTOR, cxx->ty_overload, VC_PRVALUE, pos, object);
        return e;
    }
    Expr *e = cxx_build_member(parse, object, &c->members.dtor->d, pos);
    if (qual_name->qualified && !xe_err(e)) e->flags |= EF_ADL_OFF;
    return e;
}

Expr *cxx_build_dtor_call(Parse *parse, Expr *object, Pos pos) {
    FuncDecl *d = cxx_find_dtor(parse->x, object->type);
    if (!d)
        return xe_un(parse, E_PSEUDO_DTOR, ty_basic(parse->x, TY_VOID), VC_PRVALUE, pos, object);
    return xe_call_function(parse, d, object, NULL, 0, pos, EF_ADL_OFF);
}

// ---- conversion functions by name --------------------------------------------------------------

Atom xe_spelled(Cxx *cxx, const QualName *q) {
    return q->conv_type ? atom_printf(cxx->ctx, "operator %s", ty_str(cxx, q->conv_type)) : q->name;
}

Expr *xe_conv_operand(Parse *parse, const QualName *q) {
    if (!q->conv_type) return NULL;
    Expr *e = cxx_expr_new(parse->x, E_TYPE, parse->x->ty_overload, VC_PRVALUE, q->pos);
    e->u.ty = q->conv_type;
    if (q->conv_type->flags & TF_HAS_PACK) e->flags |= EF_HAS_PACK;
    return e;
}

typedef struct NamedConv {
    Parse *p;
    Type *to;
    uint32_t visit;
} NamedConv;

// A function that gives that type.
static bool gives(const Decl *decl, const Type *to) {
    return decl && decl->type && decl->type->kind == TY_FUNC && decl->type->u.func.ret == to;
}

// The instances of the templates among `all` that give named_conv->to, but those of a less
// specialized one [temp.func.order].
static void instances_to(const NamedConv *named_conv, const Lookup *all, Lookup *out) {
    Parse *parse = named_conv->p;
    VEC(TemplateDecl *) of = {0};
    for (uint32_t i = 0; i < all->n; i++) {
        TemplateDecl *tmpl = (TemplateDecl *)all->at[i];
        DeduceFail why = {0};
        if (tmpl->d.kind != D_TEMPLATE) continue;
        FuncDecl *func = cxx_deduce_type(parse, tmpl, NULL, named_conv->to, &why);
        if (!gives((Decl *)func, named_conv->to)) continue;
        bool less = false;
        uint32_t kept = 0;
        for (uint32_t k = 0; k < of.n; k++) {
            int c = cxx_more_specialized(parse->x, of.at[k], tmpl, 0);
            less |= c > 0;
            if (c < 0) continue;
            of.at[kept] = of.at[k];
            out->at[kept++] = out->at[k];
        }
        of.n = out->n = kept;
        if (less) continue;
        vec_push(pa(parse), &of, tmpl);
        cxx_lookup_push(parse->x, out, &func->d);
    }
}

// Those of cls and, where it has none to this type, of its bases: a conversion hides only those to
// the same type [class.conv.fct]. Templates take part by what they make [temp.mem]/8, functions
// are preferred to them.
static void conversions_to(const NamedConv *named_conv, ClassDecl *cls, uint32_t depth,
                           Lookup *out) {
    Cxx *cxx = named_conv->p->x;
    if (!cxx_class_visit(cls, named_conv->visit) || depth > cxx->ctx->max_depth) return;
    Lookup all = {0};
    cxx_lookup_in(named_conv->p, cls->inner, cxx->n.conv, LU_LOCAL, &all);
    for (uint32_t i = 0; i < all.n; i++)
        if (all.at[i]->kind == D_FUNC && gives(all.at[i], named_conv->to))
            cxx_lookup_push(cxx, out, all.at[i]);
    if (!out->n) instances_to(named_conv, &all, out);
    if (out->n) {
        out->found_in = cls;
        return;
    }
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        Lookup in = {0};
        if (!cls->members.base[i].cls ||
            !cxx_class_complete(cxx, cls->members.base[i].cls, cls->members.base[i].pos))
            continue;
        conversions_to(named_conv, cls->members.base[i].cls, depth + 1, &in);
        if (in.n && out->n && in.found_in != out->found_in) out->ambiguous = true;
        if (in.n && !out->n) *out = in;
    }
}

void xe_named_conversion(Parse *parse, ClassDecl *cls, Type *to, Lookup *out) {
    NamedConv n = {parse, to, cxx_visit_begin(parse->x)};
    memset(out, 0, sizeof *out);
    conversions_to(&n, cls, 0, out);
    if (out->n) out->naming = cls;
}

// The member a parsed name means for an object.
Expr *xe_member_from_name(Parse *parse, Expr *object, const QualName *qual_name, Pos pos) {
    Cxx *cxx = parse->x;
    if (qual_name->name == cxx->n.dtor || qual_name->dtor_type)
        return destructor(parse, object, qual_name, pos);
    Type *type = object->type;
    if (type->kind != TY_CLASS) {
        CXX_DIAG(cxx, x_member_of_nonclass, pos, type);
        if (type->kind == TY_PTR && type->u.ptr.to->kind == TY_CLASS)
            CXX_DIAG(cxx, x_note_arrow, pos, type);
        return cxx_expr_error(cxx, pos);
    }
    if (!ty_complete(cxx, type, pos, true)) return cxx_expr_error(cxx, pos);
    ClassDecl *cls = ty_unqual(type)->u.cls;
    Lookup lookup = {0};
    bool named = qual_name->qualified && qual_name->scope && !qual_name->dep;
    if (qual_name->qualified && qual_name->found.n)
        lookup = qual_name->found;
    else if (!named)
        cxx_lookup_member(parse, cls, qual_name->name, 0, &lookup);
    if (qual_name->conv_type) {
        if (ty_dependent(qual_name->conv_type))
            return dep_member(parse, object, qual_name, false, pos);
        ClassDecl *in = named && qual_name->scope->kind == SC_CLASS ? qual_name->scope->cls : cls;
        xe_named_conversion(parse, in, qual_name->conv_type, &lookup);
    }
    if (!lookup.n) {
        cxx_say_no_member(parse, qual_name->pos, named ? qual_name->scope : cls->inner,
                          xe_spelled(cxx, qual_name));
        return cxx_expr_error(cxx, pos);
    }
    if (lookup.ambiguous) {
        CXX_DIAG(cxx, x_ambiguous_name, qual_name->pos, xe_spelled(cxx, qual_name));
        return cxx_expr_error(cxx, pos);
    }
    Decl *decl = lookup.at[0];
    if (named && qual_name->scope->kind == SC_NAMESPACE) { // `a.N::f`
        CXX_DIAG(cxx, x_no_member, qual_name->pos, type, xe_spelled(cxx, qual_name));
        return cxx_expr_error(cxx, pos);
    }
    bool functions = decl->kind == D_FUNC || decl_is_template(decl, TK_FUNC);
    if (functions) {
        if (!qual_name->qualified || !lookup.naming) lookup.naming = cls;
        Expr *e = xe_overload_expr(parse, &lookup, qual_name->targs, object,
                                   xe_spelled(cxx, qual_name), qual_name->pos);
        e->u.ovl->conv = qual_name->conv_type;
        e->end = qual_name->end;
        if (qual_name->qualified) e->flags |= EF_ADL_OFF;
        if (qual_name->qualified) e->pad |= XP_SCOPED;
        return e;
    }
    if (decl_is_template(decl, TK_VAR) && qual_name->targs) {
        VarDecl *v =
            cxx_var_template(parse, (TemplateDecl *)decl, qual_name->targs, qual_name->pos);
        return v ? cxx_build_member(parse, object, &v->d, qual_name->pos)
                 : cxx_expr_error(cxx, pos);
    }
    if (!is_any_of(decl->kind, D_FIELD, D_VAR, D_ENUMERATOR)) {
        CXX_DIAG(cxx, x_not_a_value, qual_name->pos, decl);
        return cxx_expr_error(cxx, pos);
    }
    if (!cxx_access_object_ok(parse, decl,
                              qual_name->qualified && lookup.naming ? lookup.naming : cls, cls)) {
        CXX_DIAG(cxx, x_inaccessible, qual_name->pos, decl);
        cxx_note_declared(cxx, decl);
    }
    if (qual_name->qualified && decl->kind == D_FIELD && object->cat != VC_PRVALUE)
        object = xe_via_naming(parse, object, lookup.naming, ((FieldDecl *)decl)->owner);
    Expr *e = cxx_build_member(parse, object, decl, qual_name->pos);
    if (!xe_err(e) && qual_name->end > e->end && !(e->pad & XP_ODR)) e->end = qual_name->end;
    return e;
}

// The name behind `.` or `->`: looked up in the object's class first. NULL type: dependent object.
static bool member_name(Parse *parse, Type *obj, QualName *qual_name) {
    Cxx *cxx = parse->x;
    if (!obj) {
        memset(qual_name, 0, sizeof *qual_name);
        bool kw = xe_accept(parse, T_KW_TEMPLATE);
        qual_name->pos = qual_name->end = xe_pos(parse);
        qual_name->has_template_kw = kw;
        if (kw && cxx_peek(parse) == T_TILDE) // [temp.names]/5
            CXX_DIAG(cxx, d_template_dtor, xe_pos(parse));
        bool angles = cxx_peek(parse) == T_IDENT && cxx_peek_n(parse, 1) == T_LT;
        uint32_t behind = angles ? cxx_skip_angles(cxx, parse->at + 1, parse->end) : 0;
        if (behind && behind < parse->end && parse->tok[behind].kind == T_COLCOL)
            return cxx_parse_qual_name(parse, qual_name);
        // the current instantiation's members, or what is found around [basic.lookup.qual.general]
        if (angles && !kw && cxx->decls->unbound.reading) {
            Lookup l = {0};
            cxx_lookup(parse, parse->tok[parse->at].text, 0, &l);
            const Decl *t = l.n && l.at[0]->kind == D_TEMPLATE ? l.at[0] : NULL;
            const Scope *in = t ? cxx_decl_scope(t->scope) : NULL;
            // a namespace's function template is no member: `t.end < 0`
            kw = t && (((const TemplateDecl *)t)->kind != TK_FUNC || scope_is(in, SC_CLASS));
        }
        if (cxx_peek(parse) == T_IDENT && cxx_peek_n(parse, 1) != T_COLCOL) {
            qual_name->name = parse->tok[parse->at].text;
            qual_name->order = parse->at++;
            if (kw && cxx_peek(parse) == T_LT) {
                qual_name->targs = cxx_parse_template_args(parse, NULL);
                qual_name->is_template_id = true;
                return qual_name->targs != NULL;
            }
            return true;
        }
        if (!cxx_parse_qual_name(parse, qual_name)) return false;
        if (!kw || qual_name->is_template_id || cxx_peek(parse) != T_LT) return true;
        qual_name->targs = cxx_parse_template_args(parse, NULL); // x.template operator+<T>
        qual_name->is_template_id = true;
        return qual_name->targs != NULL;
    }
    Type *type = ty_unqual(obj);
    if (type->kind != TY_CLASS || cxx_peek(parse) == T_TILDE) {
        bool ok = cxx_parse_qual_name(parse, qual_name);
        bool unknown = ok && type->kind == TY_CLASS && !qual_name->dtor_type &&
                       qual_name->name == cxx->n.dtor && !qual_name->qualified;
        const Token *name = &parse->tok[qual_name->order];
        if (unknown && name->kind == T_IDENT && name->text != type->u.cls->d.name) {
            Lookup l = {0}; // in the class of the object, too [basic.lookup.qual]
            if (!cxx_lookup_member(parse, type->u.cls, name->text, LU_TYPE_ONLY, &l))
                cxx_say_undefined(parse, name->pos, name->text);
        }
        return ok;
    }
    if (!ty_complete(cxx, obj, xe_pos(parse), true)) {
        cxx_parse_qual_name(parse, qual_name);
        return false;
    }
    uint32_t at = parse->at + (cxx_peek(parse) == T_KW_TEMPLATE);
    uint16_t k = parse->tok[at].kind, next = parse->tok[at + 1].kind;
    if (k == T_IDENT && !is_any_of(next, T_LT, T_COLCOL)) { // the common case
        memset(qual_name, 0, sizeof *qual_name);
        qual_name->pos = qual_name->end = parse->tok[at].pos;
        qual_name->name = parse->tok[at].text;
        qual_name->order = at;
        parse->at = at + 1;
        return true;
    }
    Lookup l = {0};
    bool in_class = true;
    if (k == T_IDENT && is_any_of(next, T_COLCOL, T_LT)) {
        // `obj.Base::f`: the name may be found in the class or around the expression
        if (!cxx_lookup_member(parse, type->u.cls, parse->tok[at].text, 0, &l) || !l.n)
            in_class = false;
    }
    bool ok = cxx_parse_member_name(parse, qual_name, in_class ? type->u.cls->inner : NULL);
    if (!qual_name->qualified) qual_name->found.n = 0;
    return ok;
}

// A data member of the current instantiation, read unbound, depends by its own type only
// [temp.dep.expr]/5.
static FieldDecl *own_field(Parse *parse, Type *type, const QualName *qual_name) {
    type = ty_unqual(type);
    if (!parse->x->decls->unbound.reading || qual_name->qualified || qual_name->targs) return NULL;
    ClassDecl *cls = NULL;
    for (const Scope *s = parse->scope; s && !cls; s = s->parent) {
        bool own = s->kind == SC_CLASS && s->cls->members.unbound;
        if (own && type->kind == TY_SPEC) // (or a member class of an unbound one)
            own = s->cls->inst.tmpl && type->u.spec.tmpl == &s->cls->inst.tmpl->d &&
                  type->u.spec.args == s->cls->inst.args;
        else if (own)
            own = type->kind == TY_CLASS && type->u.cls == s->cls;
        if (own) cls = s->cls;
    }
    if (!cls) return NULL;
    Lookup l = {0};
    cxx_lookup_member(parse, cls, qual_name->name, 0, &l);
    FieldDecl *f = l.n && l.at[0]->kind == D_FIELD ? (FieldDecl *)l.at[0] : NULL;
    return f && !ty_dependent(f->d.type) && f->owner == cls ? f : NULL;
}

// At `.` or `->`.
Expr *xe_parse_member(Parse *parse, Expr *object) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    bool arrow = cxx_peek(parse) == T_ARROW;
    parse->at++;
    Expr *expr = object;
    if (expr->kind == E_OVERLOAD) expr = cxx_rvalue(parse, expr);
    if (expr->kind == E_TYPE || xe_list(expr)) {
        CXX_DIAG(cxx, x_type_not_allowed, expr->pos);
        expr = cxx_expr_error(cxx, pos);
    }
    if (arrow) expr = xe_arrow(parse, expr, pos);
    QualName qual_name = {0};
    uint32_t start = parse->at;
    bool ok = member_name(parse, xe_open(expr) ? NULL : expr->type, &qual_name);
    if (!ok) {
        if (parse->at == start && parse->at < parse->end && cxx_peek(parse) == T_IDENT) parse->at++;
        return cxx_expr_error(cxx, pos);
    }
    if (xe_err(expr)) return expr;
    if (xe_tdep(expr) && qual_name.qualified && qual_name.scope && !qual_name.dep &&
        qual_name.scope->kind == SC_NAMESPACE && qual_name.name) { // `t.N::f`
        CXX_DIAG(cxx, x_not_class_member, qual_name.pos, qual_name.name);
        return cxx_expr_error(cxx, pos);
    }
    if (xe_tdep(expr)) {
        bool through = arrow && expr->type->kind == TY_PTR;
        FieldDecl *f = own_field(parse, through ? expr->type->u.ptr.to : expr->type, &qual_name);
        if (!f) return dep_member(parse, expr, &qual_name, arrow, pos);
        if (through) {
            expr = xe_un(parse, E_UNARY, expr->type->u.ptr.to, VC_LVALUE, pos, expr);
            expr->op = OP_DEREF;
        }
        return xe_field_path(parse, expr, f, pos);
    }
    return xe_member_from_name(parse, expr, &qual_name, pos);
}
