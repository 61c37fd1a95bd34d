// SPDX-License-Identifier: Apache-2.0
// convert/reference.c: what a declaration that was found is as an expression: variables, fields
// through `this`, bindings, template parameters, constants. In a lambda capture.c has what it is.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/lambda.h"

// [class.local]/1: of the function around a local class, its members use no automatic variable.
static bool outside_of_local_class(const Parse *parse, const VarDecl *var) {
    if (cxx_has_storage(var) || !var->fn || var->capture_of) return false;
    bool of_class = false;
    for (const Scope *s = parse->scope; s; s = cxx_scope_around(s)) {
        if (s == var->d.scope) return of_class;
        of_class |= s->kind == SC_CLASS && !s->cls->closure.is;
    }
    return false;
}

// A variable usable in constant expressions of a type whose value can be folded.
static bool foldable(Parse *parse, VarDecl *var) {
    Type *t = var->d.type;
    if (var->storage == STOR_PARAM || (var->d.flags & DF_EXTERN && !var->defined)) return false;
    if (ty_is_ref(t) || (xe_quals(t) & Q_VOLATILE) || ty_dependent(t)) return false;
    bool cexpr = var->d.flags & DF_CONSTEXPR;
    Type *u = ty_unqual(t);
    if (!cexpr && !(xe_quals(t) & Q_CONST)) return false;
    if (ty_is_discrete(u)) return true;
    return ty_is_floating(u) && cexpr;
}

// A static member of a class read unbound whose value may depend on the parameters
// [temp.dep.constexpr]/2: not one of known type with an initialiser that does not.
static bool unbound_member(Cxx *cxx, VarDecl *v) {
    const Scope *of = v->d.scope;
    if (!scope_is(of, SC_CLASS) || !of->cls->members.unbound || v->d.kind != D_VAR) return false;
    if (v->elaborating || !v->init_style || ty_dependent(v->d.type)) return true;
    cxx_var_init(cxx, v);
    return !v->init || v->init->flags & (EF_TYPE_DEP | EF_VALUE_DEP) || xe_err(v->init);
}

// A variable by its name: a constant that is only read is no use of it, one of a function around a
// lambda is captured.
// [dcl.fct.default]/7, /9: a default argument evaluates no parameter, and uses no local variable.
static bool in_default_argument(const Parse *parse, const VarDecl *var, bool value) {
    if (!parse->site || parse->fn || parse->lambda || cxx_has_storage(var)) return false;
    return var->storage == STOR_PARAM || (var->fn && !value);
}

static Expr *variable_ref(Parse *parse, VarDecl *var, Pos pos) {
    Cxx *cxx = parse->x;
    if (!var->init_done && !var->elaborating &&
        ((var->d.type->flags & TF_HAS_AUTO) || ty_deref(var->d.type)->kind == TY_ARRAY_INC))
        cxx_var_init(cxx, var);
    if (cxx_is_lost(&var->d)) return cxx_expr_error(cxx, pos);
    if (var->d.type->flags & TF_HAS_AUTO) {
        CXX_DIAG(cxx, x_auto_before_deduced, pos, var->d.name);
        return cxx_expr_error(cxx, pos);
    }
    var->referenced = true;
    var->named++;
    Expr *expr = xe_ref(parse, &var->d, var->d.type, pos);
    if (var->d.kind == D_VAR && ty_dependent(var->d.type)) expr->flags |= EF_TYPE_DEP;
    if (unbound_member(cxx, var)) {
        expr->flags |= EF_VALUE_DEP;
        if (var->d.type->kind == TY_ARRAY_INC) expr->flags |= EF_TYPE_DEP; // [temp.dep.expr]/3
    }
    // a static member of A<T>, made for its constructors' signatures (template/class_deduce.c)
    if (var->d.env && var->d.env->args && var->d.env->args->dependent && var->storage != STOR_PARAM)
        expr->flags |= EF_VALUE_DEP;
    if (parse->unevaluated) return expr;
    bool value = var->d.flags & DF_CONSTEXPR || foldable(parse, var); // no odr-use
    if (in_default_argument(parse, var, value)) {
        CXX_DIAG(cxx, d_default_local, pos, var->d.name);
        return cxx_expr_error(cxx, pos);
    }
    if (!value && outside_of_local_class(parse, var)) {
        CXX_DIAG(cxx, x_outer_local, pos, var->d.name);
        return cxx_expr_error(cxx, pos);
    }
    if (parse->dependent) return expr;
    xe_capture_name(parse, &var->d, pos);
    bool local = !cxx_has_storage(var) && var->fn;
    bool foreign = parse->lambda && !cxx_has_storage(var) &&
                   ((var->fn && var->fn != parse->fn) || var->capture_of == var);
    if ((!local || foreign) && foldable(parse, var)) {
        expr->pad |= XP_ODR;
        if (!parse->const_expr) vec_push(pa(parse), &xe_state(cxx)->pending, expr);
        return expr;
    }
    if (foreign) {
        Expr *c = xe_capture_var(parse, var, pos);
        if (c) return c;
    }
    if (local && foldable(parse, var) && !var->elaborating) expr->pad |= XP_ODR; // folds when read
    if (!local) cxx_mark_used(parse, &var->d, pos);
    xe_use_deprecated(parse, &var->d, pos);
    return expr;
}

