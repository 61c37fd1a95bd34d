// SPDX-License-Identifier: Apache-2.0
// Constant evaluation [expr.const]: an interpreter over the typed tree. Values are trees of
// ConstVal; objects made during the evaluation are changed in place. Everything is bounded by steps
// and by call depth. Interned values (cxx_const_intern) are never changed.
#include "cxx/consteval_int.h"

static Arena *ea(const Ev *ev) {
    return &ev->x->ctx->perm;
}

ConstVal *ev_fail(Ev *ev, Pos pos, const char *why, Decl *about) {
    if (!ev->why) {
        ev->why = why;
        ev->pos = pos;
        ev->about = about;
    }
    return NULL;
}

bool ev_step(Ev *ev, Pos pos) {
    if (++ev->steps <= ev->max_steps) return true;
    ev_fail(ev, pos, "the limit of evaluation steps is reached", NULL);
    return false;
}

ConstVal *ev_int(Ev *ev, Type *t, ApInt v) {
    ConstVal *c = arena_new(ea(ev), ConstVal);
    c->kind = CV_INT;
    c->type = ty_unqual(t);
    c->u.i = v;
    return c;
}

static ConstVal *ev_new(Ev *ev, ConstKind k, Type *t) {
    ConstVal *c = arena_new(ea(ev), ConstVal);
    c->kind = (uint8_t)k;
    c->type = ty_unqual(t);
    return c;
}

static ApfFormat format_of(const Type *t) {
    switch (t->kind) {
    case TY_HALF: return APF_F16;
    case TY_BF16: return APF_BF16;
    case TY_FLOAT: return APF_F32;
    case TY_FLOAT128: return APF_F128;
    default: return APF_F64; // long double is double in device code
    }
}

ConstVal *ev_clone(Ev *ev, ConstVal *v) {
    if (!v) return NULL;
    ConstVal *c = arena_new(ea(ev), ConstVal);
    *c = *v;
    if (v->kind == CV_AGG || v->kind == CV_VECTOR) {
        c->u.agg.at = arena_array(ea(ev), ConstVal *, v->u.agg.n);
        for (uint32_t i = 0; i < v->u.agg.n; i++) c->u.agg.at[i] = ev_clone(ev, v->u.agg.at[i]);
    } else if (v->kind == CV_UNION) {
        c->u.un.val = ev_clone(ev, v->u.un.val);
    }
    return c;
}

// ---- objects and places ------------------------------------------------------------------------

Decl *ev_object(Ev *ev, ConstVal *v) {
    VarDecl *o = arena_new(ea(ev), VarDecl);
    o->d.kind = D_VAR;
    ConstVal **slot = arena_new(ea(ev), ConstVal *);
    *slot = v;
    map_put(&ev->objects, (uintptr_t)o, slot);
    return &o->d;
}

static ConstVal **object_slot(Ev *ev, Decl *d) {
    ConstVal **s = map_get(&ev->objects, (uintptr_t)d);
    if (s) return s;
    if (d->kind != D_VAR) return NULL;
    VarDecl *v = (VarDecl *)d;
    if (v->value) return &v->value;
    if (!v->elaborating && cxx_var_const(ev->x, v)) return &v->value;
    return NULL;
}

// Gives an array its elements, so that element i can be designated.
static bool spread(Ev *ev, ConstVal *a, uint64_t i) {
    if (i < a->u.agg.n) return true;
    if (i >= a->u.agg.total || a->u.agg.total > 1u << 24 || !a->u.agg.filler) return false;
    uint32_t n = (uint32_t)a->u.agg.total;
    ev->steps += n;
    ConstVal **at = arena_array(ea(ev), ConstVal *, n);
    for (uint32_t k = 0; k < n; k++) {
        at[k] = k < a->u.agg.n ? a->u.agg.at[k] : ev_clone(ev, a->u.agg.filler);
    }
    a->u.agg.at = at;
    a->u.agg.n = n;
    return true;
}

static bool type_size(Ev *ev, Type *t, uint64_t *size) {
    uint32_t align;
    return ty_size_align(ev->x, t, 0, size, &align) && *size;
}

static ConstVal **field_slot(Ev *ev, ConstVal *v, FieldDecl *f) {
    if (v->kind == CV_UNION) {
        return v->u.un.field == f ? &v->u.un.val : NULL;
    }
    if (v->kind != CV_AGG) return NULL;
    uint32_t i = f->owner->nbase + f->index;
    return i < v->u.agg.n ? &v->u.agg.at[i] : NULL;
}

