// SPDX-License-Identifier: Apache-2.0
// constant/call.c: calls, construction, destruction, virtual dispatch, new and delete.
#include "cxx/constant/eval_int.h"

// ---- frames ------------------------------------------------------------------------------------

static bool may_call(const FuncDecl *f) {
    return (f->d.flags & (DF_CONSTEXPR | DF_CONSTEVAL)) || f->is_implicit || f->defaulted ||
           (f->cls && f->cls->is_closure);
}

// The initialiser of a static member stands in its class, whose functions are defined only at its
// end [class.mem.general]/7.
static bool in_own_class(const Ev *ev, const FuncDecl *f) {
    const ClassDecl *c = f->cls;
    while (ev->outer) ev = ev->outer;
    const VarDecl *v = ev->var;
    if (!c || !v || c->env || c->tmpl || c->is_closure || f->is_implicit) return false;
    if (!(v->d.flags & DF_STATIC) || v->d.env || !v->d.scope || v->d.scope->kind != SC_CLASS)
        return false;
    uint32_t at = v->init_range.begin, of = f->body_range.begin;
    return at > c->body.begin && at < c->body.end && of > c->body.begin && of < c->body.end;
}

static void need_body(Ev *ev, FuncDecl *f, Pos pos) {
    if (!may_call(f)) EV_FAIL(ev, pos, const_call, f);
    if (in_own_class(ev, f)) EV_FAIL(ev, pos, const_undefined, f);
    if (f->body_done && f->body) return;
    uint32_t errors = diag_error_count(ev->x->ctx);
    bool ok = cxx_func_body(ev->x, f);
    if (diag_error_count(ev->x->ctx) != errors) ev->silent = true;
    if (!ok || !f->body) EV_FAIL(ev, pos, const_undefined, f);
    if (!may_call(f)) EV_FAIL(ev, pos, const_call, f);
}

static Obj *argument(Ev *ev, Type *t, Expr *e, VarDecl *v) {
    Obj *o = ev_root(ev, t, RK_LOCAL);
    o->up.root->var = &v->d;
    o->flags |= OF_CTOR;
    ev_into(ev, e, o);
    o->flags &= (uint8_t)~OF_CTOR;
    return o;
}

// Evaluates the arguments in the caller's frame into slots for f's parameters.
static uint32_t bind_args(Ev *ev, FuncDecl *f, Expr **arg, uint32_t n, Pos pos) {
    Obj *small[16], **obj = small;
    if (n > CU_COUNT(small)) obj = arena_array(ev->arena, Obj *, n);
    if (n < f->nparam) EV_FAIL(ev, pos, const_unsupported, NULL);
    for (uint32_t i = 0; i < n; i++) {
        if (i >= f->nparam)
            ev_discard(ev, arg[i]);
        else
            obj[i] = argument(ev, f->param[i]->d.type, arg[i], f->param[i]);
    }
    uint32_t base = ev->slots.n;
    for (uint32_t i = 0; i < f->nparam; i++) {
        EvSlot s = {f->param[i], obj[i]};
        vec_push(ev->arena, &ev->slots, s);
    }
    return base;
}

static void member_inits(Ev *ev, FuncDecl *f, Obj *self, Pos pos) {
    for (uint32_t i = 0; i < f->ninit; i++) {
        MemInit *m = &f->inits[i];
        Obj *o = self;
        if (m->field) {
            o = ev_member(ev, self, m->field, pos);
            ev_activate_path(ev, o);
        } else if (m->base) {
            ClassDecl *c = ev_class(self);
            uint32_t k = 0;
            while (k < c->nbase && c->base[k].cls != m->base) k++;
            if (k == c->nbase || c->base[k].virtual_)
                EV_FAIL(ev, pos, const_virtual_base, c->d.type);
            o = ev_base(ev, self, k, pos);
        }
        if (!m->init) continue;
        uint32_t mark = ev_temps_begin(ev);
        ev_into(ev, m->init, o);
        ev_temps_end(ev, mark, pos);
    }
}

