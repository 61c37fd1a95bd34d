// SPDX-License-Identifier: Apache-2.0
// Constant evaluation: arithmetic and conversions on values, calls and statements.
#include "cxx/consteval_int.h"

static Arena *ea(const Ev *ev) {
    return &ev->x->ctx->perm;
}

static ConstVal *bool_val(Ev *ev, Type *t, bool v) {
    return ev_int(ev, t, apint_from_u64((uint32_t)ty_int_bits(t), v));
}

// ---- arithmetic --------------------------------------------------------------------------------

static ConstVal *compare(Ev *ev, CxxOp op, Type *t, bool lt, bool eq, bool un) {
    switch (op) {
    case OP_EQ: return bool_val(ev, t, eq);
    case OP_NE: return bool_val(ev, t, !eq);
    case OP_LT: return bool_val(ev, t, lt);
    case OP_LE: return bool_val(ev, t, lt || eq);
    case OP_GT: return bool_val(ev, t, !lt && !eq && !un);
    case OP_GE: return bool_val(ev, t, !lt && !un);
    default: return NULL;
    }
}

static ConstVal *out_of_range(Ev *ev, Pos pos) {
    return ev_fail(ev, pos, "integer operation result is out of range", NULL);
}

static ConstVal *int_shift(Ev *ev, CxxOp op, Type *t, ConstVal *a, ConstVal *b, Pos pos) {
    bool neg = !ty_is_unsigned(b->type) && apint_is_neg(&b->u.i);
    if (neg || apint_u128(&b->u.i) >= a->u.i.width) {
        return ev_fail(ev, pos, "shift count is negative or too large", NULL);
    }
    uint32_t n = (uint32_t)apint_u64(&b->u.i);
    if (op == OP_SHL) return ev_int(ev, t, apint_shl(a->u.i, n));
    return ev_int(ev, t, ty_is_unsigned(a->type) ? apint_lshr(a->u.i, n) : apint_ashr(a->u.i, n));
}

static ConstVal *int_arith(Ev *ev, CxxOp op, Type *t, ConstVal *a, ConstVal *b, Pos pos) {
    ApInt x = a->u.i, y = b->u.i;
    if (op == OP_SHL || op == OP_SHR) return int_shift(ev, op, t, a, b, pos);
    if (x.width != y.width) return NULL;
    bool s = !ty_is_unsigned(a->type) && a->type->kind != TY_BOOL;
    switch (op) {
    case OP_ADD:
        if (s && apint_sadd_overflow(x, y)) return out_of_range(ev, pos);
        return ev_int(ev, t, apint_add(x, y));
    case OP_SUB:
        if (s && apint_ssub_overflow(x, y)) return out_of_range(ev, pos);
        return ev_int(ev, t, apint_sub(x, y));
    case OP_MUL:
        if (s && apint_smul_overflow(x, y)) return out_of_range(ev, pos);
        return ev_int(ev, t, apint_mul(x, y));
    case OP_DIV:
    case OP_REM: {
        if (apint_is_zero(&y)) return ev_fail(ev, pos, "division by zero", NULL);
        bool min =
            s && apint_eq(x, apint_smin_value(x.width)) && apint_eq(y, apint_umax_value(y.width));
        if (min) return out_of_range(ev, pos);
        if (op == OP_DIV) return ev_int(ev, t, s ? apint_sdiv(x, y) : apint_udiv(x, y));
        return ev_int(ev, t, s ? apint_srem(x, y) : apint_urem(x, y));
    }
    case OP_AND: return ev_int(ev, t, apint_and(x, y));
    case OP_OR: return ev_int(ev, t, apint_or(x, y));
    case OP_XOR: return ev_int(ev, t, apint_xor(x, y));
    default: {
        int c = apint_cmp(x, y, s);
        return compare(ev, op, t, c < 0, c == 0, false);
    }
    }
}