// Descends into the object to the subobject of type t at r->off.
bool ev_locate(Ev *ev, EvRef *r, Type *t) {
    r->slot = NULL;
    if (!r->base) return false;
    ConstVal **s = object_slot(ev, r->base);
    int64_t off = r->off;
    t = ty_unqual(t);
    while (s && *s) {
        ConstVal *v = *s;
        if (off == 0 && ty_unqual(v->type) == t) break;
        if (v->kind == CV_AGG && ty_is_array(v->type)) {
            uint64_t size;
            if (!type_size(ev, v->type->u.array.elem, &size) || off < 0) return false;
            uint64_t i = (uint64_t)off / size;
            if (!spread(ev, v, i)) return false;
            off -= (int64_t)(i * size);
            s = &v->u.agg.at[i];
        } else if ((v->kind == CV_AGG || v->kind == CV_UNION) && v->type->kind == TY_CLASS) {
            ClassDecl *c = v->type->u.cls;
            if (!cxx_class_layout(ev->x, c, 0)) return false;
            ConstVal **next = NULL;
            for (uint32_t i = 0; i < c->fields.n && !next; i++) {
                FieldDecl *f = c->fields.at[i];
                uint64_t size;
                if (!type_size(ev, f->d.type, &size)) continue;
                if (off < (int64_t)f->offset || off >= (int64_t)(f->offset + size)) continue;
                next = field_slot(ev, v, f);
                if (next) off -= (int64_t)f->offset;
            }
            for (uint32_t i = 0; i < c->nbase && !next && v->kind == CV_AGG; i++) {
                BaseSpec *b = &c->base[i];
                if (off < (int64_t)b->offset || off >= (int64_t)(b->offset + b->cls->size))
                    continue;
                next = &v->u.agg.at[i];
                off -= (int64_t)b->offset;
            }
            if (!next) return false;
            s = next;
        } else {
            break;
        }
    }
    r->slot = s;
    return s != NULL;
}

ConstVal *ev_pointer(Ev *ev, Type *t, const EvRef *r) {
    ConstVal *c = ev_new(ev, CV_LVALUE, t);
    c->u.lv.base = r->base;
    c->u.lv.expr_base = r->expr_base;
    c->u.lv.offset = r->off;
    return c;
}

bool ev_deref(Ev *ev, ConstVal *ptr, Type *t, EvRef *out, Pos pos) {
    *out = (EvRef){0};
    if (ptr->kind != CV_LVALUE || (!ptr->u.lv.base && !ptr->u.lv.expr_base)) {
        ev_fail(ev, pos, "a null pointer is dereferenced", NULL);
        return false;
    }
    out->base = ptr->u.lv.base;
    out->expr_base = ptr->u.lv.expr_base;
    out->off = ptr->u.lv.offset;
    if (out->base && t->kind != TY_FUNC) ev_locate(ev, out, t);
    return true;
}

static ConstVal *string_element(Ev *ev, const EvRef *r, Type *t, Pos pos) {
    Expr *s = r->expr_base;
    uint64_t size;
    if (!s || s->kind != E_STRING || !type_size(ev, t, &size)) return NULL;
    uint64_t i = (uint64_t)r->off / size;
    if (r->off < 0 || i > s->u.str.n) return ev_fail(ev, pos, "an index is out of bounds", NULL);
    uint64_t v = 0;
    if (i < s->u.str.n) memcpy(&v, s->u.str.s + i * size, size);
    return ev_int(ev, t, apint_from_u64((uint32_t)ty_int_bits(t), v));
}

static ConstVal *load(Ev *ev, const EvRef *r, Type *t, Pos pos) {
    if (r->expr_base && !r->slot) return string_element(ev, r, t, pos);
    if (!r->slot || !*r->slot) {
        return ev_fail(ev, pos, "the value of a variable that is not constant is read", r->base);
    }
    if ((*r->slot)->kind == CV_INDET) {
        return ev_fail(ev, pos, "an object without a value is read", r->base);
    }
    return ev_clone(ev, *r->slot);
}