static void destroy_members(Ev *ev, Obj *o, Pos pos) {
    ClassDecl *c = ev_class(o);
    if (c->tag == CT_UNION) return;
    if (o->state < OS_VAL) ev_expand(ev, o, pos);
    for (uint32_t i = c->nbase + c->fields.n; i-- > 0;) {
        Type *t = i < c->nbase ? c->base[i].type : c->fields.at[i - c->nbase]->d.type;
        if (!ty_is_ref(t) && cxx_find_dtor(ev->x, t)) ev_destroy(ev, &o->u.cls.sub[i], pos);
    }
}

// Runs f's body over a frame whose first slots are the parameters.
static Val run(Ev *ev, FuncDecl *f, Ptr self, uint32_t base, Obj *result, Pos pos) {
    EvFrame fr = {.outer = ev->f, .fn = f, .self = self, .base = base, .nparam = f->nparam};
    uint32_t calls = ev->f ? ev->f->level + 1 : 1;
    fr.level = calls;
    fr.call_pos = pos;
    fr.ret_obj = result;
    fr.nlocal = f->locals.n;
    ev->f = &fr;
    if (calls > ev->max_depth) EV_FAIL(ev, pos, const_depth, NULL);
    for (uint32_t i = 0; i < fr.nlocal; i++) {
        EvSlot s = {f->locals.at[i], NULL};
        vec_push(ev->arena, &ev->slots, s);
    }
    uint32_t mark = ev->locals.n;
    uint8_t old = 0;
    if (f->kind == FK_CTOR || f->kind == FK_DTOR) {
        old = self.o->flags & OF_CTOR;
        self.o->flags |= OF_CTOR;
    }
    if (f->kind == FK_CTOR) member_inits(ev, f, self.o, pos);
    EvFlow flow = ev_stmt(ev, f->body);
    if (flow != FLOW_RETURN && f->kind == FK_NORMAL && f->d.type->u.func.ret->kind != TY_VOID)
        EV_FAIL(ev, pos, const_no_return, f);
    ev_scope_end(ev, mark, pos);
    if (f->kind == FK_DTOR) destroy_members(ev, self.o, pos);
    if (f->kind == FK_CTOR || f->kind == FK_DTOR) {
        self.o->flags &= (uint8_t)~OF_CTOR;
        self.o->flags |= old;
    }
    for (uint32_t i = f->nparam; i-- > 0;) {
        Obj *o = ev->slots.at[base + i].o;
        ev_destroy(ev, o, pos);
        ev_release(ev, o);
    }
    ev->slots.n = base;
    ev->f = fr.outer;
    return fr.ret;
}

// ---- special members ---------------------------------------------------------------------------

// Copy and move of what is copied bytewise: also unions, whose members have no copy of their own.
static bool trivial_transfer(Ev *ev, FuncDecl *f) {
    ClassDecl *c = f->cls;
    const FuncType *ft = &f->d.type->u.func;
    if (!c || ft->nparam != 1 || !(f->is_implicit || f->defaulted) || f->inherited) return false;
    Type *t = ft->param[0];
    if (!ty_is_ref(t) || ty_unqual(t->u.ptr.to)->kind != TY_CLASS ||
        ty_unqual(t->u.ptr.to)->u.cls != c)
        return false;
    cxx_class_specials(ev->x, c);
    bool move = t->kind == TY_RREF;
    if (f->kind == FK_CTOR) return move ? c->trivial_move : c->trivial_copy;
    if (f->op != OP_ASSIGN) return false;
    return move ? c->trivial_move_assign : c->trivial_copy_assign;
}

static Obj *transfer_source(Ev *ev, Expr *arg, ClassDecl *c) {
    Ptr p = ev_lvalue(ev, arg);
    ev_check_live(ev, p, arg->pos);
    if (!p.o || ev_class(p.o) != c) EV_FAIL(ev, arg->pos, const_run_time, NULL);
    return p.o;
}

void ev_construct(Ev *ev, FuncDecl *ctor, Expr **arg, uint32_t n, Obj *o, Pos pos) {
    ev_step(ev, pos);
    ClassDecl *c = ctor->cls;
    if (ev_class(o) != c) EV_FAIL(ev, pos, const_wrong_type, o->type);
    if (n == 1 && trivial_transfer(ev, ctor)) {
        ev_copy(ev, o, transfer_source(ev, arg[0], c), pos);
        return;
    }
    cxx_class_specials(ev->x, c);
    if (!n && (ctor->is_implicit || ctor->defaulted) && c->trivial_default) return;
    if (c->has_virtual_bases) EV_FAIL(ev, pos, const_virtual_base, c->d.type);
    need_body(ev, ctor, pos);
    uint32_t base = bind_args(ev, ctor, arg, n, pos);
    if (o->state < OS_VAL) ev_expand(ev, o, pos);
    run(ev, ctor, ev_at(o), base, NULL, pos);
}

