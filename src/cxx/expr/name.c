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
void xe_flush_odr(Parse *parse, uint32_t mark) {
    struct ExprState *st = xe_state(parse->x);
    for (uint32_t i = mark; i < st->pending.n; i++) {
        Expr *expr = st->pending.at[i];
        if (!(expr->pad & XP_ODR)) continue;
        expr->pad &= ~XP_ODR;
        VarDecl *v = (VarDecl *)expr->u.decl;
        if (!cxx_has_storage(v) && v->fn != parse->fn) {
            // after an error a read may never have happened
            if (diag_error_count(parse->x->ctx)) continue;
            Expr *c = xe_capture_var(parse, v, expr->pos);
            if (c) *expr = *c;
        } else {
            cxx_mark_used(parse, &v->d, expr->pos);
        }
    }
    if (st->pending.n > mark) st->pending.n = mark;
}

// ---- variables ---------------------------------------------------------------------------------

Expr *xe_var_expr(Parse *parse, VarDecl *v, Pos pos) {
    v->referenced = true;
    v->named++;
    return xe_ref(parse, &v->d, v->d.type, pos);
}

// ---- functions, members, parameters ------------------------------------------------------------

// The enclosing class object is usable for a member of class cls found by unqualified lookup. Where
// a lambda would have to capture it, that waits for the function that is called: it may be static.
static Expr *implicit_object(Parse *parse, const Lookup *lookup, Pos pos) {
    bool any = false;
    ClassDecl *cls = NULL;
    for (uint32_t i = 0; i < lookup->n; i++) {
        Decl *d = lookup->at[i];
        if (d->kind == D_TEMPLATE && ((TemplateDecl *)d)->pattern)
            d = &((TemplateDecl *)d)->pattern->d;
        if (d->kind == D_FUNC && ((FuncDecl *)d)->cls) {
            cls = ((FuncDecl *)d)->cls;
            if (!(d->flags & DF_STATIC) || ((FuncDecl *)d)->explicit_object) any = true;
        }
    }
    if (!any || !parse->this_type) return NULL;
    Type *tt =
        ty_unqual(parse->this_type->kind == TY_PTR ? parse->this_type->u.ptr.to : parse->this_type);
    if (tt->kind != TY_CLASS) return NULL;
    ClassDecl *mine = tt->u.cls;
    BaseSpec **path;
    uint32_t n;
    bool amb;
    if (mine != cls && !cxx_class_derived_from(parse->x, mine, cls, &path, &n, &amb)) return NULL;
    bool waits = xe_this_uncaptured(parse);
    Expr *self = waits ? xe_this_of_function(parse, pos) : xe_this(parse, pos);
    if (xe_lost(self)) return self;
    Expr *o = cxx_build_unary(parse, OP_DEREF, self, pos);
    o->flags |= EF_IMPLICIT;
    if (waits) o->pad |= XP_UNCAPTURED;
    return o;
}

// ---- id-expression -----------------------------------------------------------------------------

// A dependent name, looked up in the instance [temp.dep].
static Expr *dep_name(Parse *parse, const QualName *qual_name) {
    Expr *e = xe_dep(parse, E_DEP_NAME, qual_name->pos);
    e->u.dep.scope = qual_name->dep;
    e->u.dep.name = qual_name->name;
    e->u.dep.is_template = qual_name->has_template_kw;
    e->u.dep.targs = qual_name->targs;
    e->b = xe_conv_operand(parse, qual_name);
    e->end = qual_name->end;
    if (qual_name->dep && (qual_name->dep->flags & TF_HAS_PACK)) e->flags |= EF_HAS_PACK;
    if (qual_name->targs && qual_name->targs->has_pack_expansion) e->flags |= 0;
    return e;
}

// An unqualified name that is called may still be found by ADL; else it is said that there is none.
static Expr *not_found(Parse *parse, const QualName *qual_name) {
    Cxx *cxx = parse->x;
    Atom name = xe_spelled(cxx, qual_name);
    bool launch = cxx_peek(parse) == T_LTLT && cxx_peek_n(parse, 1) == T_LT;
    bool call = cxx_peek(parse) == T_LPAREN || launch;
    if (!qual_name->qualified && !qual_name->conv_type && (call || qual_name->is_template_id)) {
        Lookup none = {0};
        Expr *e =
            xe_overload_expr(parse, &none, qual_name->targs, NULL, qual_name->name, qual_name->pos);
        e->pad |= XP_CALLEE_OK;
        return e;
    }
    if (qual_name->qualified && ty_is_class(qual_name->cls_type))
        cxx_say_no_member(parse, qual_name->pos, qual_name->cls_type->u.cls->inner, name);
    else if (qual_name->qualified)
        cxx_say_no_member(parse, qual_name->pos, qual_name->scope ? qual_name->scope : cxx->global,
                          name);
    else
        cxx_say_undefined(parse, qual_name->pos, name);
    return cxx_expr_error(cxx, qual_name->pos);
}