static bool ref_var(Ev *ev, VarDecl *v, EvRef *out, Pos pos) {
    *out = (EvRef){.base = &v->d};
    for (EvFrame *f = ev->f; f; f = f->outer) {
        Decl *o = map_get(&f->vars, (uintptr_t)v);
        if (!o) continue;
        out->base = o;
        break;
    }
    if (v->d.type && ty_is_ref(v->d.type)) { // what it is bound to
        ConstVal **s = object_slot(ev, out->base);
        if (!s || !*s) {
            ev_fail(ev, pos, "a reference that is not constant is used", &v->d);
            return false;
        }
        return ev_deref(ev, *s, v->d.type->u.ptr.to, out, pos);
    }
    out->slot = map_get(&ev->objects, (uintptr_t)out->base);
    if (!out->slot) {
        bool constant =
            (v->d.type->quals & Q_CONST) || (v->d.flags & DF_CONSTEXPR) || ty_is_array(v->d.type);
        if (constant) out->slot = object_slot(ev, out->base);
    }
    return true;
}

static bool ref_member(Ev *ev, Expr *e, EvRef *out) {
    FieldDecl *f = (FieldDecl *)e->u.decl;
    if (!ev_ref(ev, e->a, out)) return false;
    if (f->d.kind != D_FIELD || !cxx_class_layout(ev->x, f->owner, e->pos)) return false;
    out->off += (int64_t)f->offset;
    if (out->slot && *out->slot) out->slot = field_slot(ev, *out->slot, f);
    if (f->d.type && ty_is_ref(f->d.type)) {
        if (!out->slot || !*out->slot) return ev_fail(ev, e->pos, "a reference is unknown", NULL);
        return ev_deref(ev, *out->slot, f->d.type->u.ptr.to, out, e->pos);
    }
    return true;
}

static bool ref_subscript(Ev *ev, Expr *e, EvRef *out) {
    ConstVal *i = ev_expr(ev, e->b);
    uint64_t size;
    if (!i || i->kind != CV_INT || !type_size(ev, e->type, &size)) return false;
    int64_t k = ty_is_unsigned(i->type) ? (int64_t)apint_u64(&i->u.i) : apint_i64(&i->u.i);
    if (e->a->cat == VC_PRVALUE) {
        ConstVal *p = ev_expr(ev, e->a);
        if (!p) return false;
        if (p->kind != CV_LVALUE) return false;
        ConstVal q = *p;
        q.u.lv.offset += k * (int64_t)size;
        return ev_deref(ev, &q, e->type, out, e->pos);
    }
    if (!ev_ref(ev, e->a, out)) return false;
    out->off += k * (int64_t)size;
    ConstVal *v = out->slot ? *out->slot : NULL;
    out->slot = NULL;
    if (v && (v->kind == CV_AGG || v->kind == CV_VECTOR)) {
        uint64_t total = v->kind == CV_VECTOR ? v->u.agg.n : v->u.agg.total;
        if (k < 0 || (uint64_t)k >= total) {
            ev_fail(ev, e->pos, "an index is out of bounds", NULL);
            return false;
        }
        if (!spread(ev, v, (uint64_t)k)) return false;
        out->slot = &v->u.agg.at[k];
    }
    return true;
}

// Through derived-to-base and base-to-derived conversions.
static bool ref_path(Ev *ev, Expr *e, EvRef *out) {
    if (!ev_ref(ev, e->a, out)) return false;
    if (e->op == CK_DERIVED_TO_BASE) {
        for (uint32_t i = 0; i < e->u.base.npath; i++) {
            BaseSpec *b = e->u.base.path[i];
            out->off += (int64_t)b->offset;
        }
    } else if (e->op == CK_BASE_TO_DERIVED) {
        for (uint32_t i = 0; i < e->u.base.npath; i++) {
            out->off -= (int64_t)e->u.base.path[i]->offset;
        }
    } else {
        return true;
    }
    return !out->base || ev_locate(ev, out, e->type);
}

static bool store(Ev *ev, EvRef *r, ConstVal *v, Pos pos) {
    if (!v) return false;
    if (!r->slot || !r->base || !map_get(&ev->objects, (uintptr_t)r->base)) {
        ev_fail(ev, pos, "an object outside of the evaluation is changed", r->base);
        return false;
    }
    *r->slot = v;
    return true;
}