static ConstVal *float_arith(Ev *ev, CxxOp op, Type *t, ConstVal *a, ConstVal *b, Pos pos) {
    ConstVal *r = ev_clone(ev, a);
    switch (op) {
    case OP_ADD: r->u.f = apf_add(a->u.f, b->u.f, APF_RNE, NULL); return r;
    case OP_SUB: r->u.f = apf_sub(a->u.f, b->u.f, APF_RNE, NULL); return r;
    case OP_MUL: r->u.f = apf_mul(a->u.f, b->u.f, APF_RNE, NULL); return r;
    case OP_DIV:
        if (apf_is_zero(b->u.f)) return ev_fail(ev, pos, "division by zero", NULL);
        r->u.f = apf_div(a->u.f, b->u.f, APF_RNE, NULL);
        return r;
    default: {
        ApfCmp c = apf_cmp(a->u.f, b->u.f);
        return compare(ev, op, t, c == APF_LT, c == APF_EQ, c == APF_UN);
    }
    }
}

static ConstVal *pointer_arith(Ev *ev, CxxOp op, Type *t, ConstVal *a, ConstVal *b, Pos pos) {
    if (a->kind == CV_INT) { // n + p
        ConstVal *s = a;
        a = b;
        b = s;
    }
    uint64_t size = 1;
    uint32_t align;
    if (b->kind == CV_INT) {
        if (a->type->kind != TY_PTR || !ty_size_align(ev->x, a->type->u.ptr.to, pos, &size, &align))
            return NULL;
        int64_t n = ty_is_unsigned(b->type) ? (int64_t)apint_u64(&b->u.i) : apint_i64(&b->u.i);
        ConstVal *r = ev_clone(ev, a);
        r->u.lv.offset += (op == OP_SUB ? -n : n) * (int64_t)size;
        return r;
    }
    bool same = a->u.lv.base == b->u.lv.base && a->u.lv.expr_base == b->u.lv.expr_base;
    int64_t d = a->u.lv.offset - b->u.lv.offset;
    if (op == OP_EQ || op == OP_NE) return bool_val(ev, t, (same && d == 0) == (op == OP_EQ));
    if (!same) return ev_fail(ev, pos, "pointers to different objects are compared", NULL);
    if (op == OP_SUB) {
        if (!ty_size_align(ev->x, a->type->u.ptr.to, pos, &size, &align) || !size) return NULL;
        return ev_int(ev, t, apint_from_i64((uint32_t)ty_int_bits(t), d / (int64_t)size));
    }
    return compare(ev, op, t, d < 0, d == 0, false);
}

ConstVal *ev_arith(Ev *ev, CxxOp op, Type *t, ConstVal *a, ConstVal *b, Pos pos) {
    ConstVal *r = NULL;
    if (a->kind == CV_INT && b->kind == CV_INT)
        r = int_arith(ev, op, t, a, b, pos);
    else if (a->kind == CV_FLOAT && b->kind == CV_FLOAT)
        r = float_arith(ev, op, t, a, b, pos);
    else if (a->kind == CV_LVALUE || b->kind == CV_LVALUE) {
        if (a->kind == b->kind || a->kind == CV_INT || b->kind == CV_INT) {
            r = pointer_arith(ev, op, t, a, b, pos);
        }
    } else if (a->kind == CV_MEMPTR && b->kind == CV_MEMPTR) {
        bool eq = a->u.mp.member == b->u.mp.member && a->u.mp.adj == b->u.mp.adj;
        r = compare(ev, op, t, false, eq, false);
    }
    return r ? r : ev_fail(ev, pos, NULL, NULL);
}

// ---- conversions -------------------------------------------------------------------------------

static ApfFormat format_of(const Type *t) {
    switch (t->kind) {
    case TY_HALF: return APF_F16;
    case TY_BF16: return APF_BF16;
    case TY_FLOAT: return APF_F32;
    case TY_FLOAT128: return APF_F128;
    default: return APF_F64;
    }
}

static ConstVal *to_int(Ev *ev, Type *t, ConstVal *v, Pos pos) {
    uint32_t w = (uint32_t)ty_int_bits(t);
    if (v->kind == CV_FLOAT) {
        uint32_t flags = 0;
        ApInt i = apf_to_int(v->u.f, w, !ty_is_unsigned(t), APF_RTZ, &flags);
        if (flags & APF_INVALID) return out_of_range(ev, pos);
        return ev_int(ev, t, i);
    }
    if (v->kind != CV_INT) return NULL;
    bool from_signed = !ty_is_unsigned(v->type) && v->type->kind != TY_BOOL;
    return ev_int(ev, t, apint_resize(v->u.i, w, from_signed));
}