// [class.access.base]/5: `C::member` of the object that `this` points to needs an accessible way
// from its class to C.
static void check_naming(Parse *parse, const QualName *qual_name, const Decl *decl) {
    ClassDecl *naming = qual_name->found.naming;
    if (!qual_name->qualified || !naming || !parse->this_type || decl->flags & DF_STATIC) return;
    Type *self = parse->this_type->kind == TY_PTR ? parse->this_type->u.ptr.to : parse->this_type;
    if (self->kind != TY_CLASS || self->u.cls == naming || self->u.cls->members.unbound_bases)
        return;
    BaseSpec **path;
    uint32_t n;
    bool ambiguous;
    if (!cxx_class_derived_from(parse->x, self->u.cls, naming, &path, &n, &ambiguous)) return;
    if (!ambiguous && !cxx_base_access_ok(parse, self->u.cls, path, n))
        CXX_DIAG(parse->x, x_inaccessible_base, qual_name->pos, naming->d.type);
}

// The data member in `&C::member`, whose naming class is that of the objects [class.protected]/1.
static void check_pointed(Parse *parse, const QualName *qual_name, Decl *decl) {
    ClassDecl *naming = qual_name->found.naming;
    if (!naming || decl->access != ACC_PROTECTED) return;
    if (cxx_access_object_ok(parse, decl, naming, naming)) return;
    CXX_DIAG(parse->x, x_inaccessible, qual_name->pos, decl);
    cxx_note_declared(parse->x, decl);
}

// The set of functions, with the object that a member is called on.
static Expr *function_name(Parse *parse, const QualName *qual_name) {
    Lookup lookup = qual_name->found;
    Expr *object = NULL;
    bool member = false, local = false;
    for (uint32_t i = 0; i < lookup.n; i++) {
        Decl *d = lookup.at[i];
        if (d->flags & DF_MEMBER || (d->kind == D_FUNC && ((FuncDecl *)d)->cls)) member = true;
        if (scope_is(d->scope, SC_BLOCK)) local = true;
    }
    if (member) object = implicit_object(parse, &lookup, qual_name->pos);
    if (object && lookup.n == 1) check_naming(parse, qual_name, lookup.at[0]);
    if (xe_err(object)) return object;
    Expr *e = xe_overload_expr(parse, &lookup, qual_name->targs, object,
                               xe_spelled(parse->x, qual_name), qual_name->pos);
    e->u.ovl->conv = qual_name->conv_type;
    e->end = qual_name->end;
    if (!qual_name->qualified && !member && !local) e->pad |= XP_CALLEE_OK;
    if (qual_name->qualified) e->pad |= XP_QUALIFIED;
    if (object && qual_name->qualified) e->flags |= EF_ADL_OFF; // A::f(): no virtual dispatch
    return e;
}

// `operator T`, alone or behind `C::`.
static Expr *conversion_value(Parse *parse, const QualName *qual_name) {
    QualName n = *qual_name;
    ClassDecl *c = qual_name->qualified && ty_is_class(qual_name->cls_type)
                       ? qual_name->cls_type->u.cls
                       : qual_name->found.naming;
    if (qual_name->dep || ty_dependent(qual_name->conv_type)) return dep_name(parse, qual_name);
    if (c) xe_named_conversion(parse, c, qual_name->conv_type, &n.found);
    if (n.found.n && !n.found.ambiguous) return function_name(parse, &n);
    if (!n.found.n)
        return c && c->members.unbound_bases ? dep_name(parse, qual_name)
                                             : not_found(parse, qual_name);
    CXX_DIAG(parse->x, x_ambiguous_name, qual_name->pos, xe_spelled(parse->x, qual_name));
    return cxx_expr_error(parse->x, qual_name->pos);
}