static bool ref_assign(Ev *ev, Expr *e, EvRef *out) {
    ConstVal *b = ev_expr(ev, e->b);
    if (!b || !ev_ref(ev, e->a, out)) return false;
    if (e->op != OP_ASSIGN && e->op != OP_NONE) {
        static const uint8_t base[] = {
            [OP_ADD_ASSIGN] = OP_ADD, [OP_SUB_ASSIGN] = OP_SUB, [OP_MUL_ASSIGN] = OP_MUL,
            [OP_DIV_ASSIGN] = OP_DIV, [OP_REM_ASSIGN] = OP_REM, [OP_AND_ASSIGN] = OP_AND,
            [OP_OR_ASSIGN] = OP_OR,   [OP_XOR_ASSIGN] = OP_XOR, [OP_SHL_ASSIGN] = OP_SHL,
            [OP_SHR_ASSIGN] = OP_SHR};
        ConstVal *a = load(ev, out, e->a->type, e->pos);
        if (!a) return false;
        Type *t = e->u.ty ? e->u.ty : e->a->type;
        Expr up = {.kind = E_CAST, .type = t, .pos = e->pos, .op = CK_NOOP};
        Expr down = {.kind = E_CAST, .type = ty_unqual(e->a->type), .pos = e->pos, .op = CK_NOOP};
        a = ev_convert(ev, &up, a);
        if (a) b = ev_arith(ev, (CxxOp)base[e->op], t, a, b, e->pos);
        if (b) b = ev_convert(ev, &down, b);
    }
    return b && store(ev, out, b, e->pos);
}

static bool ref_incdec(Ev *ev, Expr *e, EvRef *out, ConstVal **old) {
    if (!ev_ref(ev, e->a, out)) return false;
    ConstVal *v = load(ev, out, e->a->type, e->pos);
    if (!v) return false;
    if (old) *old = v;
    bool inc = e->op == OP_PREINC || e->op == OP_POSTINC;
    ConstVal *n = ev_clone(ev, v);
    if (v->kind == CV_INT) {
        ApInt one = apint_from_u64(v->u.i.width, 1);
        n->u.i = inc ? apint_add(v->u.i, one) : apint_sub(v->u.i, one);
    } else if (v->kind == CV_FLOAT) {
        ApFloat one = apf_convert(apf_f64(1.0), (ApfFormat)v->u.f.fmt, APF_RNE, NULL);
        n->u.f = inc ? apf_add(v->u.f, one, APF_RNE, NULL) : apf_sub(v->u.f, one, APF_RNE, NULL);
    } else if (v->kind == CV_LVALUE && v->type->kind == TY_PTR) {
        uint64_t size;
        if (!type_size(ev, v->type->u.ptr.to, &size)) return false;
        n->u.lv.offset += inc ? (int64_t)size : -(int64_t)size;
    } else {
        return false;
    }
    return store(ev, out, n, e->pos);
}

