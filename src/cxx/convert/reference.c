// SPDX-License-Identifier: Apache-2.0
// convert/reference.c: what a declaration that was found is as an expression: variables, fields
// through `this`, bindings, template parameters, constants; and in a lambda its capture
// [expr.prim.lambda.capture].
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/lambda.h"

// [class.local]/1: of the function around a local class, its members use no automatic variable.
static bool outside_of_local_class(const Parse *p, const VarDecl *v) {
    if (cxx_has_storage(v) || !v->fn || v->capture_of) return false;
    bool of_class = false;
    for (const Scope *s = p->scope; s; s = s->parent) {
        if (s == v->d.scope) return of_class;
        of_class |= s->kind == SC_CLASS && !s->cls->is_closure;
    }
    return false;
}

// A variable usable in constant expressions of a type whose value can be folded.
static bool foldable(Parse *p, VarDecl *v) {
    Type *t = v->d.type;
    if (v->storage == STOR_PARAM || (v->d.flags & DF_EXTERN && !v->defined)) return false;
    if (ty_is_ref(t) || (xe_quals(t) & Q_VOLATILE) || ty_dependent(t)) return false;
    bool cexpr = v->d.flags & DF_CONSTEXPR;
    Type *u = ty_unqual(t);
    if (!cexpr && !(xe_quals(t) & Q_CONST)) return false;
    if (ty_is_integral(u) || u->kind == TY_ENUM) return true;
    return ty_is_floating(u) && cexpr;
}

// A static member of a class read unbound whose value may depend on the parameters
// [temp.dep.constexpr]/2: not one of known type with an initialiser that does not.
static bool unbound_member(Cxx *x, VarDecl *v) {
    const Scope *of = v->d.scope;
    if (!of || of->kind != SC_CLASS || !of->cls->unbound || v->d.kind != D_VAR) return false;
    if (v->elaborating || !v->init_style || ty_dependent(v->d.type)) return true;
    cxx_var_init(x, v);
    return !v->init || v->init->flags & (EF_TYPE_DEP | EF_VALUE_DEP) || xe_err(v->init);
}

static Expr *variable_ref(Parse *p, VarDecl *v, Pos pos) {
    Cxx *x = p->x;
    if (!v->init_done && !v->elaborating &&
        ((v->d.type->flags & TF_HAS_AUTO) || ty_deref(v->d.type)->kind == TY_ARRAY_INC))
        cxx_var_init(x, v);
    if (v->d.flags & DF_INVALID) return cxx_expr_error(x, pos);
    if (v->d.type->flags & TF_HAS_AUTO) {
        CXX_DIAG(x, x_auto_before_deduced, pos, v->d.name);
        return cxx_expr_error(x, pos);
    }
    v->referenced = true;
    v->named++;
    Expr *e = xe_ref(p, &v->d, v->d.type, pos);
    if (v->d.kind == D_VAR && ty_dependent(v->d.type)) e->flags |= EF_TYPE_DEP;
    if (unbound_member(x, v)) e->flags |= EF_VALUE_DEP;
    // a static member of A<T>, made for its constructors' signatures (template/class_deduce.c)
    if (v->d.env && v->d.env->args && v->d.env->args->dependent && v->storage != STOR_PARAM)
        e->flags |= EF_VALUE_DEP;
    if (p->unevaluated) return e;
    bool value = v->d.flags & DF_CONSTEXPR || foldable(p, v); // no odr-use
    if (!value && outside_of_local_class(p, v)) {
        CXX_DIAG(x, x_outer_local, pos, v->d.name);
        return cxx_expr_error(x, pos);
    }
    if (p->dependent) return e;
    bool local = !cxx_has_storage(v) && v->fn;
    bool foreign =
        p->lambda && !cxx_has_storage(v) && ((v->fn && v->fn != p->fn) || v->capture_of == v);
    if ((!local || foreign) && foldable(p, v)) {
        e->pad |= XP_ODR;
        if (!p->const_expr) vec_push(pa(p), &xe_state(x)->pending, e);
        return e;
    }
    if (foreign) {
        Expr *c = xe_capture_var(p, v, pos);
        if (c) return c;
    }
    if (local && foldable(p, v) && !v->elaborating) e->pad |= XP_ODR; // folds when read
    if (!local) cxx_mark_used(p, &v->d, pos);
    xe_use_deprecated(p, &v->d, pos);
    return e;
}