static bool truth(const ConstVal *v, bool *out) {
    switch ((ConstKind)v->kind) {
    case CV_INT: *out = !apint_is_zero(&v->u.i); return true;
    case CV_FLOAT: *out = !apf_is_zero(v->u.f); return true;
    case CV_LVALUE: *out = v->u.lv.base || v->u.lv.expr_base || v->u.lv.offset; return true;
    case CV_MEMPTR: *out = v->u.mp.member != NULL; return true;
    default: return false;
    }
}

static ConstVal *retype(Ev *ev, ConstVal *v, Type *t) {
    ConstVal *c = arena_new(ea(ev), ConstVal);
    *c = *v;
    c->type = ty_unqual(t);
    return c;
}

static ConstVal *base_value(Ev *ev, Expr *e, ConstVal *v) {
    if (v->kind == CV_LVALUE) { // pointers
        ConstVal *r = retype(ev, v, e->type);
        for (uint32_t i = 0; i < e->u.base.npath; i++) {
            int64_t o = (int64_t)e->u.base.path[i]->offset;
            r->u.lv.offset += e->op == CK_DERIVED_TO_BASE ? o : -o;
        }
        return r;
    }
    for (uint32_t i = 0; i < e->u.base.npath && v && v->kind == CV_AGG; i++) {
        ClassDecl *c = v->type->u.cls;
        uint32_t b = (uint32_t)(e->u.base.path[i] - c->base);
        v = b < c->nbase ? v->u.agg.at[b] : NULL;
    }
    return v;
}

ConstVal *ev_convert(Ev *ev, Expr *e, ConstVal *v) {
    Type *t = ty_unqual(e->type);
    bool b;
    switch ((CastKind)e->op) {
    case CK_TO_BOOL_INT:
    case CK_TO_BOOL_FLOAT:
    case CK_TO_BOOL_PTR:
    case CK_TO_BOOL_MEMPTR:
        return truth(v, &b) ? bool_val(ev, t, b) : ev_fail(ev, e->pos, NULL, NULL);
    case CK_DERIVED_TO_BASE:
    case CK_BASE_TO_DERIVED: return base_value(ev, e, v);
    case CK_NULL_TO_PTR: return ev_zero(ev, t, e->pos);
    case CK_NULL_TO_MEMPTR: return ev_zero(ev, t, e->pos);
    case CK_INT_TO_PTR:
    case CK_PTR_TO_INT:
    case CK_LVAL_BITCAST: return ev_fail(ev, e->pos, "a reinterpret_cast is used", NULL);
    default: break;
    }
    if (t->kind == TY_BOOL && v->kind != CV_INT) {
        return truth(v, &b) ? bool_val(ev, t, b) : NULL;
    }
    if (t->kind == TY_BOOL) return bool_val(ev, t, !apint_is_zero(&v->u.i));
    if (ty_is_integral(t) || t->kind == TY_ENUM) {
        ConstVal *r = to_int(ev, t, v, e->pos);
        return r ? r : ev_fail(ev, e->pos, NULL, NULL);
    }
    if (ty_is_floating(t)) {
        ConstVal *r = retype(ev, v, t);
        r->kind = CV_FLOAT;
        bool sign = !ty_is_unsigned(v->type) && v->type->kind != TY_BOOL;
        if (v->kind == CV_INT)
            r->u.f = apf_from_int(format_of(t), v->u.i, sign, APF_RNE, NULL);
        else if (v->kind == CV_FLOAT)
            r->u.f = apf_convert(v->u.f, format_of(t), APF_RNE, NULL);
        else
            return ev_fail(ev, e->pos, NULL, NULL);
        return r;
    }
    return retype(ev, v, t);
}

// ---- calls -------------------------------------------------------------------------------------