bool ev_ref(Ev *ev, Expr *e, EvRef *out) {
    *out = (EvRef){0};
    if (!ev_step(ev, e->pos)) return false;
    if (e->cat == VC_PRVALUE) { // a class prvalue used as an object
        ConstVal *v = ev_expr(ev, e);
        if (!v) return false;
        out->base = ev_object(ev, v);
        out->slot = map_get(&ev->objects, (uintptr_t)out->base);
        return true;
    }
    switch ((ExprKind)e->kind) {
    case E_DECLREF:
        if (e->u.decl->kind == D_VAR) return ref_var(ev, (VarDecl *)e->u.decl, out, e->pos);
        if (e->u.decl->kind == D_BINDING) return ev_ref(ev, ((BindingDecl *)e->u.decl)->e, out);
        out->base = e->u.decl;
        return true;
    case E_STRING: out->expr_base = e; return true;
    case E_CONST:
        if (e->u.val->kind == CV_LVALUE) return ev_deref(ev, e->u.val, e->type, out, e->pos);
        out->base = ev_object(ev, ev_clone(ev, e->u.val));
        out->slot = map_get(&ev->objects, (uintptr_t)out->base);
        return true;
    case E_MEMBER: return ref_member(ev, e, out);
    case E_SUBSCRIPT: return ref_subscript(ev, e, out);
    case E_TEMP: {
        ConstVal *v = ev_expr(ev, e->a);
        if (!v) return false;
        out->base = ev_object(ev, v);
        out->slot = map_get(&ev->objects, (uintptr_t)out->base);
        return true;
    }
    case E_CLEANUPS:
    case E_OPAQUE: return ev_ref(ev, e->a, out);
    case E_UNARY:
        if (e->op == OP_DEREF) {
            ConstVal *p = ev_expr(ev, e->a);
            return p && ev_deref(ev, p, e->type, out, e->pos);
        }
        if (e->op == OP_PREINC || e->op == OP_PREDEC) return ref_incdec(ev, e, out, NULL);
        break;
    case E_ASSIGN: return ref_assign(ev, e, out);
    case E_BINARY:
        if (e->op == OP_COMMA) {
            Expr v = {.kind = E_CAST,
                      .op = CK_VOID,
                      .a = e->a,
                      .pos = e->pos,
                      .type = ty_basic(ev->x, TY_VOID)};
            return ev_expr(ev, &v) && ev_ref(ev, e->b, out);
        }
        break;
    case E_COND: {
        ConstVal *c = ev_expr(ev, e->a);
        if (!c || c->kind != CV_INT) return false;
        return ev_ref(ev, apint_is_zero(&c->u.i) ? e->c : e->b ? e->b : e->a, out);
    }
    case E_CAST: return ref_path(ev, e, out);
    case E_CALL: { // returns a reference
        ConstVal *r = ev_expr(ev, e);
        return r && ev_deref(ev, r, e->type, out, e->pos);
    }
    default: break;
    }
    ev_fail(ev, e->pos, NULL, NULL);
    return false;
}

// ---- values ------------------------------------------------------------------------------------

ConstVal *ev_zero(Ev *ev, Type *t, Pos pos) {
    t = ty_unqual(t);
    if (ty_is_integral(t) || t->kind == TY_ENUM) {
        return ev_int(ev, t, apint_from_u64((uint32_t)ty_int_bits(t), 0));
    }
    if (ty_is_floating(t)) {
        ConstVal *c = ev_new(ev, CV_FLOAT, t);
        c->u.f = apf_zero(format_of(t), false);
        return c;
    }
    if (t->kind == TY_MEMPTR) return ev_new(ev, CV_MEMPTR, t);
    if (t->kind == TY_ARRAY) {
        ConstVal *c = ev_new(ev, CV_AGG, t);
        c->u.agg.total = t->u.array.n;
        c->u.agg.filler = t->u.array.n ? ev_zero(ev, t->u.array.elem, pos) : NULL;
        return c;
    }
    if (t->kind == TY_CLASS) {
        ClassDecl *k = t->u.cls;
        if (!cxx_class_layout(ev->x, k, pos)) return NULL;
        if (k->tag == CT_UNION) {
            ConstVal *c = ev_new(ev, CV_UNION, t);
            if (k->fields.n) {
                c->u.un.field = k->fields.at[0];
                c->u.un.val = ev_zero(ev, k->fields.at[0]->d.type, pos);
            }
            return c;
        }
        ConstVal *c = ev_new(ev, CV_AGG, t);
        c->u.agg.n = k->nbase + k->fields.n;
        c->u.agg.total = c->u.agg.n;
        c->u.agg.at = arena_array(ea(ev), ConstVal *, c->u.agg.n);
        for (uint32_t i = 0; i < k->nbase; i++) {
            c->u.agg.at[i] = ev_zero(ev, k->base[i].cls->d.type, pos);
        }
        for (uint32_t i = 0; i < k->fields.n; i++) {
            c->u.agg.at[k->nbase + i] = ev_zero(ev, k->fields.at[i]->d.type, pos);
        }
        return c;
    }
    if (t->kind == TY_VECTOR) {
        ConstVal *c = ev_new(ev, CV_VECTOR, t);
        c->u.agg.n = (uint32_t)t->u.array.n;
        c->u.agg.total = c->u.agg.n;
        c->u.agg.at = arena_array(ea(ev), ConstVal *, c->u.agg.n);
        for (uint32_t i = 0; i < c->u.agg.n; i++) {
            c->u.agg.at[i] = ev_zero(ev, t->u.array.elem, pos);
        }
        return c;
    }
    return ev_new(ev, CV_LVALUE, t); // pointers, nullptr_t
}

