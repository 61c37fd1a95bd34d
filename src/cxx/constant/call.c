// SPDX-License-Identifier: Apache-2.0
// constant/call.c: calls, construction, destruction, virtual dispatch, new and delete.
#include "cxx/constant/eval_int.h"

// ---- frames ------------------------------------------------------------------------------------

// [expr.const]/5.2: constexpr functions, and those that are implicitly so.
static bool may_call(const FuncDecl *func) {
    return (func->d.flags & (DF_CONSTEXPR | DF_CONSTEVAL)) || !cxx_is_written(func) ||
           cxx_is_of_closure(func);
}

// The initialiser of a static member stands in its class, whose functions are defined only at its
// end [class.mem.general]/7.
static bool in_own_class(const Ev *ev, const FuncDecl *func) {
    const ClassDecl *c = func->cls;
    while (ev->outer) ev = ev->outer;
    const VarDecl *v = ev->var;
    if (!c || !v || c->env || c->inst.tmpl || c->closure.is || func->is_implicit) return false;
    if (!(v->d.flags & DF_STATIC) || v->d.env || !scope_is(v->d.scope, SC_CLASS)) return false;
    uint32_t at = v->init_range.begin, of = func->body.range.begin;
    return at > c->written.body.begin && at < c->written.body.end && of > c->written.body.begin &&
           of < c->written.body.end;
}

// Fails unless the function can be called in a constant expression and its body is known; errors in
// the body were reported there.
static void need_body(Ev *ev, FuncDecl *func, Pos pos) {
    if (!may_call(func)) EV_FAIL(ev, pos, const_call, func);
    if (in_own_class(ev, func)) EV_FAIL(ev, pos, const_undefined, func);
    if (func->body.done && func->body.tree) return;
    uint32_t errors = diag_error_count(ev->x->ctx);
    bool ok = cxx_func_body(ev->x, func);
    if (diag_error_count(ev->x->ctx) != errors) ev->silent = true;
    if (!ok || !func->body.tree) EV_FAIL(ev, pos, const_undefined, func);
    if (!may_call(func)) EV_FAIL(ev, pos, const_call, func);
}

// The parameter object, initialised by the argument.
static Obj *argument(Ev *ev, Type *parameter, Expr *given, VarDecl *v) {
    Obj *o = ev_root(ev, parameter, RK_LOCAL);
    o->up.root->var = &v->d;
    o->flags |= OF_CTOR;
    ev_into(ev, given, o);
    o->flags &= (uint8_t)~OF_CTOR;
    return o;
}

// Evaluates the arguments in the caller's frame into slots for func's parameters.
static uint32_t bind_args(Ev *ev, FuncDecl *func, Expr **arg, uint32_t n, Pos pos) {
    Obj *small[16], **obj = small;
    if (n > CU_COUNT(small)) obj = arena_array(ev->arena, Obj *, n);
    if (n < func->nparam) EV_FAIL(ev, pos, const_unsupported, NULL);
    for (uint32_t i = 0; i < n; i++) {
        if (i >= func->nparam)
            ev_discard(ev, arg[i]);
        else
            obj[i] = argument(ev, func->param[i]->d.type, arg[i], func->param[i]);
    }
    uint32_t base = ev->slots.n;
    for (uint32_t i = 0; i < func->nparam; i++) {
        EvSlot s = {func->param[i], obj[i]};
        vec_push(ev->arena, &ev->slots, s);
    }
    return base;
}

// Runs the constructor initialisers in their order [class.base.init]/13.
static void member_inits(Ev *ev, FuncDecl *func, Obj *self, Pos pos) {
    for (uint32_t i = 0; i < func->body.ninit; i++) {
        MemInit *mem_init = &func->body.inits[i];
        Obj *obj = self;
        if (mem_init->field) {
            obj = ev_member(ev, self, mem_init->field, pos);
            ev_activate_path(ev, obj);
        } else if (mem_init->base) {
            ClassDecl *c = ev_class(self);
            uint32_t k = 0;
            while (k < c->members.nbase && c->members.base[k].cls != mem_init->base) k++;
            if (k == c->members.nbase || c->members.base[k].virtual_)
                EV_FAIL(ev, pos, const_virtual_base, c->d.type);
            obj = ev_base(ev, self, k, pos);
        }
        if (!mem_init->init) continue;
        uint32_t mark = ev_temps_begin(ev);
        ev_into(ev, mem_init->init, obj);
        ev_temps_end(ev, mark, pos);
    }
}