static Expr *binding_ref(Parse *p, BindingDecl *b, Pos pos) {
    VarDecl *holder = b->v.capture_of;
    b->v.referenced = true;
    if (!b->e || xe_err(b->e)) return cxx_expr_error(p->x, pos);
    if (holder && holder->storage == STOR_GLOBAL && p->x->hooks.check_var_use)
        p->x->hooks.check_var_use(p, &b->v, pos);
    if (holder && !cxx_has_storage(holder) && holder->fn && holder->fn != p->fn && p->lambda &&
        !p->unevaluated) {
        Expr *c = xe_capture_var(p, &b->v, pos);
        if (c) return c;
    }
    Expr *e = xe_dup(p, b->e);
    e->pos = e->end = pos;
    return e;
}

Expr *xe_field_ref(Parse *p, FieldDecl *f, bool qualified, ClassDecl *naming, Pos pos) {
    Cxx *x = p->x;
    xe_use_deprecated(p, &f->d, pos);
    Expr *self = p->unevaluated && !p->this_type ? NULL : xe_this(p, pos);
    if (self && xe_err(self)) return self;
    ClassDecl *owner = f->owner;
    while (owner->anon_member) owner = owner->anon_member->owner;
    bool mine = false;
    if (self && self->type->kind == TY_PTR) {
        Type *object = ty_unqual(self->type->u.ptr.to);
        if (object->kind != TY_CLASS) return xe_dep(p, E_DEP_NAME, pos); // a copy of an unbound one
        ClassDecl *c = object->u.cls;
        BaseSpec **path;
        uint32_t n;
        bool amb;
        mine = c == owner || cxx_class_derived_from(x, c, owner, &path, &n, &amb);
        if (!mine && c->unbound_bases) return xe_dep(p, E_DEP_NAME, pos);
    }
    if (mine) {
        Expr *obj = cxx_build_unary(p, OP_DEREF, self, pos);
        obj->flags |= EF_IMPLICIT;
        if (qualified) obj = xe_via_naming(p, obj, naming, owner);
        Expr *e = cxx_build_member(p, obj, &f->d, pos);
        if (qualified && !xe_err(e)) {
            // `&A::x` means the member pointer: address_of looks at an E_DECLREF
            e = xe_dup(p, e);
        }
        return e;
    }
    Expr *e = xe_ref(p, &f->d, f->d.type, pos);
    if (qualified) e->pad |= XP_QUALIFIED;
    if (!p->unevaluated && !qualified) {
        CXX_DIAG(x, x_member_needs_object, pos, &f->d);
        return cxx_expr_error(x, pos);
    }
    return e;
}

static Expr *tparm_value(Parse *p, TParmDecl *t, Pos pos) {
    Cxx *x = p->x;
    TmplArg *a = cxx_parm_arg(p, t);
    if (!a || a->kind == TA_NONE) {
        Type *ty = t->d.type ? t->d.type : x->ty_dependent;
        // of class type: an lvalue, const [temp.param]/8
        Expr *e = ty->kind == TY_CLASS
                      ? cxx_expr_new(x, E_TPARM, ty_qual(x, ty, Q_CONST), VC_LVALUE, pos)
                      : xe_declared(p, E_TPARM, ty, pos);
        e->u.decl = &t->d;
        e->flags |= EF_VALUE_DEP;
        // [temp.dep.expr]/3: so is the name of a parameter with a placeholder type
        if (ty_dependent(ty) || ty->flags & TF_HAS_AUTO) e->flags |= EF_TYPE_DEP;
        if (t->pack) e->flags |= EF_HAS_PACK;
        return e;
    }
    if (a->kind == TA_VALUE) return xe_from_const(p, a->val, pos);
    if (a->kind == TA_EXPR) return a->expr;
    if (a->kind == TA_TYPE) {
        Expr *e = cxx_expr_new(x, E_TYPE, x->ty_overload, VC_PRVALUE, pos);
        e->u.ty = a->type;
        return e;
    }
    return cxx_expr_error(x, pos); // the pattern of an empty pack
}

Expr *xe_this_of_function(Parse *p, Pos pos) {
    Type *t = p->this_type->kind == TY_PTR ? p->this_type : ty_pointer(p->x, p->this_type);
    return cxx_expr_new(p->x, E_THIS, t, VC_PRVALUE, pos);
}

// `this` in the current context; NULL if there is none. In a lambda body it is the captured one.
Expr *xe_this(Parse *p, Pos pos) {
    if (!p->this_type) return NULL;
    if (p->lambda && !p->unevaluated) {
        Expr *c = xe_capture_this(p, pos);
        if (c) return c;
    }
    return xe_this_of_function(p, pos);
}