static ConstVal *init_list(Ev *ev, Expr *e) {
    ConstVal *v = ev_zero(ev, e->type, e->pos);
    if (!v) return ev_fail(ev, e->pos, NULL, NULL);
    bool array = ty_is_array(e->type);
    if (array) {
        uint32_t n = e->n;
        v->u.agg.at = arena_array(ea(ev), ConstVal *, n);
        v->u.agg.n = n;
        if (e->u.init && e->u.init->filler) {
            v->u.agg.filler = ev_expr(ev, e->u.init->filler);
            if (!v->u.agg.filler) return NULL;
        }
    }
    for (uint32_t i = 0; i < e->n; i++) {
        ConstVal *x;
        if (e->arg[i]->cat != VC_PRVALUE) { // binds a reference member
            EvRef r;
            if (!ev_ref(ev, e->arg[i], &r)) return NULL;
            x = ev_pointer(ev, e->arg[i]->type, &r);
        } else {
            x = ev_expr(ev, e->arg[i]);
        }
        if (!x) return NULL;
        if (array) {
            v->u.agg.at[i] = x;
        } else if (e->u.init && e->u.init->field && e->u.init->field[i]) {
            FieldDecl *f = e->u.init->field[i];
            if (v->kind == CV_UNION) {
                v->u.un.field = f;
                v->u.un.val = x;
            } else {
                ConstVal **s = field_slot(ev, v, f);
                if (s) *s = x;
            }
        } else if (e->u.init && e->u.init->base && e->u.init->base[i]) {
            ClassDecl *k = e->type->u.cls;
            uint32_t b = (uint32_t)(e->u.init->base[i] - k->base);
            if (b < k->nbase) v->u.agg.at[b] = x;
        }
    }
    return v;
}

static ConstVal *logical(Ev *ev, Expr *e) {
    ConstVal *a = ev_expr(ev, e->a);
    if (!a || a->kind != CV_INT) return a ? ev_fail(ev, e->pos, NULL, NULL) : NULL;
    bool v = !apint_is_zero(&a->u.i);
    if (v == (e->op == OP_LOR)) return ev_int(ev, e->type, apint_from_u64(a->u.i.width, v));
    return ev_expr(ev, e->b);
}

static ConstVal *unary(Ev *ev, Expr *e) {
    if (e->op == OP_ADDR) {
        if (e->a->kind == E_DECLREF && e->type->kind == TY_MEMPTR) {
            ConstVal *c = ev_new(ev, CV_MEMPTR, e->type);
            c->u.mp.member = e->a->u.decl;
            return c;
        }
        EvRef r;
        return ev_ref(ev, e->a, &r) ? ev_pointer(ev, e->type, &r) : NULL;
    }
    if (e->op == OP_POSTINC || e->op == OP_POSTDEC) {
        EvRef r;
        ConstVal *old;
        return ref_incdec(ev, e, &r, &old) ? old : NULL;
    }
    ConstVal *a = ev_expr(ev, e->a);
    if (!a) return NULL;
    if (e->op == OP_PLUS) return a;
    if (a->kind == CV_INT) {
        switch (e->op) {
        case OP_MINUS:
            if (!ty_is_unsigned(e->type) && apint_is_neg(&a->u.i) &&
                apint_eq(a->u.i, apint_smin_value(a->u.i.width))) {
                return ev_fail(ev, e->pos, "integer operation result is out of range", NULL);
            }
            return ev_int(ev, e->type, apint_neg(a->u.i));
        case OP_BITNOT: return ev_int(ev, e->type, apint_not(a->u.i));
        case OP_NOT: {
            uint32_t w = (uint32_t)ty_int_bits(e->type);
            return ev_int(ev, e->type, apint_from_u64(w, apint_is_zero(&a->u.i)));
        }
        default: break;
        }
    }
    if (a->kind == CV_FLOAT && e->op == OP_MINUS) {
        ConstVal *c = ev_clone(ev, a);
        c->u.f = apf_neg(a->u.f);
        return c;
    }
    return ev_fail(ev, e->pos, NULL, NULL);
}