static ConstVal *run(Ev *ev, EvFrame *f, Pos pos) {
    EvFlow flow = ev_stmt(ev, f->fn->body);
    if (flow == EV_FAIL) return NULL;
    if (f->ret) return f->ret;
    if (f->fn->d.type->u.func.ret->kind == TY_VOID || f->fn->kind == FK_CTOR) {
        ConstVal *c = arena_new(ea(ev), ConstVal);
        c->kind = CV_INDET;
        c->type = ty_basic(ev->x, TY_VOID);
        return c;
    }
    return ev_fail(ev, pos, "control reaches the end of a function without a value", &f->fn->d);
}

static bool bind_param(Ev *ev, EvFrame *f, VarDecl *p, Expr *arg) {
    ConstVal *v;
    if (ty_is_ref(p->d.type)) {
        EvRef r;
        if (!ev_ref(ev, arg, &r)) return false;
        v = ev_pointer(ev, ty_pointer(ev->x, p->d.type->u.ptr.to), &r);
        // keep the place: the pointer names an object of this evaluation or a constant variable
    } else {
        v = ev_expr(ev, arg);
    }
    if (!v) return false;
    map_put(&f->vars, (uintptr_t)p, ev_object(ev, v));
    return true;
}

static bool enter(Ev *ev, EvFrame *f, FuncDecl *fn, Expr **arg, uint32_t n, Pos pos) {
    bool usable = (fn->d.flags & (DF_CONSTEXPR | DF_CONSTEVAL)) || fn->is_implicit || fn->defaulted;
    if (!usable) {
        ev_fail(ev, pos, "a function that is not constexpr is called", &fn->d);
        return false;
    }
    uint32_t depth = 0;
    for (EvFrame *o = ev->f; o; o = o->outer) depth++;
    if (depth >= ev->max_depth) {
        ev_fail(ev, pos, "the limit of nested calls is reached", &fn->d);
        return false;
    }
    if (!fn->body_done && (fn->elaborating || !cxx_func_body(ev->x, fn))) {
        ev_fail(ev, pos, "a function is called before its definition", &fn->d);
        return false;
    }
    *f = (EvFrame){.outer = ev->f, .fn = fn};
    map_init(&f->vars, ea(ev));
    if (n < fn->nparam) return false;
    for (uint32_t i = 0; i < fn->nparam; i++) {
        if (!bind_param(ev, f, fn->param[i], arg[i])) return false; // arguments see the caller
    }
    return true;
}

ConstVal *ev_call(Ev *ev, FuncDecl *fn, Expr *e, Expr **arg, uint32_t n, EvRef *object) {
    EvFrame f;
    if (!enter(ev, &f, fn, arg, n, e->pos)) return NULL;
    if (object) {
        f.this_obj = object->base;
        f.this_off = object->off;
    }
    if (!fn->body) return ev_fail(ev, e->pos, "a function without a body is called", &fn->d);
    ev->f = &f;
    ConstVal *v = run(ev, &f, e->pos);
    ev->f = f.outer;
    return v;
}

ConstVal *ev_construct(Ev *ev, FuncDecl *ctor, Type *t, Expr **arg, uint32_t n, Pos pos) {
    ConstVal *v = ev_zero(ev, t, pos);
    if (!v) return NULL;
    Decl *o = ev_object(ev, v);
    EvFrame f;
    if (!enter(ev, &f, ctor, arg, n, pos)) return NULL;
    f.this_obj = o;
    ev->f = &f;
    bool ok = true;
    for (uint32_t i = 0; i < ctor->ninit && ok; i++) {
        MemInit *m = &ctor->inits[i];
        if (!m->init) continue;
        ConstVal *x;
        if (m->init->cat != VC_PRVALUE) {
            EvRef r;
            ok = ev_ref(ev, m->init, &r);
            x = ok ? ev_pointer(ev, m->init->type, &r) : NULL;
        } else {
            x = ev_expr(ev, m->init);
        }
        ConstVal **slot = map_get(&ev->objects, (uintptr_t)o);
        v = *slot;
        ok = x != NULL;
        if (!ok) break;
        ClassDecl *c = ty_unqual(t)->u.cls;
        if (m->field && v->kind == CV_UNION) {
            v->u.un.field = m->field;
            v->u.un.val = x;
        } else if (m->field) {
            v->u.agg.at[c->nbase + m->field->index] = x;
        } else if (m->base) {
            for (uint32_t b = 0; b < c->nbase; b++) {
                if (c->base[b].cls == m->base) v->u.agg.at[b] = x;
            }
        } else {
            *slot = x; // delegated
        }
    }
    if (ok && ctor->body) ok = run(ev, &f, pos) != NULL;
    ev->f = f.outer;
    ConstVal **slot = map_get(&ev->objects, (uintptr_t)o);
    return ok ? *slot : NULL;
}