Expr *xe_captured_object(Parse *p, Expr *o) {
    if (!o || !(o->pad & XP_UNCAPTURED)) return o;
    Expr *self = xe_this(p, o->pos);
    if (!self || xe_err(self)) return self;
    o = cxx_build_unary(p, OP_DEREF, self, o->pos);
    o->flags |= EF_IMPLICIT;
    return o;
}

Expr *cxx_build_declref(Parse *p, Decl *d, Pos pos) {
    Cxx *x = p->x;
    if (d->flags & DF_INVALID) return cxx_expr_error(x, pos);
    switch (d->kind) {
    case D_VAR: ((VarDecl *)d)->referenced = true; return variable_ref(p, (VarDecl *)d, pos);
    case D_BINDING: return binding_ref(p, (BindingDecl *)d, pos);
    case D_ENUMERATOR: {
        EnumeratorDecl *n = (EnumeratorDecl *)d;
        Type *t = n->d.type ? n->d.type : n->owner->d.type;
        // before the closing brace it has the fixed underlying type [dcl.enum]/5
        if (n->owner && n->owner->completing && n->owner->fixed) t = n->owner->underlying;
        xe_use_deprecated(p, d, pos);
        Expr *e = cxx_expr_new(x, E_INT, t, VC_PRVALUE, pos);
        e->u.i = n->value;
        return e;
    }
    case D_FIELD: return xe_field_ref(p, (FieldDecl *)d, false, NULL, pos);
    case D_FUNC: {
        FuncDecl *f = (FuncDecl *)d;
        if (!cxx_func_deduced(p, f, pos)) return cxx_expr_error(x, pos);
        cxx_mark_used(p, d, pos);
        return xe_ref(p, d, d->type, pos);
    }
    case D_TPARM: return tparm_value(p, (TParmDecl *)d, pos);
    case D_PACK: {
        Decl *e = cxx_pack_elem(p, (PackDecl *)d);
        if (e) return e->kind == D_PACK ? cxx_expr_error(x, pos) : cxx_build_declref(p, e, pos);
        bool bound = !(d->type && d->type->kind == TY_PACK);
        if (bound && !p->pack_use && !p->dependent && !p->unevaluated) {
            CXX_DIAG(x, tmpl_unexpanded_pack, pos, d->name); // no pattern of an expansion
            return cxx_expr_error(x, pos);
        }
        Expr *r = xe_dep(p, E_DECLREF, pos);
        r->u.decl = d;
        r->flags |= EF_HAS_PACK;
        return r;
    }
    default: break;
    }
    CXX_DIAG(x, x_not_a_value, pos, d);
    return cxx_expr_error(x, pos);
}

// The expression of a constant value: literals for numbers, E_CONST for the rest.
Expr *xe_from_const(Parse *p, ConstVal *v, Pos pos) {
    Cxx *x = p->x;
    Type *t = v->type;
    Expr *e;
    if (v->kind == CV_INT && (ty_is_integral(t) || t->kind == TY_ENUM)) {
        e = cxx_expr_new(x, E_INT, ty_unqual(t), VC_PRVALUE, pos);
        e->u.i = v->u.i;
        return e;
    }
    if (v->kind == CV_FLOAT) {
        e = cxx_expr_new(x, E_FLOAT, ty_unqual(t), VC_PRVALUE, pos);
        e->u.f = v->u.f;
        return e;
    }
    if (v->kind == CV_LVALUE && ty_is_ref(t)) {
        if (v->u.lv.base && v->u.lv.offset == 0 && !v->u.lv.one_past && v->u.lv.base->type &&
            ty_unqual(v->u.lv.base->type) == ty_unqual(t->u.ptr.to))
            return cxx_build_declref(p, v->u.lv.base, pos);
        e = xe_declared(p, E_CONST, t, pos);
    } else if (v->kind == CV_LVALUE && t->kind == TY_PTR && v->u.lv.base &&
               v->u.lv.base->kind == D_FUNC) {
        Expr *f = cxx_build_declref(p, v->u.lv.base, pos);
        return cxx_build_unary(p, OP_ADDR, f, pos);
    } else {
        if (v->kind == CV_LVALUE && v->u.lv.base) cxx_mark_used(p, v->u.lv.base, pos);
        if (v->kind == CV_MEMPTR && v->u.mp.member) cxx_mark_used(p, v->u.mp.member, pos);
        e = cxx_expr_new(x, E_CONST, t->kind == TY_CLASS ? ty_qual(x, t, Q_CONST) : ty_unqual(t),
                         t->kind == TY_CLASS ? VC_LVALUE : VC_PRVALUE, pos);
    }
    e->u.val = v;
    return e;
}