static ConstVal *cast(Ev *ev, Expr *e) {
    switch ((CastKind)e->op) {
    case CK_LVAL_TO_RVAL: {
        EvRef r;
        return ev_ref(ev, e->a, &r) ? load(ev, &r, e->type, e->pos) : NULL;
    }
    case CK_ARRAY_TO_PTR:
    case CK_FUNC_TO_PTR: {
        EvRef r;
        return ev_ref(ev, e->a, &r) ? ev_pointer(ev, e->type, &r) : NULL;
    }
    case CK_VOID: {
        if (e->a->cat != VC_PRVALUE) {
            EvRef r;
            if (!ev_ref(ev, e->a, &r)) return NULL;
        } else if (!ev_expr(ev, e->a)) {
            return NULL;
        }
        return ev_new(ev, CV_INDET, e->type);
    }
    case CK_USER: return ev_expr(ev, e->a);
    default: {
        ConstVal *v = ev_expr(ev, e->a);
        return v ? ev_convert(ev, e, v) : NULL;
    }
    }
}

static ConstVal *binary(Ev *ev, Expr *e) {
    if (e->op == OP_LAND || e->op == OP_LOR) return logical(ev, e);
    if (e->op == OP_COMMA) {
        Expr v = {.kind = E_CAST,
                  .op = CK_VOID,
                  .a = e->a,
                  .pos = e->pos,
                  .type = ty_basic(ev->x, TY_VOID)};
        return ev_expr(ev, &v) ? ev_expr(ev, e->b) : NULL;
    }
    ConstVal *a = ev_expr(ev, e->a), *b = a ? ev_expr(ev, e->b) : NULL;
    return b ? ev_arith(ev, (CxxOp)e->op, e->type, a, b, e->pos) : NULL;
}

static ConstVal *call(Ev *ev, Expr *e) {
    FuncDecl *f = (FuncDecl *)e->u.decl;
    if (!f && e->a) {
        ConstVal *p = ev_expr(ev, e->a);
        if (!p) return NULL;
        if (p->kind == CV_LVALUE && p->u.lv.base && p->u.lv.base->kind == D_FUNC) {
            f = (FuncDecl *)p->u.lv.base;
        }
    }
    if (!f || f->d.kind != D_FUNC) return ev_fail(ev, e->pos, NULL, NULL);
    bool method = f->cls && !(f->d.flags & DF_STATIC);
    EvRef obj = {0};
    if (method && (!e->n || !ev_ref(ev, e->arg[0], &obj))) return NULL;
    return ev_call(ev, f, e, e->arg + method, e->n - method, method ? &obj : NULL);
}

ConstVal *ev_expr(Ev *ev, Expr *e) {
    if (!ev_step(ev, e->pos)) return NULL;
    if (e->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) return ev_fail(ev, e->pos, NULL, NULL);
    if (++ev->depth > ev->x->ctx->max_depth * 4) {
        ev->depth--;
        return ev_fail(ev, e->pos, "expressions are nested too deeply", NULL);
    }
    ConstVal *v = NULL;
    switch ((ExprKind)e->kind) {
    case E_INT: v = ev_int(ev, e->type, e->u.i); break;
    case E_FLOAT:
        v = ev_new(ev, CV_FLOAT, e->type);
        v->u.f = e->u.f;
        break;
    case E_NULLPTR: v = ev_new(ev, CV_LVALUE, e->type); break;
    case E_CONST: v = ev_clone(ev, e->u.val); break;
    case E_UNARY: v = unary(ev, e); break;
    case E_BINARY: v = binary(ev, e); break;
    case E_COND: {
        ConstVal *c = ev_expr(ev, e->a);
        if (!c || c->kind != CV_INT) break;
        v = ev_expr(ev, apint_is_zero(&c->u.i) ? e->c : e->b ? e->b : e->a);
        break;
    }
    case E_CAST: v = cast(ev, e); break;
    case E_CLEANUPS:
    case E_OPAQUE: v = ev_expr(ev, e->a); break;
    case E_ZERO: v = ev_zero(ev, e->type, e->pos); break;
    case E_ZERO_CONSTRUCT: v = ev_expr(ev, e->a); break;
    case E_INIT_LIST: v = init_list(ev, e); break;
    case E_CONSTRUCT:
        v = ev_construct(ev, (FuncDecl *)e->u.decl, e->type, e->arg, e->n, e->pos);
        break;
    case E_CALL: v = call(ev, e); break;
    case E_THIS:
        if (ev->f && ev->f->this_obj) {
            EvRef r = {.base = ev->f->this_obj, .off = ev->f->this_off};
            v = ev_pointer(ev, e->type, &r);
        }
        break;
    case E_VECTOR_INIT: {
        v = ev_zero(ev, e->type, e->pos);
        for (uint32_t i = 0; v && i < e->n; i++) {
            v->u.agg.at[i] = ev_expr(ev, e->arg[i]);
            if (!v->u.agg.at[i]) v = NULL;
        }
        break;
    }
    case E_ASSIGN: {
        EvRef r;
        v = ref_assign(ev, e, &r) ? load(ev, &r, e->type, e->pos) : NULL;
        break;
    }
    default:
        if (e->cat != VC_PRVALUE) { // a glvalue where its value is wanted: arrays in aggregates
            EvRef r;
            v = ev_ref(ev, e, &r) ? load(ev, &r, e->type, e->pos) : NULL;
        }
        break;
    }
    ev->depth--;
    return v ? v : ev_fail(ev, e->pos, NULL, NULL);
}