// ---- statements --------------------------------------------------------------------------------

static EvFlow ev_decl(Ev *ev, VarDecl *v) {
    ConstVal *x;
    if (v->storage == STOR_STATIC) return EV_NEXT; // constants only: read through their value
    if (!v->init) {
        x = arena_new(ea(ev), ConstVal);
        x->kind = CV_INDET;
        x->type = ty_unqual(v->d.type);
        if (v->d.type->kind == TY_ARRAY || v->d.type->kind == TY_CLASS) {
            x = ev_zero(ev, v->d.type, v->d.pos);
        }
    } else if (ty_is_ref(v->d.type)) {
        EvRef r;
        if (!ev_ref(ev, v->init, &r)) return EV_FAIL;
        x = ev_pointer(ev, ty_pointer(ev->x, v->d.type->u.ptr.to), &r);
    } else {
        x = ev_expr(ev, v->init);
    }
    if (!x) return EV_FAIL;
    map_put(&ev->f->vars, (uintptr_t)v, ev_object(ev, x));
    return EV_NEXT;
}

static bool condition(Ev *ev, Stmt *s, bool *out) {
    if (s->kind != S_IF && s->u.cond_var && ev_decl(ev, s->u.cond_var) == EV_FAIL) return false;
    if (!s->e) {
        *out = true;
        return true;
    }
    ConstVal *v = ev_expr(ev, s->e);
    return v && truth(v, out);
}

static EvFlow ev_loop(Ev *ev, Stmt *s, Stmt *init, bool first) {
    if (init && ev_stmt(ev, init) == EV_FAIL) return EV_FAIL;
    for (;; first = false) {
        if (!ev_step(ev, s->pos)) return EV_FAIL;
        bool go = true;
        if (!first && !condition(ev, s, &go)) return EV_FAIL;
        if (!go) return EV_NEXT;
        if (s->kind == S_RANGE_FOR && s->u.range->decl && ev_stmt(ev, s->u.range->decl) == EV_FAIL)
            return EV_FAIL;
        EvFlow f = s->body ? ev_stmt(ev, s->body) : EV_NEXT;
        if (f == EV_RETURN || f == EV_FAIL) return f;
        if (f == EV_BREAK) return EV_NEXT;
        if (s->inc) {
            Expr v = {.kind = E_CAST,
                      .op = CK_VOID,
                      .a = s->inc,
                      .pos = s->pos,
                      .type = ty_basic(ev->x, TY_VOID)};
            if (!ev_expr(ev, &v)) return EV_FAIL;
        }
    }
}

// Runs a switch's body from the chosen label on: statements before it are passed over.
static EvFlow run_from(Ev *ev, Stmt *s, Stmt *target, bool *found) {
    if (!s) return EV_NEXT;
    if (s == target) {
        *found = true;
        return ev_stmt(ev, s);
    }
    if (s->kind == S_COMPOUND) {
        for (uint32_t i = 0; i < s->u.list.n; i++) {
            EvFlow f = *found ? ev_stmt(ev, s->u.list.at[i])
                              : run_from(ev, s->u.list.at[i], target, found);
            if (f != EV_NEXT) return f;
        }
    } else if (s->kind == S_CASE || s->kind == S_DEFAULT || s->kind == S_LABEL) {
        return run_from(ev, s->body, target, found);
    }
    return EV_NEXT;
}

static EvFlow ev_switch(Ev *ev, Stmt *s) {
    ConstVal *v = ev_expr(ev, s->e);
    if (!v || v->kind != CV_INT) return EV_FAIL;
    bool sign = !ty_is_unsigned(v->type);
    Stmt *target = s->u.cases.def;
    for (uint32_t i = 0; i < s->u.cases.n; i++) {
        CaseRange *c = &s->u.cases.at[i];
        ApInt lo = apint_resize(c->lo, v->u.i.width, sign),
              hi = apint_resize(c->hi, v->u.i.width, sign);
        if (apint_cmp(v->u.i, lo, sign) >= 0 && apint_cmp(v->u.i, hi, sign) <= 0) target = c->stmt;
    }
    if (!target) return EV_NEXT;
    bool found = false;
    EvFlow f = run_from(ev, s->body, target, &found);
    return f == EV_BREAK ? EV_NEXT : f;
}