void ev_destroy(Ev *ev, Obj *o, Pos pos) {
    if (o->state == OS_DEAD || (o->type->kind != TY_CLASS && !ty_is_array(o->type))) return;
    FuncDecl *d = cxx_find_dtor(ev->x, o->type);
    if (!d) return;
    if (ty_is_array(o->type)) {
        for (uint64_t i = ev_count(o); i-- > 0;) ev_destroy(ev, ev_elem(ev, o, i, pos), pos);
        return;
    }
    need_body(ev, d, pos);
    run(ev, d, ev_at(o), ev->slots.n, NULL, pos);
}

// ---- calls -------------------------------------------------------------------------------------

static bool overrides(Cxx *x, FuncDecl *m, FuncDecl *f) {
    for (uint32_t i = 0; m && i < 64; m = m->overridden, i++)
        if (m == f) return true;
    (void)x;
    return false;
}

static FuncDecl *override_in(Ev *ev, ClassDecl *c, FuncDecl *f) {
    for (uint32_t i = 0; i < c->vtable.n; i++) {
        FuncDecl *m = c->vtable.at[i];
        if (m && m->cls == c && (m == f || overrides(ev->x, m, f))) return m;
    }
    return NULL;
}

// The final overrider for the object, and the subobject it is called on.
static FuncDecl *dispatch(Ev *ev, FuncDecl *f, Ptr *self, Pos pos) {
    FuncDecl *best = f;
    Obj *at = self->o;
    for (Obj *o = self->o;; o = o->up.parent) {
        ClassDecl *c = ev_class(o);
        if (!c) break;
        cxx_class_layout(ev->x, c, pos);
        FuncDecl *m = override_in(ev, c, f);
        if (m) {
            best = m;
            at = o;
        }
        // during construction the object is not yet of the derived class
        if (!(o->flags & OF_BASE) || (o->flags & OF_CTOR)) break;
    }
    *self = ev_at(at);
    if (best->cls && best->cls != ev_class(at)) *self = ev_to_class(ev, *self, best->cls, pos);
    if (best->pure && !best->defined) EV_FAIL(ev, pos, const_pure_call, best);
    return best;
}

Val ev_call(Ev *ev, FuncDecl *f, Ptr self, Expr **arg, uint32_t n, Obj *result, Pos pos) {
    need_body(ev, f, pos);
    uint32_t base = bind_args(ev, f, arg, n, pos);
    return run(ev, f, self, base, result, pos);
}

static Val op_new(Ev *ev, FuncDecl *f, Expr *e) {
    Val n = ev_scalar(ev, e->arg[0]);
    uint64_t bytes = apint_u64(&n.u.i);
    Obj *o = ev_root(ev, ty_array(ev->x, ty_basic(ev->x, TY_UCHAR), bytes), RK_HEAP);
    o->up.root->untyped = true;
    o->up.root->array_new = f->op == OP_NEW_ARRAY;
    o->up.root->next = ev->heap;
    if (ev->heap) ev->heap->up.root->prev = o;
    ev->heap = o;
    return ev_ptr(ev_at(o));
}

static void unlink_heap(Ev *ev, Obj *o) {
    Root *r = o->up.root;
    if (r->prev)
        r->prev->up.root->next = r->next;
    else
        ev->heap = r->next;
    if (r->next) r->next->up.root->prev = r->prev;
}

static Obj *heap_root(Ev *ev, Ptr p, Pos pos) {
    if (!p.o || p.o->gen != p.gen) EV_FAIL(ev, pos, const_bad_delete, NULL);
    Obj *o = p.o;
    if (!(o->flags & OF_ROOT) && o->index == 0 && ty_is_array(o->up.parent->type)) o = o->up.parent;
    while (!(o->flags & OF_ROOT) && (o->flags & OF_BASE)) o = o->up.parent;
    if (!(o->flags & OF_ROOT) || o->up.root->kind != RK_HEAP)
        EV_FAIL(ev, pos, const_bad_delete, NULL);
    return o;
}