Expr *xe_name_value(Parse *parse, const QualName *qual_name) {
    Cxx *cxx = parse->x;
    if (qual_name->conv_type) return conversion_value(parse, qual_name);
    if (qual_name->dep) return dep_name(parse, qual_name);
    if (!qual_name->found.n) {
        if (parse->dependent && cxx_peek(parse) != T_LPAREN && qual_name->targs &&
            qual_name->targs->dependent)
            return dep_name(parse, qual_name);
        return not_found(parse, qual_name);
    }
    Decl *decl = qual_name->found.at[0];
    if (qual_name->found.ambiguous) {
        CXX_DIAG(cxx, x_ambiguous_name, qual_name->pos, qual_name->name);
        for (uint32_t i = 0; i < qual_name->found.n && i < 4; i++)
            CXX_DIAG(cxx, x_note_declared_here, qual_name->found.at[i]->pos,
                     qual_name->found.at[i]);
        return cxx_expr_error(cxx, qual_name->pos);
    }
    bool functions = decl->kind == D_FUNC || decl_is_template(decl, TK_FUNC);
    if (!functions && qual_name->found.naming)
        cxx_check_access(parse, decl, qual_name->found.naming, qual_name->pos);
    switch (decl->kind) {
    case D_FUNC: return function_name(parse, qual_name);
    case D_USING:
        return xe_dep(parse, E_DEP_NAME, qual_name->pos); // of an unknown base, read unbound
    case D_CONCEPT: return xe_concept_id(parse, decl, qual_name->targs, qual_name->pos);
    case D_TEMPLATE: {
        TemplateDecl *tmpl = (TemplateDecl *)decl;
        if (tmpl->kind == TK_FUNC) return function_name(parse, qual_name);
        if (tmpl->kind == TK_CONCEPT)
            return xe_concept_id(parse, decl, qual_name->targs, qual_name->pos);
        if (tmpl->kind == TK_VAR) {
            if (!qual_name->targs) {
                CXX_DIAG(cxx, x_missing_targs, qual_name->pos, decl);
                return cxx_expr_error(cxx, qual_name->pos);
            }
            if (qual_name->targs->dependent) {
                Expr *e = dep_name(parse, qual_name);
                e->b = xe_ref(parse, decl, cxx->ty_dependent, qual_name->pos);
                if (qual_name->qualified) e->pad |= XP_SCOPED;
                return e;
            }
            VarDecl *v = cxx_var_template(parse, tmpl, qual_name->targs, qual_name->pos);
            return v ? cxx_build_declref(parse, &v->d, qual_name->pos)
                     : cxx_expr_error(cxx, qual_name->pos);
        }
        CXX_DIAG(cxx, x_missing_targs, qual_name->pos, decl);
        return cxx_expr_error(cxx, qual_name->pos);
    }
    case D_FIELD:
        if (qual_name->qualified && qual_name->found.naming) check_naming(parse, qual_name, decl);
        return xe_field_ref(parse, (FieldDecl *)decl, qual_name->qualified, qual_name->found.naming,
                            qual_name->pos);
    case D_NAMESPACE:
    case D_NS_ALIAS: CXX_DIAG(cxx, x_namespace_not_allowed, qual_name->pos, decl->name); break;
    default: {
        Expr *e = cxx_build_declref(parse, decl, qual_name->pos);
        if (e->end < qual_name->end && !(e->pad & XP_ODR) && e->kind != E_TPARM)
            e->end = qual_name->end;
        return e;
    }
    }
    return cxx_expr_error(cxx, qual_name->pos);
}

// Whether `C::member` at token `start`, which was read, is all that a `&` stands in front of: then
// it means the member, of no object [expr.unary.op]/4.
static bool is_all_of_address(const Parse *parse, uint32_t start) {
    if (!start || parse->address_of != start) return false;
    return !is_any_of(cxx_peek(parse), T_DOT, T_ARROW, T_LBRACKET, T_LPAREN, T_PLUSPLUS,
                      T_MINUSMINUS);
}

// The nonstatic data member that `&C::member` means.
static Expr *member_name(Parse *parse, const QualName *qual_name) {
    FieldDecl *field = (FieldDecl *)qual_name->found.at[0];
    cxx_check_access(parse, &field->d, qual_name->found.naming, qual_name->pos);
    check_pointed(parse, qual_name, &field->d);
    xe_use_deprecated(parse, &field->d, qual_name->pos);
    Expr *expr = xe_ref(parse, &field->d, field->d.type, qual_name->pos);
    expr->pad |= XP_QUALIFIED;
    return expr;
}