static EvFlow ev_return(Ev *ev, Stmt *s) {
    if (s->e) {
        if (s->e->cat != VC_PRVALUE) {
            EvRef r;
            if (!ev_ref(ev, s->e, &r)) return EV_FAIL;
            ev->f->ret = ev_pointer(ev, ty_pointer(ev->x, s->e->type), &r);
        } else {
            ev->f->ret = ev_expr(ev, s->e);
            if (!ev->f->ret) return EV_FAIL;
        }
    }
    return EV_RETURN;
}

EvFlow ev_stmt(Ev *ev, Stmt *s) {
    if (!s) return EV_NEXT;
    if (!ev_step(ev, s->pos)) return EV_FAIL;
    switch ((StmtKind)s->kind) {
    case S_NULL: return EV_NEXT;
    case S_COMPOUND:
        for (uint32_t i = 0; i < s->u.list.n; i++) {
            EvFlow f = ev_stmt(ev, s->u.list.at[i]);
            if (f != EV_NEXT) return f;
        }
        return EV_NEXT;
    case S_EXPR: {
        Expr v = {.kind = E_CAST,
                  .op = CK_VOID,
                  .a = s->e,
                  .pos = s->pos,
                  .type = ty_basic(ev->x, TY_VOID)};
        return !s->e || ev_expr(ev, &v) ? EV_NEXT : EV_FAIL;
    }
    case S_DECL:
        for (uint32_t i = 0; i < s->u.decl.n; i++) {
            if (ev_decl(ev, s->u.decl.var[i]) == EV_FAIL) return EV_FAIL;
        }
        return EV_NEXT;
    case S_IF: {
        if (s->init && ev_stmt(ev, s->init) == EV_FAIL) return EV_FAIL;
        if (s->u.cond_var && ev_decl(ev, s->u.cond_var) == EV_FAIL) return EV_FAIL;
        bool c;
        ConstVal *v = ev_expr(ev, s->e);
        if (!v || !truth(v, &c)) return EV_FAIL;
        return ev_stmt(ev, c ? s->body : s->els);
    }
    case S_WHILE: return ev_loop(ev, s, NULL, false);
    case S_DO: return ev_loop(ev, s, NULL, true);
    case S_FOR: return ev_loop(ev, s, s->init, false);
    case S_SWITCH:
        if (s->init && ev_stmt(ev, s->init) == EV_FAIL) return EV_FAIL;
        return ev_switch(ev, s);
    case S_CASE:
    case S_DEFAULT:
    case S_LABEL: return ev_stmt(ev, s->body);
    case S_BREAK: return EV_BREAK;
    case S_CONTINUE: return EV_CONTINUE;
    case S_RETURN: return ev_return(ev, s);
    default: ev_fail(ev, s->pos, "a statement that is not allowed in a constant expression", NULL);
    }
    return EV_FAIL;
}

// ---- interning and printing --------------------------------------------------------------------

struct ConstTable {
    ConsSet set;
};

static uint64_t val_hash(const ConstVal *v) {
    if (!v) return 3;
    uint64_t h = hash_mix(v->kind, v->type ? v->type->id : 0);
    switch ((ConstKind)v->kind) {
    case CV_INT: return hash_mix(hash_mix(h, v->u.i.w[0]), v->u.i.w[1]);
    case CV_FLOAT: {
        u128 b = apf_to_bits(v->u.f);
        return hash_mix(hash_mix(h, (uint64_t)b), (uint64_t)(b >> 64));
    }
    case CV_LVALUE:
        h = hash_mix(h, (uintptr_t)v->u.lv.base);
        return hash_mix(hash_mix(h, (uintptr_t)v->u.lv.expr_base), (uint64_t)v->u.lv.offset);
    case CV_AGG:
    case CV_VECTOR:
        for (uint32_t i = 0; i < v->u.agg.n; i++) h = hash_mix(h, val_hash(v->u.agg.at[i]));
        return hash_mix(h, val_hash(v->u.agg.filler));
    case CV_UNION: return hash_mix(hash_mix(h, (uintptr_t)v->u.un.field), val_hash(v->u.un.val));
    case CV_MEMPTR: return hash_mix(hash_mix(h, (uintptr_t)v->u.mp.member), (uint64_t)v->u.mp.adj);
    default: return h;
    }
}