static Val op_delete(Ev *ev, Expr *e) {
    Val v = ev_scalar(ev, e->arg[0]);
    if (!v.u.p.o) return (Val){0};
    Obj *o = heap_root(ev, v.u.p, e->pos);
    unlink_heap(ev, o);
    ev_release(ev, o);
    return (Val){0};
}

static bool global_alloc(const FuncDecl *f) {
    return !f->cls && f->op >= OP_NEW && f->op <= OP_DELETE_ARRAY && f->nparam;
}

// The second parameter of a global allocation function: the place that is given, an alignment, ...
static TyKind second_kind(const FuncDecl *f) {
    const FuncType *t = &f->d.type->u.func;
    return t->nparam == 2 ? (TyKind)t->param[1]->kind : TY_ERROR;
}

static Val memptr_call(Ev *ev, Expr *e, Obj *result) {
    Ptr self = ev_lvalue(ev, e->a);
    Val m = ev_scalar(ev, e->b);
    ev_check_live(ev, self, e->pos);
    if (m.kind != VK_MEMPTR || !m.u.m) EV_FAIL(ev, e->pos, const_null_deref, NULL);
    FuncDecl *f = (FuncDecl *)m.u.m;
    self = ev_to_class(ev, self, f->cls, e->pos);
    if (f->is_virtual) f = dispatch(ev, f, &self, e->pos);
    return ev_call(ev, f, self, e->arg, e->n, result, e->pos);
}

static FuncDecl *callee_of(Ev *ev, Expr *e) {
    if (e->u.decl && e->u.decl->kind == D_FUNC) return (FuncDecl *)e->u.decl;
    Expr *a = e->a;
    if (!a) EV_FAIL(ev, e->pos, const_unsupported, NULL);
    Ptr p =
        a->cat != VC_PRVALUE && a->type->kind == TY_FUNC ? ev_lvalue(ev, a) : ev_scalar(ev, a).u.p;
    if (!p.fn) EV_FAIL(ev, e->pos, const_null_deref, NULL);
    return (FuncDecl *)p.fn;
}

Val ev_call_expr(Ev *ev, Expr *e, Obj *result) {
    if (e->kind == E_MEMPTR_CALL) return memptr_call(ev, e, result);
    FuncDecl *f = callee_of(ev, e);
    Val v;
    if ((f->builtin || !f->defined) && ev_builtin(ev, f, e, &v, result)) return v;
    if (global_alloc(f) && e->n) {
        bool is_new = f->op == OP_NEW || f->op == OP_NEW_ARRAY;
        if (is_new && e->n == 2 && second_kind(f) == TY_PTR) return ev_scalar(ev, e->arg[1]);
        if (is_new && e->n > 1 && second_kind(f) != TY_ENUM) EV_FAIL(ev, e->pos, const_new, NULL);
        return is_new ? op_new(ev, f, e) : op_delete(ev, e);
    }
    Expr **arg = e->arg;
    uint32_t n = e->n;
    Ptr self = {0};
    const FuncType *ft = &f->d.type->u.func;
    if (f->cls && !(f->d.flags & DF_STATIC)) {
        if (!n) EV_FAIL(ev, e->pos, const_unsupported, NULL);
        if (n == 2 && f->kind == FK_NORMAL && trivial_transfer(ev, f)) {
            Obj *from = transfer_source(ev, arg[1], f->cls);
            Ptr to = ev_lvalue(ev, arg[0]);
            ev_check_live(ev, to, e->pos);
            ev_check_write(ev, to.o, e->pos);
            ev_activate_path(ev, to.o);
            ev_copy(ev, to.o, from, e->pos);
            return ev_ptr(to);
        }
        self = ev_lvalue(ev, arg[0]);
        ev_check_live(ev, self, e->pos);
        if (!self.o) EV_FAIL(ev, e->pos, const_run_time, NULL);
        if ((e->flags & EF_VIRTUAL) && f->is_virtual) f = dispatch(ev, f, &self, e->pos);
        arg++;
        n--;
        if (f->kind == FK_DTOR) { // explicit call
            ev_destroy(ev, self.o, e->pos);
            ev_reset(ev, self.o, OS_INDET);
            return (Val){0};
        }
    } else if (f->cls && n == ft->nparam + 1u && !ft->variadic) { // object of a static member
        ev_discard(ev, arg[0]);
        arg++;
        n--;
    }
    return ev_call(ev, f, self, arg, n, result, e->pos);
}

