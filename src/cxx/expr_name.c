// SPDX-License-Identifier: Apache-2.0
// expr_name.c: names in expressions: what a lookup found becomes a value (variables with captures,
// functions as overload sets, enumerators, template parameters, packs, members of `this`), and
// odr-use [basic.def.odr].
#include "cxx/decl_int.h"
#include "cxx/expr_int.h"
#include "cxx/tmpl_int.h"

// ---- odr-use -----------------------------------------------------------------------------------

static void need_function(Cxx *x, FuncDecl *f) {
    // everything reachable that was recorded while it was not needed, without recursion
    uint32_t i = x->work.n;
    f->d.flags |= DF_USED;
    vec_push(&x->ctx->perm, &x->work, f);
    for (; i < x->work.n; i++) {
        FuncDecl *g = x->work.at[i];
        for (uint32_t k = 0; k < g->uses.n; k++) {
            Decl *u = g->uses.at[k];
            if (u->flags & DF_USED || cxx_left_to_host(x, u)) continue;
            u->flags |= DF_USED;
            if (u->kind == D_FUNC)
                vec_push(&x->ctx->perm, &x->work, (FuncDecl *)u);
            else
                vec_push(&x->ctx->perm, &x->work_vars, (VarDecl *)u);
        }
        // g->uses stay: the host phase may take back that g is needed (host.c)
    }
}

static void use_decl(Parse *p, Decl *d, Pos pos) {
    Cxx *x = p->x;
    if (d->kind == D_FUNC && cxx_instantiated_elsewhere((FuncDecl *)d)) return;
    if (p->uses && !p->fn) {
        vec_push(&x->ctx->perm, p->uses, d);
        return;
    }
    // in the host phase that may be taken back
    if (d->flags & DF_USED && !(p->fn && x->decls->host_phase)) return;
    if (d->kind == D_FUNC && ((FuncDecl *)d)->tmpl && !x->inst_stack && !((FuncDecl *)d)->use_pos)
        ((FuncDecl *)d)->use_pos = pos;
    cxx_inst_note(x, d, pos);
    FuncDecl *in = p->fn;
    if (in && !(in->d.flags & DF_USED)) {
        vec_push(&x->ctx->perm, &in->uses, d);
        return;
    }
    if (in && x->decls->host_phase) { // what host code needs is taken back, this is to stay
        vec_push(&x->ctx->perm, &x->decls->late, d);
        return;
    }
    if (d->kind == D_FUNC) {
        if (!cxx_left_to_host(x, d)) need_function(x, (FuncDecl *)d);
    } else {
        d->flags |= DF_USED;
        vec_push(&x->ctx->perm, &x->work_vars, (VarDecl *)d);
    }
}

static bool has_storage(const VarDecl *v) {
    return v->storage == STOR_STATIC || v->storage == STOR_GLOBAL;
}

// In the initialiser of a host variable whose type is asked for before host code is looked at.
static bool host_init(const Parse *p) {
    return p->host_init && !p->fn && !p->x->decls->host_phase;
}

// odr-use of a function or variable: it gets code or storage, unless the operand is unevaluated
// or only part of a constant.
void cxx_mark_used(Parse *p, Decl *d, Pos pos) {
    Cxx *x = p->x;
    if (!d || (d->flags & DF_INVALID)) return;
    if (d->kind == D_FUNC) {
        FuncDecl *f = (FuncDecl *)d;
        if (f->deleted) {
            CXX_DIAG(x, x_deleted_function, pos, d);
            CXX_DIAG(x, x_note_declared_here, d->pos, d);
            return;
        }
        xe_use_deprecated(p, d, pos);
        if (p->unevaluated || p->dependent) return;
        if (host_init(p) && !(d->cuda & CU_GLOBAL)) return;
        // looking ahead reports nothing: the arguments are to be parsed again (memo)
        if (p->const_expr && !(d->cuda & CU_DEVICE) && diag_trapped(x->ctx))
            tm_table(x)->unrepeatable++;
        // the spaces hold in constant expressions too, as nvcc has it
        if (x->hooks.check_call) x->hooks.check_call(p, f, pos);
        if (p->const_expr || d->flags & DF_CONSTEVAL) return; // it has no code [expr.const]/13
        if (f->pure && f->kind != FK_DTOR) return;
        use_decl(p, d, pos);
    } else if (d->kind == D_VAR) {
        VarDecl *v = (VarDecl *)d;
        v->referenced = true;
        if (p->unevaluated || p->dependent || p->const_expr) return;
        if (host_init(p)) return;
        if (!has_storage(v)) return;
        // the definition outside of the class says in which memory space a static member lies
        if ((d->flags & DF_MEMBER) && !v->defined) cxx_var_find_def(x, v);
        if (x->hooks.check_var_use) x->hooks.check_var_use(p, v, pos);
        use_decl(p, d, pos);
    }
}