static bool val_equal(const void *key, const void *item) {
    const ConstVal *a = key, *b = item;
    if (a == b) return true;
    if (!a || !b || a->kind != b->kind || a->type != b->type) return false;
    switch ((ConstKind)a->kind) {
    case CV_INT: return apint_eq(a->u.i, b->u.i);
    case CV_FLOAT: return apf_same(a->u.f, b->u.f);
    case CV_LVALUE:
        return a->u.lv.base == b->u.lv.base && a->u.lv.expr_base == b->u.lv.expr_base &&
               a->u.lv.offset == b->u.lv.offset;
    case CV_AGG:
    case CV_VECTOR:
        if (a->u.agg.n != b->u.agg.n || a->u.agg.total != b->u.agg.total) return false;
        for (uint32_t i = 0; i < a->u.agg.n; i++) {
            if (!val_equal(a->u.agg.at[i], b->u.agg.at[i])) return false;
        }
        return val_equal(a->u.agg.filler, b->u.agg.filler);
    case CV_UNION: return a->u.un.field == b->u.un.field && val_equal(a->u.un.val, b->u.un.val);
    case CV_MEMPTR: return a->u.mp.member == b->u.mp.member && a->u.mp.adj == b->u.mp.adj;
    default: return true;
    }
}

ConstVal *cxx_const_intern(Cxx *x, const ConstVal *v) {
    if (!x->consts) {
        x->consts = arena_new(&x->ctx->perm, struct ConstTable);
        cons_init(&x->consts->set, &x->ctx->perm);
    }
    uint64_t h = val_hash(v);
    ConstVal *c = cons_find(&x->consts->set, h, val_equal, v);
    if (c) return c;
    Ev ev = {.x = x};
    c = ev_clone(&ev, (ConstVal *)v);
    cons_add(&x->consts->set, h, c);
    return c;
}

bool cxx_const_print(Cxx *x, Buf *b, const ConstVal *v) {
    switch ((ConstKind)v->kind) {
    case CV_INT:
        if (v->type->kind == TY_BOOL) {
            buf_puts(b, apint_is_zero(&v->u.i) ? "false" : "true");
            return true;
        }
        if (v->type->kind == TY_ENUM) {
            EnumDecl *e = v->type->u.enm;
            for (uint32_t i = 0; i < e->list.n; i++) {
                if (apint_i128(&e->list.at[i]->value) != apint_i128(&v->u.i)) continue;
                buf_atom(x->ctx, b, e->list.at[i]->d.name);
                return true;
            }
            buf_putc(b, '(');
            ty_print(x, b, v->type);
            buf_putc(b, ')');
        }
        apint_print(b, v->u.i, !ty_is_unsigned(v->type));
        if (v->type->kind == TY_UINT) buf_puts(b, "U");
        if (v->type->kind == TY_LONG) buf_puts(b, "L");
        if (v->type->kind == TY_ULONG) buf_puts(b, "UL");
        if (v->type->kind == TY_LLONG) buf_puts(b, "LL");
        if (v->type->kind == TY_ULLONG) buf_puts(b, "ULL");
        return true;
    case CV_FLOAT: apf_print_shortest(b, v->u.f); return true;
    case CV_LVALUE:
        if (!v->u.lv.base) {
            buf_puts(b, "nullptr");
        } else {
            buf_putc(b, '&');
            buf_atom(x->ctx, b, v->u.lv.base->name);
        }
        return true;
    case CV_MEMPTR:
        if (v->u.mp.member) {
            buf_putc(b, '&');
            buf_atom(x->ctx, b, v->u.mp.member->name);
        } else {
            buf_puts(b, "nullptr");
        }
        return true;
    default: return false;
    }
}