// ---- new and delete ----------------------------------------------------------------------------

static Ptr placement(Ev *ev, Expr *e, Type *t) {
    Ptr p = ev_scalar(ev, e->arg[0]).u.p;
    ev_check_live(ev, p, e->pos);
    if (!p.o) EV_FAIL(ev, e->pos, const_run_time, NULL);
    if (ty_unqual(p.o->type) != ty_unqual(t)) EV_FAIL(ev, e->pos, const_wrong_type, p.o->type);
    ev_check_write(ev, p.o, e->pos);
    ev_activate_path(ev, p.o);
    ev_reset(ev, p.o, OS_INDET);
    return p;
}

Val ev_new(Ev *ev, Expr *e) {
    Type *t = e->u.alloc.type;
    Pos pos = e->pos;
    Obj *o;
    FuncDecl *fn = e->u.alloc.fn;
    if (ev->x->opt.std < 20) EV_FAIL(ev, pos, const_new, NULL);
    bool placed = e->n == 1 && fn && !fn->cls && second_kind(fn) == TY_PTR;
    if (placed && !e->u.alloc.array) {
        Ptr p = placement(ev, e, t);
        o = p.o;
        o->flags |= OF_CTOR;
        if (e->b) ev_into(ev, e->b, o);
        o->flags &= (uint8_t)~OF_CTOR;
        return ev_ptr(p);
    }
    if (e->n || (fn && fn->cls && fn->defined)) EV_FAIL(ev, pos, const_new, NULL);
    Type *whole = t;
    if (e->u.alloc.array) {
        uint64_t n = t->kind == TY_ARRAY && !e->a ? t->u.array.n : 1;
        if (e->a) {
            Val v = ev_scalar(ev, e->a);
            if (!ty_is_unsigned(e->a->type) && apint_is_neg(&v.u.i))
                EV_FAIL(ev, pos, const_out_of_bounds, NULL);
            n = apint_u64(&v.u.i);
        }
        if (e->a || t->kind != TY_ARRAY) whole = ty_array(ev->x, t, n);
    }
    o = ev_root(ev, whole, RK_HEAP);
    o->up.root->array_new = e->u.alloc.array;
    o->up.root->next = ev->heap;
    if (ev->heap) ev->heap->up.root->prev = o;
    ev->heap = o;
    Expr *init = e->b;
    o->flags |= OF_CTOR;
    if (init && !ty_is_array(whole)) {
        ev_into(ev, init, o);
    } else if (init) {
        ev_expand(ev, o, pos);
        bool list = init->kind == E_INIT_LIST && ty_is_array(init->type);
        Expr *fill = list && init->u.init ? init->u.init->filler : init;
        for (uint64_t i = 0; i < ev_count(o); i++) {
            ev_step(ev, pos);
            Expr *one = list && i < init->n ? init->arg[i] : fill;
            if (!one && list)
                ev_reset(ev, ev_elem(ev, o, i, pos), OS_ZERO);
            else if (one)
                ev_into(ev, one, ev_elem(ev, o, i, pos));
        }
    }
    o->flags &= (uint8_t)~OF_CTOR;
    if (!ty_is_array(whole)) return ev_ptr(ev_at(o));
    ev_expand(ev, o, pos);
    Ptr p = ev_count(o) ? ev_at(ev_elem(ev, o, 0, pos)) : ev_at(o);
    p.past = !ev_count(o);
    return ev_ptr(p);
}

void ev_delete(Ev *ev, Expr *e) {
    Val v = ev_scalar(ev, e->a);
    Ptr p = v.u.p;
    if (!p.o && !p.fn && !p.raw) return;
    Obj *o = heap_root(ev, p, e->pos);
    if (o->up.root->array_new != e->u.alloc.array) EV_FAIL(ev, e->pos, const_bad_delete, NULL);
    ev_destroy(ev, o, e->pos);
    unlink_heap(ev, o);
    ev_release(ev, o);
}