void cxx_use_again(Parse *p, const UseList *uses, Pos pos) {
    if (p->unevaluated || p->dependent || p->const_expr) return;
    for (uint32_t i = 0; i < uses->n; i++) {
        if (!host_init(p) || uses->at[i]->cuda & CU_GLOBAL) use_decl(p, uses->at[i], pos);
    }
}

// What is still undecided since `mark` is odr-used after all.
void xe_flush_odr(Parse *p, uint32_t mark) {
    struct ExprState *st = xe_state(p->x);
    for (uint32_t i = mark; i < st->pending.n; i++) {
        Expr *e = st->pending.at[i];
        if (!(e->pad & XP_ODR)) continue;
        e->pad &= ~XP_ODR;
        VarDecl *v = (VarDecl *)e->u.decl;
        if (!has_storage(v) && v->fn != p->fn) {
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

// [class.local]/1: of the function around a local class, its members use no automatic variable.
static bool outside_of_local_class(const Parse *p, const VarDecl *v) {
    if (has_storage(v) || !v->fn || v->capture_of) return false;
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
    // a static member of A<T>, made for its constructors' signatures (tmpl_ctad.c)
    if (v->d.env && v->d.env->args && v->d.env->args->dependent && v->storage != STOR_PARAM)
        e->flags |= EF_VALUE_DEP;
    if (p->unevaluated) return e;
    bool value = v->d.flags & DF_CONSTEXPR || foldable(p, v); // no odr-use
    if (!value && outside_of_local_class(p, v)) {
        CXX_DIAG(x, x_outer_local, pos, v->d.name);
        return cxx_expr_error(x, pos);
    }
    if (p->dependent) return e;
    bool local = !has_storage(v) && v->fn;
    bool foreign =
        p->lambda && !has_storage(v) && ((v->fn && v->fn != p->fn) || v->capture_of == v);
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

Expr *xe_var_expr(Parse *p, VarDecl *v, Pos pos) {
    v->referenced = true;
    v->named++;
    return xe_ref(p, &v->d, v->d.type, pos);
}

static Expr *binding_ref(Parse *p, BindingDecl *b, Pos pos) {
    VarDecl *holder = b->v.capture_of;
    b->v.referenced = true;
    if (!b->e || xe_err(b->e)) return cxx_expr_error(p->x, pos);
    if (holder && holder->storage == STOR_GLOBAL && p->x->hooks.check_var_use)
        p->x->hooks.check_var_use(p, &b->v, pos);
    if (holder && !has_storage(holder) && holder->fn && holder->fn != p->fn && p->lambda &&
        !p->unevaluated) {
        Expr *c = xe_capture_var(p, &b->v, pos);
        if (c) return c;
    }
    Expr *e = xe_dup(p, b->e);
    e->pos = e->end = pos;
    return e;
}

// ---- functions, members, parameters ------------------------------------------------------------

Expr *xe_overload_expr(Parse *p, Lookup *l, TmplArgs *targs, Expr *object, Atom name, Pos pos) {
    Cxx *x = p->x;
    Expr *e = cxx_expr_new(x, E_OVERLOAD, x->ty_overload, VC_LVALUE, pos);
    e->u.ovl = arena_zalloc(pa(p), sizeof *e->u.ovl, _Alignof(max_align_t));
    e->u.ovl->set = l->at;
    e->u.ovl->n = l->n;
    e->u.ovl->targs = targs;
    e->u.ovl->object = object;
    e->u.ovl->name = name;
    e->u.ovl->naming = l->naming;
    if (targs && targs->dependent) e->flags |= EF_TYPE_DEP | EF_VALUE_DEP;
    if (object) xe_inherit(e, object);
    return e;
}

static Expr *field_ref(Parse *p, FieldDecl *f, bool qualified, ClassDecl *naming, Pos pos) {
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

static Expr *this_of_function(Parse *p, Pos pos) {
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
    return this_of_function(p, pos);
}

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
    Expr *self = waits ? this_of_function(p, pos) : xe_this(p, pos);
    if (!self || xe_err(self)) return self;
    Expr *o = cxx_build_unary(p, OP_DEREF, self, pos);
    o->flags |= EF_IMPLICIT;
    if (waits) o->pad |= XP_UNCAPTURED;
    return o;
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
    case D_FIELD: return field_ref(p, (FieldDecl *)d, false, NULL, pos);
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
    case D_FIELD: return field_ref(p, (FieldDecl *)d, q->qualified, q->found.naming, q->pos);
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