// A structured binding: what it names, captured where it is foreign.
static Expr *binding_ref(Parse *parse, BindingDecl *named, Pos pos) {
    VarDecl *holder = named->v.capture_of;
    named->v.referenced = true;
    if (xe_lost(named->e)) return cxx_expr_error(parse->x, pos);
    if (holder && holder->storage == STOR_GLOBAL && parse->x->hooks.check_var_use)
        parse->x->hooks.check_var_use(parse, &named->v, pos);
    if (holder && !cxx_has_storage(holder) && holder->fn && holder->fn != parse->fn &&
        parse->lambda && !parse->unevaluated) {
        Expr *c = xe_capture_var(parse, &named->v, pos);
        if (c) return c;
    }
    Expr *e = xe_dup(parse, named->e);
    e->pos = e->end = pos;
    return e;
}

Expr *xe_field_ref(Parse *parse, FieldDecl *named, bool qualified, ClassDecl *naming, Pos pos) {
    Cxx *cxx = parse->x;
    xe_use_deprecated(parse, &named->d, pos);
    Expr *self = parse->unevaluated && !parse->this_type ? NULL : xe_this(parse, pos);
    if (xe_err(self)) return self;
    ClassDecl *owner = named->owner;
    while (owner->members.anon_member) owner = owner->members.anon_member->owner;
    bool mine = false;
    if (self && self->type->kind == TY_PTR) {
        Type *object = ty_unqual(self->type->u.ptr.to);
        if (object->kind != TY_CLASS)
            return xe_dep(parse, E_DEP_NAME, pos); // a copy of an unbound one
        ClassDecl *c = object->u.cls;
        BaseSpec **path;
        uint32_t n;
        bool amb;
        mine = c == owner || cxx_class_derived_from(cxx, c, owner, &path, &n, &amb);
        if (!mine && c->members.unbound_bases) return xe_dep(parse, E_DEP_NAME, pos);
    }
    if (mine) {
        Expr *obj = cxx_build_unary(parse, OP_DEREF, self, pos);
        obj->flags |= EF_IMPLICIT;
        if (qualified) obj = xe_via_naming(parse, obj, naming, owner);
        Expr *e = cxx_build_member(parse, obj, &named->d, pos);
        if (qualified && !xe_err(e)) {
            // `&A::x` means the member pointer: address_of looks at an E_DECLREF
            e = xe_dup(parse, e);
        }
        return e;
    }
    Expr *e = xe_ref(parse, &named->d, named->d.type, pos);
    if (qualified) e->pad |= XP_QUALIFIED;
    if (!parse->unevaluated && !qualified) {
        CXX_DIAG(cxx, x_member_needs_object, pos, &named->d);
        return cxx_expr_error(cxx, pos);
    }
    return e;
}