// ---- API ---------------------------------------------------------------------------------------

static void ev_init(Ev *ev, Cxx *x) {
    *ev = (Ev){.x = x};
    map_init(&ev->objects, &x->ctx->perm);
    ev->max_steps = x->opt.max_constexpr_steps ? x->opt.max_constexpr_steps : 1u << 25;
    ev->max_depth = x->opt.max_constexpr_depth ? x->opt.max_constexpr_depth : 512;
}

static void explain(Ev *ev, Expr *e) {
    CXX_DIAG(ev->x, const_not_constant, e->pos);
    if (ev->why && ev->about && ev->about->name) {
        CXX_DIAG(ev->x, const_why_decl, ev->pos, ev->why, ev->about);
    } else if (ev->why) {
        CXX_DIAG(ev->x, const_why, ev->pos, ev->why);
    }
}

// Pointers into objects of the evaluation itself do not survive it.
static bool escapes(Ev *ev, const ConstVal *v) {
    if (!v) return false;
    if (v->kind == CV_LVALUE) {
        return v->u.lv.base && map_get(&ev->objects, (uintptr_t)v->u.lv.base) != NULL;
    }
    if (v->kind == CV_AGG) {
        for (uint32_t i = 0; i < v->u.agg.n; i++) {
            if (escapes(ev, v->u.agg.at[i])) return true;
        }
    }
    if (v->kind == CV_UNION) return escapes(ev, v->u.un.val);
    return false;
}

static ConstVal *evaluate(Ev *ev, Expr *e) {
    if (e->cat == VC_PRVALUE || e->kind == E_ERROR) return ev_expr(ev, e);
    EvRef r;
    return ev_ref(ev, e, &r) ? ev_pointer(ev, e->type, &r) : NULL;
}

ConstVal *cxx_const_eval(Cxx *x, Expr *e, bool report) {
    if (e->kind == E_ERROR || e->type->kind == TY_ERROR) return NULL;
    Ev ev;
    ev_init(&ev, x);
    ConstVal *v = evaluate(&ev, e);
    if (v && escapes(&ev, v)) v = ev_fail(&ev, e->pos, "the result refers to a temporary", NULL);
    if (!v && report) explain(&ev, e);
    return v;
}

ConstVal *cxx_const_eval_init(Cxx *x, VarDecl *v, Expr *init, bool report) {
    if (!init) {
        Ev ev;
        ev_init(&ev, x);
        return v->storage == STOR_GLOBAL || v->storage == STOR_STATIC
                   ? ev_zero(&ev, v->d.type, v->d.pos)
                   : NULL;
    }
    return cxx_const_eval(x, init, report);
}

bool cxx_const_int(Cxx *x, Expr *e, ApInt *out, bool report) {
    if (e->kind == E_INT) {
        *out = e->u.i;
        return true;
    }
    if (e->cat != VC_PRVALUE) { // its value
        Expr *l = cxx_expr_new(x, E_CAST, ty_unqual(e->type), VC_PRVALUE, e->pos);
        l->op = CK_LVAL_TO_RVAL;
        l->a = e;
        e = l;
    }
    ConstVal *v = cxx_const_eval(x, e, report);
    if (!v || v->kind != CV_INT) return false;
    *out = v->u.i;
    return true;
}

bool cxx_const_bool(Cxx *x, Expr *e, bool *out) {
    ApInt v;
    if (!cxx_const_int(x, e, &v, false)) return false;
    *out = !apint_is_zero(&v);
    return true;
}