// Destroys what the destructor's body leaves: members and bases in reverse order [class.dtor]/14.
static void destroy_members(Ev *ev, Obj *dying, Pos pos) {
    ClassDecl *c = ev_class(dying);
    if (c->tag == CT_UNION) return;
    if (dying->state < OS_VAL) ev_expand(ev, dying, pos);
    for (uint32_t i = c->members.nbase + c->members.fields.n; i-- > 0;) {
        Type *t = i < c->members.nbase ? c->members.base[i].type
                                       : c->members.fields.at[i - c->members.nbase]->d.type;
        if (!ty_is_ref(t) && cxx_find_dtor(ev->x, t)) ev_destroy(ev, &dying->u.cls.sub[i], pos);
    }
}

// Runs func's body over a frame whose first slots are the parameters.
static Val run(Ev *ev, FuncDecl *func, Ptr self, uint32_t base, Obj *result, Pos pos) {
    EvFrame fr = {.outer = ev->f, .fn = func, .self = self, .base = base, .nparam = func->nparam};
    uint32_t calls = ev->f ? ev->f->level + 1 : 1;
    fr.level = calls;
    fr.call_pos = pos;
    fr.ret_obj = result;
    fr.nlocal = func->body.locals.n;
    ev->f = &fr;
    if (calls > ev->max_depth) EV_FAIL(ev, pos, const_depth, NULL);
    for (uint32_t i = 0; i < fr.nlocal; i++) {
        EvSlot s = {func->body.locals.at[i], NULL};
        vec_push(ev->arena, &ev->slots, s);
    }

    // an object under construction or destruction may be changed though it is const
    uint32_t mark = ev->locals.n;
    uint8_t old = 0;
    if (is_any_of(func->kind, FK_CTOR, FK_DTOR)) {
        old = self.o->flags & OF_CTOR;
        self.o->flags |= OF_CTOR;
    }
    if (func->kind == FK_CTOR) member_inits(ev, func, self.o, pos);
    EvFlow flow = ev_stmt(ev, func->body.tree);
    if (flow != FLOW_RETURN && func->kind == FK_NORMAL && func->d.type->u.func.ret->kind != TY_VOID)
        EV_FAIL(ev, pos, const_no_return, func);
    ev_scope_end(ev, mark, pos);
    if (func->kind == FK_DTOR) destroy_members(ev, self.o, pos);
    if (is_any_of(func->kind, FK_CTOR, FK_DTOR)) {
        self.o->flags &= (uint8_t)~OF_CTOR;
        self.o->flags |= old;
    }

    // parameters die with the call, the last first
    for (uint32_t i = func->nparam; i-- > 0;) {
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
static bool trivial_transfer(Ev *ev, FuncDecl *func) {
    ClassDecl *cls = func->cls;
    const FuncType *ft = &func->d.type->u.func;
    bool made = !cxx_is_written(func) && !func->inherited;
    if (!cls || ft->nparam != 1 || !made) return false;
    Type *t = ft->param[0];
    if (!ty_is_ref(t)) return false;
    Type *of = ty_unqual(t->u.ptr.to);
    if (of->kind != TY_CLASS || of->u.cls != cls) return false;
    cxx_class_specials(ev->x, cls);
    bool move = t->kind == TY_RREF;
    if (func->kind == FK_CTOR) return move ? cls->special.trivial_move : cls->special.trivial_copy;
    if (func->op != OP_ASSIGN) return false;
    return move ? cls->special.trivial_move_assign : cls->special.trivial_copy_assign;
}

// The object that a trivial copy copies.
static Obj *transfer_source(Ev *ev, Expr *arg, ClassDecl *cls) {
    Ptr p = ev_lvalue(ev, arg);
    ev_check_live(ev, p, arg->pos);
    if (!p.o || ev_class(p.o) != cls) EV_FAIL(ev, arg->pos, const_run_time, NULL);
    return p.o;
}

// Initialises the object by a constructor call: a trivial one copies, or leaves it as it is.
void ev_construct(Ev *ev, FuncDecl *ctor, Expr **arg, uint32_t n, Obj *made, Pos pos) {
    ev_step(ev, pos);
    ClassDecl *cls = ctor->cls;
    if (ev_class(made) != cls) EV_FAIL(ev, pos, const_wrong_type, made->type);
    if (n == 1 && trivial_transfer(ev, ctor)) {
        ev_copy(ev, made, transfer_source(ev, arg[0], cls), pos);
        return;
    }
    cxx_class_specials(ev->x, cls);
    if (!n && !cxx_is_written(ctor) && cls->special.trivial_default) return;
    if (cls->table.has_virtual_bases) EV_FAIL(ev, pos, const_virtual_base, cls->d.type);
    need_body(ev, ctor, pos);
    uint32_t base = bind_args(ev, ctor, arg, n, pos);
    if (made->state < OS_VAL) ev_expand(ev, made, pos);
    run(ev, ctor, ev_at(made), base, NULL, pos);
}

// Calls the destructor, of an array's elements from the last; nothing for what has none or is dead.
void ev_destroy(Ev *ev, Obj *dying, Pos pos) {
    if (dying->state == OS_DEAD || !ty_has_parts(dying->type)) return;
    FuncDecl *d = cxx_find_dtor(ev->x, dying->type);
    if (!d) return;
    if (ty_is_array(dying->type)) {
        for (uint64_t i = ev_count(dying); i-- > 0;)
            ev_destroy(ev, ev_elem(ev, dying, i, pos), pos);
        return;
    }
    need_body(ev, d, pos);
    run(ev, d, ev_at(dying), ev->slots.n, NULL, pos);
}

// ---- calls -------------------------------------------------------------------------------------

// Whether func overrides fn, perhaps by way of others.
static bool overrides(Cxx *cxx, FuncDecl *func, FuncDecl *fn) {
    for (uint32_t i = 0; func && i < 64; func = func->overridden, i++)
        if (func == fn) return true;
    (void)cxx;
    return false;
}

// The class's own function that overrides func or is it, or NULL.
static FuncDecl *override_in(Ev *ev, ClassDecl *cls, FuncDecl *func) {
    for (uint32_t i = 0; i < cls->table.finals.n; i++) {
        FuncDecl *m = cls->table.finals.at[i];
        if (m && m->cls == cls && (m == func || overrides(ev->x, m, func))) return m;
    }
    return NULL;
}

// The final overrider for the object, and the subobject it is called on.
static FuncDecl *dispatch(Ev *ev, FuncDecl *func, Ptr *self, Pos pos) {
    FuncDecl *best = func;
    Obj *at = self->o;
    for (Obj *obj = self->o;; obj = obj->up.parent) {
        ClassDecl *c = ev_class(obj);
        if (!c) break;
        cxx_class_layout(ev->x, c, pos);
        FuncDecl *m = override_in(ev, c, func);
        if (m) {
            best = m;
            at = obj;
        }
        // during construction the object is not yet of the derived class
        if (!(obj->flags & OF_BASE) || (obj->flags & OF_CTOR)) break;
    }
    *self = ev_at(at);
    if (best->cls && best->cls != ev_class(at)) *self = ev_to_class(ev, *self, best->cls, pos);
    if (best->pure && !best->body.defined) EV_FAIL(ev, pos, const_pure_call, best);
    return best;
}

Val ev_call(Ev *ev, FuncDecl *func, Ptr self, Expr **arg, uint32_t n, Obj *result, Pos pos) {
    need_body(ev, func, pos);
    uint32_t base = bind_args(ev, func, arg, n, pos);
    return run(ev, func, self, base, result, pos);
}

// A call of ::operator new: bytes on the heap, which get a type when they are cast (retype).
static Val op_new(Ev *ev, FuncDecl *func, Expr *call) {
    Val n = ev_scalar(ev, call->arg[0]);
    uint64_t bytes = apint_u64(&n.u.i);
    Obj *o = ev_root(ev, ty_array(ev->x, ty_basic(ev->x, TY_UCHAR), bytes), RK_HEAP);
    o->up.root->untyped = true;
    o->up.root->array_new = func->op == OP_NEW_ARRAY;
    o->up.root->next = ev->heap;
    if (ev->heap) ev->heap->up.root->prev = o;
    ev->heap = o;
    return ev_ptr(ev_at(o));
}

static void unlink_heap(Ev *ev, Obj *block) {
    Root *r = block->up.root;
    if (r->prev)
        r->prev->up.root->next = r->next;
    else
        ev->heap = r->next;
    if (r->next) r->next->up.root->prev = r->prev;
}

// The allocated object that a pointer to it, its first element or a base names; fails for others.
static Obj *heap_root(Ev *ev, Ptr ptr, Pos pos) {
    if (!ptr.o || ptr.o->gen != ptr.gen) EV_FAIL(ev, pos, const_bad_delete, NULL);
    Obj *o = ptr.o;
    if (!(o->flags & OF_ROOT) && o->index == 0 && ty_is_array(o->up.parent->type)) o = o->up.parent;
    while (!(o->flags & OF_ROOT) && (o->flags & OF_BASE)) o = o->up.parent;
    if (!(o->flags & OF_ROOT) || o->up.root->kind != RK_HEAP)
        EV_FAIL(ev, pos, const_bad_delete, NULL);
    return o;
}

static Val op_delete(Ev *ev, Expr *call) {
    Val v = ev_scalar(ev, call->arg[0]);
    if (!v.u.p.o) return (Val){0};
    Obj *o = heap_root(ev, v.u.p, call->pos);
    unlink_heap(ev, o);
    ev_release(ev, o);
    return (Val){0};
}

// ::operator new, new[], delete, delete[].
static bool global_alloc(const FuncDecl *func) {
    return !func->cls && func->op >= OP_NEW && func->op <= OP_DELETE_ARRAY && func->nparam;
}

// The second parameter of a global allocation function: the place that is given, an alignment, ...
static TyKind second_kind(const FuncDecl *func) {
    const FuncType *t = &func->d.type->u.func;
    return t->nparam == 2 ? (TyKind)t->param[1]->kind : TY_ERROR;
}

// (object.*function)(...)
static Val memptr_call(Ev *ev, Expr *call, Obj *result) {
    Ptr self = ev_lvalue(ev, call->a);
    Val m = ev_scalar(ev, call->b);
    ev_check_live(ev, self, call->pos);
    if (m.kind != VK_MEMPTR || !m.u.m) EV_FAIL(ev, call->pos, const_null_deref, NULL);
    FuncDecl *f = (FuncDecl *)m.u.m;
    self = ev_to_class(ev, self, f->cls, call->pos);
    if (f->is_virtual) f = dispatch(ev, f, &self, call->pos);
    return ev_call(ev, f, self, call->arg, call->n, result, call->pos);
}

// The function that is named, or that the pointer points to.
static FuncDecl *callee_of(Ev *ev, Expr *call) {
    if (decl_is(call->u.decl, D_FUNC)) return (FuncDecl *)call->u.decl;
    Expr *a = call->a;
    if (!a) EV_FAIL(ev, call->pos, const_unsupported, NULL);
    Ptr p =
        a->cat != VC_PRVALUE && a->type->kind == TY_FUNC ? ev_lvalue(ev, a) : ev_scalar(ev, a).u.p;
    if (!p.fn) EV_FAIL(ev, call->pos, const_null_deref, NULL);
    return (FuncDecl *)p.fn;
}

// A call of a global allocation function, not of the library's own: with a place that one is given,
// with an alignment as without.
static Val alloc_call(Ev *ev, FuncDecl *func, Expr *call) {
    bool is_new = is_any_of(func->op, OP_NEW, OP_NEW_ARRAY);
    if (!is_new) return op_delete(ev, call);
    if (call->n == 2 && second_kind(func) == TY_PTR) return ev_scalar(ev, call->arg[1]);
    if (call->n > 1 && second_kind(func) != TY_ENUM) EV_FAIL(ev, call->pos, const_new, NULL);
    return op_new(ev, func, call);
}

// An operator= that copies bytes: the right operand is evaluated first [expr.ass]/1.
static Val assign_bytes(Ev *ev, FuncDecl *func, Expr *call) {
    Obj *from = transfer_source(ev, call->arg[1], func->cls);
    Ptr to = ev_lvalue(ev, call->arg[0]);
    ev_check_live(ev, to, call->pos);
    ev_check_write(ev, to.o, call->pos);
    ev_activate_path(ev, to.o);
    ev_copy(ev, to.o, from, call->pos);
    return ev_ptr(to);
}

Val ev_call_expr(Ev *ev, Expr *call, Obj *result) {
    if (call->kind == E_MEMPTR_CALL) return memptr_call(ev, call, result);
    FuncDecl *func = callee_of(ev, call);
    Val val;
    if ((func->code.builtin || !func->body.defined) && ev_builtin(ev, func, call, &val, result))
        return val;
    if (global_alloc(func) && call->n) return alloc_call(ev, func, call);
    Expr **arg = call->arg;
    uint32_t n = call->n;
    Ptr self = {0};
    const FuncType *ft = &func->d.type->u.func;
    if (func->cls && !(func->d.flags & DF_STATIC)) {
        if (!n) EV_FAIL(ev, call->pos, const_unsupported, NULL);
        if (n == 2 && func->kind == FK_NORMAL && trivial_transfer(ev, func))
            return assign_bytes(ev, func, call);
        self = ev_lvalue(ev, arg[0]);
        ev_check_live(ev, self, call->pos);
        if (!self.o) EV_FAIL(ev, call->pos, const_run_time, NULL);
        if ((call->flags & EF_VIRTUAL) && func->is_virtual)
            func = dispatch(ev, func, &self, call->pos);
        arg++;
        n--;
        if (func->kind == FK_DTOR) { // explicit call
            ev_destroy(ev, self.o, call->pos);
            ev_reset(ev, self.o, OS_INDET);
            return (Val){0};
        }
    } else if (func->cls && n == ft->nparam + 1u && !ft->variadic) { // object of a static member
        ev_discard(ev, arg[0]);
        arg++;
        n--;
    }
    return ev_call(ev, func, self, arg, n, result, call->pos);
}

// ---- new and delete ----------------------------------------------------------------------------

// The object whose place a placement new is given, which ends: it must be of that type.
static Ptr placement(Ev *ev, Expr *creation, Type *made) {
    Ptr p = ev_scalar(ev, creation->arg[0]).u.p;
    ev_check_live(ev, p, creation->pos);
    if (!p.o) EV_FAIL(ev, creation->pos, const_run_time, NULL);
    if (ty_unqual(p.o->type) != ty_unqual(made))
        EV_FAIL(ev, creation->pos, const_wrong_type, p.o->type);
    ev_check_write(ev, p.o, creation->pos);
    ev_activate_path(ev, p.o);
    ev_reset(ev, p.o, OS_INDET);
    return p;
}

Val ev_new(Ev *ev, Expr *creation) {
    Type *type = creation->u.alloc.type;
    Pos pos = creation->pos;
    Obj *obj;
    FuncDecl *fn = creation->u.alloc.fn;
    if (ev->x->opt.std < 20) EV_FAIL(ev, pos, const_new, NULL);
    bool placed = creation->n == 1 && fn && !fn->cls && second_kind(fn) == TY_PTR;
    if (placed && !creation->u.alloc.array) {
        Ptr p = placement(ev, creation, type);
        obj = p.o;
        obj->flags |= OF_CTOR;
        if (creation->b) ev_into(ev, creation->b, obj);
        obj->flags &= (uint8_t)~OF_CTOR;
        return ev_ptr(p);
    }
    if (creation->n || (fn && fn->cls && fn->body.defined)) EV_FAIL(ev, pos, const_new, NULL);
    Type *whole = type;
    if (creation->u.alloc.array) {
        uint64_t n = type->kind == TY_ARRAY && !creation->a ? type->u.array.n : 1;
        if (creation->a) {
            Val v = ev_scalar(ev, creation->a);
            if (!ty_is_unsigned(creation->a->type) && apint_is_neg(&v.u.i))
                EV_FAIL(ev, pos, const_out_of_bounds, NULL);
            n = apint_u64(&v.u.i);
        }
        if (creation->a || type->kind != TY_ARRAY) whole = ty_array(ev->x, type, n);
    }

    // on the list of what must be deleted before the evaluation ends [expr.const]/5.18
    obj = ev_root(ev, whole, RK_HEAP);
    obj->up.root->array_new = creation->u.alloc.array;
    obj->up.root->next = ev->heap;
    if (ev->heap) ev->heap->up.root->prev = obj;
    ev->heap = obj;
    Expr *init = creation->b;
    obj->flags |= OF_CTOR;
    if (init && !ty_is_array(whole)) {
        ev_into(ev, init, obj);
    } else if (init) {
        ev_expand(ev, obj, pos);
        bool list = init->kind == E_INIT_LIST && ty_is_array(init->type);
        Expr *fill = list && init->u.init ? init->u.init->filler : init;
        for (uint64_t i = 0; i < ev_count(obj); i++) {
            ev_step(ev, pos);
            Expr *one = list && i < init->n ? init->arg[i] : fill;
            if (!one && list)
                ev_reset(ev, ev_elem(ev, obj, i, pos), OS_ZERO);
            else if (one)
                ev_into(ev, one, ev_elem(ev, obj, i, pos));
        }
    }
    obj->flags &= (uint8_t)~OF_CTOR;
    if (!ty_is_array(whole)) return ev_ptr(ev_at(obj));
    ev_expand(ev, obj, pos);
    Ptr p = ev_count(obj) ? ev_at(ev_elem(ev, obj, 0, pos)) : ev_at(obj);
    p.past = !ev_count(obj);
    return ev_ptr(p);
}

void ev_delete(Ev *ev, Expr *deletion) {
    Val v = ev_scalar(ev, deletion->a);
    Ptr p = v.u.p;
    if (!p.o && !p.fn && !p.raw) return;
    Obj *o = heap_root(ev, p, deletion->pos);
    if (o->up.root->array_new != deletion->u.alloc.array)
        EV_FAIL(ev, deletion->pos, const_bad_delete, NULL);
    ev_destroy(ev, o, deletion->pos);
    unlink_heap(ev, o);
    ev_release(ev, o);
}