// A template parameter by its name: its argument, or while it is unbound a node that waits.
static Expr *tparm_value(Parse *parse, TParmDecl *named, Pos pos) {
    Cxx *cxx = parse->x;
    TmplArg *tmpl_arg = cxx_parm_arg(parse, named);
    if (!tmpl_arg || tmpl_arg->kind == TA_NONE) {
        Type *ty = named->d.type ? named->d.type : cxx->ty_dependent;
        // of class type: an lvalue, const [temp.param]/8
        Expr *e = ty->kind == TY_CLASS
                      ? cxx_expr_new(cxx, E_TPARM, ty_qual(cxx, ty, Q_CONST), VC_LVALUE, pos)
                      : xe_declared(parse, E_TPARM, ty, pos);
        e->u.decl = &named->d;
        e->flags |= EF_VALUE_DEP;
        // [temp.dep.expr]/3: so is the name of a parameter with a placeholder type
        if (ty_dependent(ty) || ty->flags & TF_HAS_AUTO) e->flags |= EF_TYPE_DEP;
        if (named->pack) e->flags |= EF_HAS_PACK;
        return e;
    }
    if (tmpl_arg->kind == TA_VALUE) return cxx_from_const(parse, tmpl_arg->val, pos);
    if (tmpl_arg->kind == TA_EXPR) return tmpl_arg->expr;
    if (tmpl_arg->kind == TA_TYPE) {
        Expr *e = cxx_expr_new(cxx, E_TYPE, cxx->ty_overload, VC_PRVALUE, pos);
        e->u.ty = tmpl_arg->type;
        return e;
    }
    return cxx_expr_error(cxx, pos); // the pattern of an empty pack
}

Expr *xe_this_of_function(Parse *parse, Pos pos) {
    Type *t = parse->this_type->kind == TY_PTR ? parse->this_type
                                               : ty_pointer(parse->x, parse->this_type);
    return cxx_expr_new(parse->x, E_THIS, t, VC_PRVALUE, pos);
}

// `this` in the current context; NULL if there is none. In a lambda body it is the captured one.
Expr *xe_this(Parse *parse, Pos pos) {
    if (!parse->this_type) return NULL;
    if (parse->lambda && !parse->unevaluated) {
        Expr *c = xe_capture_this(parse, pos);
        if (c) return c;
    }
    return xe_this_of_function(parse, pos);
}

Expr *cxx_answer_captured_object(Parse *parse, Expr *object) {
    if (!object || !(object->pad & XP_UNCAPTURED)) return object;
    Expr *self = xe_this(parse, object->pos);
    if (xe_lost(self)) return self;
    object = cxx_build_unary(parse, OP_DEREF, self, object->pos);
    object->flags |= EF_IMPLICIT;
    return object;
}

Expr *cxx_build_declref(Parse *parse, Decl *named, Pos pos) {
    Cxx *cxx = parse->x;
    if (cxx_is_lost(named)) return cxx_expr_error(cxx, pos);
    switch (named->kind) {
    case D_VAR:
        ((VarDecl *)named)->referenced = true;
        return variable_ref(parse, (VarDecl *)named, pos);
    case D_BINDING: return binding_ref(parse, (BindingDecl *)named, pos);
    case D_ENUMERATOR: {
        EnumeratorDecl *n = (EnumeratorDecl *)named;
        Type *t = n->d.type ? n->d.type : n->owner->d.type;
        // before the closing brace it has the fixed underlying type [dcl.enum]/5
        if (n->owner && n->owner->completing && n->owner->fixed) t = n->owner->underlying;
        xe_use_deprecated(parse, named, pos);
        Expr *e = cxx_expr_new(cxx, E_INT, t, VC_PRVALUE, pos);
        e->u.i = n->value;
        return e;
    }
    case D_FIELD: return xe_field_ref(parse, (FieldDecl *)named, false, NULL, pos);
    case D_FUNC: {
        FuncDecl *f = (FuncDecl *)named;
        if (!cxx_func_deduced(parse, f, pos)) return cxx_expr_error(cxx, pos);
        cxx_mark_used(parse, named, pos);
        return xe_ref(parse, named, named->type, pos);
    }
    case D_TPARM: return tparm_value(parse, (TParmDecl *)named, pos);
    case D_PACK: {
        xe_capture_name(parse, named, pos);
        Decl *e = cxx_pack_elem(parse, (PackDecl *)named);
        if (e)
            return e->kind == D_PACK ? cxx_expr_error(cxx, pos) : cxx_build_declref(parse, e, pos);
        bool bound = !(named->type && named->type->kind == TY_PACK);
        if (bound && !parse->pack_use && !parse->dependent && !parse->unevaluated) {
            CXX_DIAG(cxx, tmpl_unexpanded_pack, pos, named->name); // no pattern of an expansion
            return cxx_expr_error(cxx, pos);
        }
        Expr *r = xe_dep(parse, E_DECLREF, pos);
        r->u.decl = named;
        r->flags |= EF_HAS_PACK;
        return r;
    }
    default: break;
    }
    CXX_DIAG(cxx, x_not_a_value, pos, named);
    return cxx_expr_error(cxx, pos);
}