// `S::x` of a nonstatic member with no object stands only behind `&` [expr.prim.id]/3.
static Expr *member_alone(Parse *parse, Expr *expr) {
    bool ref = expr->kind == E_DECLREF && expr->pad & XP_QUALIFIED && expr->u.decl->kind == D_FIELD;
    if (!ref || parse->unevaluated || parse->dependent) return expr;
    CXX_DIAG(parse->x, x_member_needs_object, expr->pos, expr->u.decl);
    return cxx_expr_error(parse->x, expr->pos);
}

// `A::A`, which means the constructor [class.qual]/2, not the class.
static bool names_ctor(const QualName *q, const Type *type) {
    if (!q->qualified || q->is_template_id || type != q->cls_type) return false;
    bool cls = q->found.n == 1 && q->found.at[0]->kind == D_CLASS;
    return cls && type->u.cls->d.name == q->name;
}

// Every class has an operator=, declared or not [class.copy.assign]/2: the class named, else the
// one around. It is looked up again once that is there.
static void find_assignments(Parse *parse, QualName *qual_name) {
    if (qual_name->dep || (qual_name->qualified && !qual_name->scope)) return;
    bool in_class = qual_name->qualified && qual_name->scope->kind == SC_CLASS;
    ClassDecl *cls = in_class ? qual_name->scope->cls : qual_name->qualified ? NULL : parse->cls;
    if (!cls || !cls->members.complete || cls->special.done) return;
    cxx_class_specials(parse->x, cls);
    qual_name->found = (Lookup){0};
    cxx_lookup_member(parse, cls, qual_name->name, 0, &qual_name->found);
}

// At the first token of an id-expression, a type name that begins a functional cast, a type trait
// or a compiler builtin.
Expr *xe_id_expression(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    if (cxx_peek(parse) == T_IDENT) {
        const AtomInfo *i = atom_info(cxx->ctx, parse->tok[parse->at].text);
        // only names that are reserved can be traits or builtin functions: most are not looked up
        if (i->s[0] == '_' && i->s[1] == '_') {
            Expr *e = NULL;
            if (cxx_peek_n(parse, 1) == T_LPAREN &&
                cxx_type_trait(parse, parse->tok[parse->at].text, &e))
                return e;
            if (cxx_peek_n(parse, 1) == T_LPAREN && !strcmp(i->s, "__integer_pack"))
                return cxx_parse_integer_pack(parse);
            e = xe_parse_gnu_builtin(parse);
            if (e) return e;
        }
    }
    QualName qual_name = {0};
    uint32_t start = parse->at;
    if (!cxx_parse_qual_name(parse, &qual_name)) {
        if (parse->at == start && parse->at < parse->end) parse->at++;
        return cxx_expr_error(cxx, pos);
    }
    if (qual_name.op == OP_ASSIGN) find_assignments(parse, &qual_name);
    Type *type = qual_name.found.n || qual_name.dep ? cxx_name_type(parse, &qual_name) : NULL;
    if (type) {
        uint16_t k = cxx_peek(parse);
        if (type->kind == TY_ERROR && !is_any_of(k, T_LPAREN, T_LBRACE))
            return cxx_expr_error(cxx, pos);
        if (is_any_of(k, T_LPAREN, T_LBRACE)) {
            if (names_ctor(&qual_name, type) && cxx_in_main_file(parse->x, qual_name.pos))
                CXX_DIAG(parse->x, d_ctor_name, qual_name.pos, qual_name.name, qual_name.name);
            if (!qual_name.dep || qual_name.found.n || k == T_LBRACE)
                return xe_functional_cast(parse, type, pos);
        } else if (!qual_name.dep || qual_name.found.n) {
            Expr *e = cxx_expr_new(cxx, E_TYPE, cxx->ty_overload, VC_PRVALUE, pos);
            e->u.ty = type;
            return e;
        }
    }
    // &C::m of a member that is no static one is a pointer to it [expr.unary.op]/3
    const Lookup *found = &qual_name.found;
    bool field = qual_name.qualified && found->n == 1 && found->at[0]->kind == D_FIELD;
    if (field && is_all_of_address(parse, start)) return member_name(parse, &qual_name);
    return member_alone(parse, xe_name_value(parse, &qual_name));
}