// ---- captures [expr.prim.lambda.capture] --------------------------------------------------------

uintptr_t xe_capture_key(const void *p) {
    return (uintptr_t)p;
}

FieldDecl *xe_capture_field(Parse *p, struct LambdaState *ls, Atom name, Type *t, VarDecl *of,
                            Expr *init, Pos pos) {
    Cxx *x = p->x;
    ClassDecl *c = ls->cls;
    FieldDecl *f = cxx_decl_new(x, FieldDecl, D_FIELD, name, pos, c->d.order, c->inner, p->env);
    f->d.type = t;
    f->d.access = ACC_PRIVATE;
    f->d.flags |= DF_MEMBER | DF_IMPLICIT;
    f->owner = c;
    f->index = c->fields.n;
    f->capture = of;
    f->init_done = true;
    vec_push(pa(p), &c->fields, f);
    vec_push(pa(p), &ls->init, init);
    return f;
}

static Expr *closure_object(Parse *p, struct LambdaState *ls, Pos pos) {
    Cxx *x = p->x;
    Type *t = ls->cls->d.type;
    if (!ls->is_mutable) t = ty_qual(x, t, Q_CONST);
    Expr *self = cxx_expr_new(x, E_THIS, ty_pointer(x, t), VC_PRVALUE, pos);
    self->flags |= EF_IMPLICIT;
    Expr *o = xe_un(p, E_UNARY, t, VC_LVALUE, pos, self);
    o->op = OP_DEREF;
    return o;
}

static Expr *field_value(Parse *p, struct LambdaState *ls, FieldDecl *f, Pos pos) {
    return xe_field_path(p, closure_object(p, ls, pos), f, pos);
}

// The entity as the enclosing context of the lambda sees it.
static Expr *outside_value(Parse *p, struct LambdaState *ls, VarDecl *v, Pos pos) {
    Parse q = ls->around;
    q.at = p->at;
    if (ls->outer && (map_get(&ls->outer->captured, xe_capture_key(v)) || v->fn != ls->outer_fn))
        return xe_capture_in(&q, ls->outer, v, false, 0, pos);
    v->referenced = true;
    if (v->d.kind == D_BINDING) {
        Expr *e = xe_dup(p, ((BindingDecl *)v)->e);
        e->pos = e->end = pos;
        return e;
    }
    v->named++;
    return xe_ref(p, &v->d, v->d.type, pos);
}

Expr *xe_capture_in(Parse *p, struct LambdaState *ls, VarDecl *v, bool explicit_, char how,
                    Pos pos) {
    Cxx *x = p->x;
    FieldDecl *f = map_get(&ls->captured, xe_capture_key(v));
    if (!f) {
        if (!explicit_) how = ls->def;
        if (!how || ls->closed) {
            CXX_DIAG(x, x_not_captured, pos, v->d.name);
            return cxx_expr_error(x, pos);
        }
        bool in_if = !explicit_ && (ls->inner_if || (p->fs && p->fs->constexpr_ifs));
        if (in_if && !ls->cls->extended.if_capture) ls->cls->extended.if_capture = pos;
        if (ls->outer) ls->outer->inner_if = in_if;
        Expr *o = outside_value(p, ls, v, pos);
        if (ls->outer) ls->outer->inner_if = false;
        if (xe_err(o)) return o;
        Parse q = ls->around;
        q.at = p->at;
        Type *t = o->type;
        Expr *init;
        if (how == '&' || t->kind == TY_FUNC) {
            t = ty_ref(x, t, false);
            init = cxx_convert(&q, o, t, NULL);
        } else if (ty_is_array(t)) {
            init = xe_array_copy(&q, t, o, pos);
        } else {
            init = cxx_initialize(&q, t, INIT_DIRECT, &o, 1, pos, NULL);
        }
        if (xe_err(init)) return init;
        f = xe_capture_field(p, ls, v->d.name, t, v, init, pos);
        map_put(&ls->captured, xe_capture_key(v), f);
    }
    return field_value(p, ls, f, pos);
}