// The expression of a constant value: literals for numbers, E_CONST for the rest.
Expr *cxx_answer_from_const(Parse *parse, ConstVal *constant, Pos pos) {
    Cxx *cxx = parse->x;
    Type *type = constant->type;
    Expr *expr;
    if (constant->kind == CV_INT && ty_is_discrete(type)) {
        expr = cxx_expr_new(cxx, E_INT, ty_unqual(type), VC_PRVALUE, pos);
        expr->u.i = constant->u.i;
        return expr;
    }
    if (constant->kind == CV_FLOAT) {
        expr = cxx_expr_new(cxx, E_FLOAT, ty_unqual(type), VC_PRVALUE, pos);
        expr->u.f = constant->u.f;
        return expr;
    }
    if (constant->kind == CV_LVALUE && ty_is_ref(type)) {
        if (constant->u.lv.base && constant->u.lv.offset == 0 && !constant->u.lv.one_past &&
            constant->u.lv.base->type &&
            ty_unqual(constant->u.lv.base->type) == ty_unqual(type->u.ptr.to))
            return cxx_build_declref(parse, constant->u.lv.base, pos);
        expr = xe_declared(parse, E_CONST, type, pos);
    } else if (constant->kind == CV_LVALUE && type->kind == TY_PTR &&
               decl_is(constant->u.lv.base, D_FUNC)) {
        Expr *f = cxx_build_declref(parse, constant->u.lv.base, pos);
        return cxx_build_unary(parse, OP_ADDR, f, pos);
    } else {
        if (constant->kind == CV_LVALUE && constant->u.lv.base)
            cxx_mark_used(parse, constant->u.lv.base, pos);
        if (constant->kind == CV_MEMPTR && constant->u.mp.member)
            cxx_mark_used(parse, constant->u.mp.member, pos);
        expr = cxx_expr_new(cxx, E_CONST,
                            type->kind == TY_CLASS ? ty_qual(cxx, type, Q_CONST) : ty_unqual(type),
                            type->kind == TY_CLASS ? VC_LVALUE : VC_PRVALUE, pos);
    }
    expr->u.val = constant;
    return expr;
}

// An array object initialised from another array, element by element (E_ARRAY_COPY).
Expr *xe_array_copy(Parse *parse, Type *arr, Expr *from, Pos pos) {
    Cxx *x = parse->x;
    if (from->cat == VC_PRVALUE) return from;
    Expr *el = cxx_expr_new(x, E_ARRAY_ELEM, from->type->u.array.elem, (ValueCat)from->cat, pos);
    Expr *one = ty_is_array(el->type) ? xe_array_copy(parse, arr->u.array.elem, el, pos)
                                      : cxx_initialize(parse, ty_unqual(arr->u.array.elem),
                                                       INIT_COPY, &el, 1, pos, NULL);
    if (xe_err(one)) return one;
    Expr *e = xe_un(parse, E_ARRAY_COPY, arr, VC_PRVALUE, pos, from);
    e->b = one;
    return e;
}

bool cxx_in_host_code(const Parse *parse) {
    const FuncDecl *f = parse->fn;
    const struct LambdaState *l = parse->lambda;
    if (parse->x->opt.host_language) return f != NULL;
    // a lambda may run where its function does
    for (; l && cxx_is_of_closure(f) && !(f->d.cuda & CU_DEVICE); l = l->outer) f = l->outer_fn;
    return f && cxx_host_only(parse->x, &f->d);
}