// A variable of an enclosing function (or an init-capture) named in a lambda body. NULL: it needs
// no capture here.
Expr *xe_capture_var(Parse *p, VarDecl *v, Pos pos) {
    struct LambdaState *ls = p->lambda;
    if (!ls) return NULL;
    if (p->fn && v->fn == p->fn) return NULL;
    if (p->fn && p->fn->cls != ls->cls) return NULL; // a local class in the body
    bool reference = v->d.kind == D_VAR && ty_is_ref(v->d.type) && (v->d.flags & DF_CONSTEXPR);
    if (reference && !map_get(&ls->captured, xe_capture_key(v)) && cxx_var_const(p->x, v))
        return NULL; // usable in constant expressions: no odr-use [basic.def.odr]/5
    return xe_capture_in(p, ls, v, false, 0, pos);
}

Expr *xe_capture_this_in(Parse *p, struct LambdaState *ls, bool explicit_, bool copy, Pos pos) {
    Cxx *x = p->x;
    if (!ls->this_field) {
        if ((!explicit_ && !ls->def) || ls->closed) {
            CXX_DIAG(x, x_this_not_captured, pos);
            return cxx_expr_error(x, pos);
        }
        Parse q = ls->around;
        q.at = p->at;
        Expr *o = xe_this(&q, pos);
        if (!o) CXX_DIAG(x, x_this_outside, pos);
        if (!o || xe_err(o)) return o;
        if (copy) {
            Expr *obj = cxx_build_unary(&q, OP_DEREF, o, pos);
            Type *t = ty_unqual(obj->type);
            Expr *init = cxx_initialize(&q, t, INIT_DIRECT, &obj, 1, pos, NULL);
            if (xe_err(init)) return init;
            ls->this_field = xe_capture_field(p, ls, 0, t, NULL, init, pos);
            ls->this_copied = true;
        } else {
            ls->this_field = xe_capture_field(p, ls, 0, o->type, NULL, o, pos);
        }
        ls->cls->this_capture = ls->this_field;
    }
    Expr *m = field_value(p, ls, ls->this_field, pos);
    if (ls->this_copied) {
        Expr *e = xe_un(p, E_UNARY, ty_pointer(x, m->type), VC_PRVALUE, pos, m);
        e->op = OP_ADDR;
        return e;
    }
    return xe_cast(p, CK_LVAL_TO_RVAL, ty_unqual(m->type), VC_PRVALUE, m);
}

// `this` in a lambda body; NULL when p is not in the body (a member function of a local class).
Expr *xe_capture_this(Parse *p, Pos pos) {
    struct LambdaState *ls = p->lambda;
    if (!ls || (p->fn && p->fn->cls != ls->cls)) return NULL;
    return xe_capture_this_in(p, ls, false, false, pos);
}

bool xe_this_uncaptured(const Parse *p) {
    const struct LambdaState *ls = p->lambda;
    if (!ls || p->unevaluated || (p->fn && p->fn->cls != ls->cls)) return false;
    bool never = !ls->def && !ls->this_field;
    for (; ls && !never; ls = ls->outer)
        if (ls->this_field) return false;
    return true;
}

// A new automatic variable of the function, visible by name if it has one.
VarDecl *xe_local_var(Parse *p, Atom name, Type *t, Pos pos, uint32_t order) {
    Cxx *x = p->x;
    VarDecl *v = arena_new(pa(p), VarDecl);
    v->d.kind = D_VAR;
    v->d.name = name;
    v->d.pos = pos;
    v->d.order = order;
    v->d.id = x->next_decl_id++;
    v->d.type = t;
    v->d.env = p->env;
    v->d.scope = p->scope;
    v->storage = STOR_AUTO;
    v->defined = true;
    v->init_done = true;
    v->fn = p->fn;
    if (p->fn) {
        v->index = p->fn->locals.n;
        vec_push(pa(p), &p->fn->locals, v);
    }
    if (name) cxx_scope_add(x, p->scope, &v->d);
    return v;
}

// An array object initialised from another array, element by element (E_ARRAY_COPY).
Expr *xe_array_copy(Parse *p, Type *arr, Expr *from, Pos pos) {
    Cxx *x = p->x;
    if (from->cat == VC_PRVALUE) return from;
    Expr *el = cxx_expr_new(x, E_ARRAY_ELEM, from->type->u.array.elem, (ValueCat)from->cat, pos);
    Expr *one = ty_is_array(el->type)
                    ? xe_array_copy(p, arr->u.array.elem, el, pos)
                    : cxx_initialize(p, ty_unqual(arr->u.array.elem), INIT_COPY, &el, 1, pos, NULL);
    if (xe_err(one)) return one;
    Expr *e = xe_un(p, E_ARRAY_COPY, arr, VC_PRVALUE, pos, from);
    e->b = one;
    return e;
}
