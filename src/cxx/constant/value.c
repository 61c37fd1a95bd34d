// SPDX-License-Identifier: Apache-2.0
// constant/value.c: values of the evaluator from and to ConstVal (byte offsets), and objects from
// and to bytes (bit_cast, memcpy).
#include "cxx/facts/state.h"
#include "cxx/constant/eval_int.h"

static Arena *results(const Ev *ev) {
    return &ev->x->eval->results;
}

ApfFormat ev_format(const Type *t) {
    switch (t->kind) {
    case TY_HALF: return APF_F16;
    case TY_BF16: return APF_BF16;
    case TY_FLOAT: return APF_F32;
    case TY_FLOAT128: return APF_F128;
    default: return APF_F64; // long double too: it is double in device code
    }
}

Val ev_zero(Ev *ev, Type *t) {
    if (ty_is_floating(t)) return (Val){.kind = VK_FLOAT, .u.f = apf_zero(ev_format(t), false)};
    if (t->kind == TY_MEMPTR) return (Val){.kind = VK_MEMPTR};
    if (t->kind == TY_PTR || t->kind == TY_NULLPTR || ty_is_ref(t)) return (Val){.kind = VK_PTR};
    return ev_int(apint_from_u64((uint32_t)ty_int_bits(t), 0));
}

static uint64_t size_of(Ev *ev, Type *t, Pos pos) {
    uint64_t n;
    uint32_t align;
    if (!ty_size_align(ev->x, t, pos, &n, &align)) {
        ev->silent = true;
        EV_FAIL(ev, pos, const_unsupported, NULL);
    }
    return n;
}

// ---- from ConstVal -----------------------------------------------------------------------------

static Obj *field_at(Ev *ev, Obj *o, ClassDecl *c, int64_t *off, Pos pos) {
    for (uint32_t i = 0; i < c->fields.n; i++) {
        FieldDecl *f = c->fields.at[i];
        if (c->tag == CT_UNION && (o->state != OS_UNION || o->u.un.field != f)) continue;
        if (f->is_bitfield || *off < (int64_t)f->offset) continue;
        if (*off >= (int64_t)(f->offset + size_of(ev, f->d.type, pos))) continue;
        *off -= (int64_t)f->offset;
        return ev_field(ev, o, f, pos);
    }
    for (uint32_t i = 0; i < c->nbase; i++) {
        int64_t b = (int64_t)c->base[i].offset;
        if (*off < b || *off >= b + (int64_t)c->base[i].cls->size) continue;
        *off -= b;
        return ev_base(ev, o, i, pos);
    }
    return NULL;
}

// The subobject of type t at byte offset off: the outermost that fits.
static Ptr locate(Ev *ev, Obj *o, int64_t off, Type *t, bool past, Pos pos) {
    t = ty_unqual(t);
    bool is_void = t->kind == TY_VOID || t->kind == TY_FUNC;
    if (past && !is_void) off -= (int64_t)size_of(ev, t, pos);
    for (;;) {
        if (off == 0 && (is_void || ty_unqual(o->type) == t)) break;
        if (o->state < OS_VAL) ev_expand(ev, o, pos);
        ClassDecl *c = ev_class(o);
        if (ty_is_array(o->type)) {
            uint64_t s = size_of(ev, o->type->u.array.elem, pos);
            if (!s || off < 0 || !ev_count(o)) break;
            uint64_t i = (uint64_t)off / s;
            if (i >= ev_count(o)) {
                past = i == ev_count(o) && (uint64_t)off == i * s;
                i = ev_count(o) - 1;
                off = (int64_t)(i * s);
            }
            off -= (int64_t)(i * s);
            o = ev_elem(ev, o, i, pos);
        } else if (c && off >= 0) {
            BaseSpec **path;
            uint32_t n;
            bool amb;
            if (off == 0 && t->kind == TY_CLASS &&
                cxx_class_derived_from(ev->x, c, t->u.cls, &path, &n, &amb)) {
                Ptr p = ev_to_class(ev, ev_at(o), t->u.cls, pos);
                o = p.o;
                break;
            }
            Obj *s = field_at(ev, o, c, &off, pos);
            if (!s) break;
            o = s;
        } else {
            break;
        }
    }
    Ptr p = ev_at(o);
    p.past = past;
    return p;
}

static Val pointer_from(Ev *ev, const ConstVal *c, Pos pos) {
    Ptr p = {0};
    Type *t = c->type;
    Type *to = t && (t->kind == TY_PTR || ty_is_ref(t)) ? t->u.ptr.to : t;
    if (c->u.lv.base && c->u.lv.base->kind == D_FUNC) {
        p.fn = c->u.lv.base;
    } else if (c->u.lv.base) {
        Obj *o = ev_static(ev, (VarDecl *)c->u.lv.base);
        p = locate(ev, o, c->u.lv.offset, to ? to : o->type, c->u.lv.one_past, pos);
    } else if (c->u.lv.expr_base && c->u.lv.expr_base->kind == E_STRING) {
        Obj *o = ev_string(ev, c->u.lv.expr_base);
        p = locate(ev, o, c->u.lv.offset, to ? to : o->type, c->u.lv.one_past, pos);
    } else {
        p.raw = c->u.lv.offset;
    }
    return ev_ptr(p);
}

Val ev_from_const(Ev *ev, const ConstVal *c, Pos pos) {
    switch ((ConstKind)c->kind) {
    case CV_INT: return ev_int(c->u.i);
    case CV_FLOAT: return (Val){.kind = VK_FLOAT, .u.f = c->u.f};
    case CV_LVALUE: return pointer_from(ev, c, pos);
    case CV_MEMPTR: return (Val){.kind = VK_MEMPTR, .u.m = c->u.mp.member};
    case CV_INDET: EV_FAIL(ev, pos, const_uninit, NULL);
    default: EV_FAIL(ev, pos, const_wrong_type, c->type);
    }
}

// ---- to ConstVal -------------------------------------------------------------------------------

static ConstVal *new_const(Ev *ev, ConstKind k, Type *t) {
    ConstVal *c = arena_new(results(ev), ConstVal);
    c->kind = (uint8_t)k;
    c->type = ty_is_ref(t) ? t : ty_unqual(t);
    return c;
}

static int64_t offset_of(Ev *ev, const Obj *o, Pos pos) {
    int64_t off = 0;
    for (; !(o->flags & OF_ROOT); o = o->up.parent) {
        const Obj *p = o->up.parent;
        ClassDecl *c = ev_class(p);
        if (!c) {
            off += (int64_t)o->index * (int64_t)size_of(ev, p->type->u.array.elem, pos);
        } else if (c->tag != CT_UNION) {
            off += (int64_t)(o->index < c->nbase ? c->base[o->index].offset
                                                 : c->fields.at[o->index - c->nbase]->offset);
        }
    }
    return off;
}

// A temporary that lives as long as a static variable is one itself.
static Decl *kept_temp(Ev *ev, Obj *root, Pos pos) {
    Root *r = root->up.root;
    struct EvalState *st = ev_state(ev->x);
    if (r->var) return r->var;
    VarDecl *v = arena_new(&ev->x->ctx->perm, VarDecl);
    st->stays++;
    r->var = &v->d;
    v->d.kind = D_VAR;
    v->d.name = atom_printf(ev->x->ctx, "__ref_tmp%u", st->ntemps++);
    v->d.flags = DF_CONSTEXPR | DF_IMPLICIT | DF_USED;
    v->d.linkage = LK_INTERNAL;
    v->d.type = root->type;
    v->d.pos = pos;
    v->d.id = ev->x->next_decl_id++;
    v->d.scope = ev->x->global;
    if (ev->var) v->d.cuda = ev->var->d.cuda;
    v->storage = STOR_GLOBAL;
    v->defined = v->init_done = v->const_tried = true;
    v->init = r->expr->kind == E_TEMP ? r->expr->a : r->expr;
    v->value = ev_obj_const(ev, root, pos);
    return &v->d;
}

static ConstVal *pointer_to(Ev *ev, Ptr p, Type *t, Pos pos) {
    ConstVal *c = new_const(ev, CV_LVALUE, t);
    c->type = t;
    if (p.fn) {
        c->u.lv.base = p.fn;
        return c;
    }
    if (!p.o) {
        c->u.lv.offset = p.raw;
        return c;
    }
    if (p.o->gen != p.gen) EV_FAIL(ev, pos, const_dangling, NULL);
    Obj *root = p.o;
    while (!(root->flags & OF_ROOT)) root = root->up.parent;
    Root *r = root->up.root;
    switch ((RootKind)r->kind) {
    case RK_STATIC: c->u.lv.base = r->var ? r->var : kept_temp(ev, root, pos); break;
    case RK_STRING: c->u.lv.expr_base = r->expr; break;
    case RK_KEPT: c->u.lv.base = kept_temp(ev, root, pos); break;
    case RK_HEAP: EV_FAIL(ev, pos, const_heap_leak, NULL);
    default: {
        VarDecl *v = (VarDecl *)r->var;
        if (v && (v->storage == STOR_GLOBAL || v->storage == STOR_STATIC)) {
            c->u.lv.base = &v->d;
            break;
        }
        if (v && v->d.name) EV_FAIL(ev, pos, const_address_local, v);
        EV_FAIL(ev, pos, const_address_temp, NULL);
    }
    }
    c->u.lv.offset = offset_of(ev, p.o, pos);
    c->u.lv.one_past = p.past;
    if (p.past) c->u.lv.offset += (int64_t)size_of(ev, p.o->type, pos);
    return c;
}

ConstVal *ev_to_const(Ev *ev, const Val *v, Type *t, Pos pos) {
    ConstVal *c;
    switch ((ValKind)v->kind) {
    case VK_INT:
        c = new_const(ev, CV_INT, t);
        c->u.i = v->u.i;
        return c;
    case VK_FLOAT:
        c = new_const(ev, CV_FLOAT, t);
        c->u.f = v->u.f;
        return c;
    case VK_PTR: return pointer_to(ev, v->u.p, t, pos);
    case VK_MEMPTR: {
        c = new_const(ev, CV_MEMPTR, t);
        c->u.mp.member = v->u.m;
        // offset of the member's class within the pointer's class (Itanium 2.3)
        ClassDecl *own = NULL;
        if (v->u.m && v->u.m->kind == D_FIELD) own = ((FieldDecl *)v->u.m)->owner;
        if (v->u.m && v->u.m->kind == D_FUNC) own = ((FuncDecl *)v->u.m)->cls;
        ClassDecl *k = t->kind == TY_MEMPTR && t->u.ptr.cls->kind == TY_CLASS
                           ? ty_unqual(t->u.ptr.cls)->u.cls
                           : NULL;
        BaseSpec **path;
        uint32_t n;
        bool amb;
        if (!own || !k || own == k) return c;
        int64_t sign = 1;
        if (!cxx_class_derived_from(ev->x, k, own, &path, &n, &amb)) {
            sign = -1;
            if (!cxx_class_derived_from(ev->x, own, k, &path, &n, &amb)) return c;
        }
        cxx_class_layout(ev->x, sign > 0 ? k : own, pos);
        for (uint32_t i = 0; i < n; i++) c->u.mp.adj += sign * (int64_t)path[i]->offset;
        return c;
    }
    default: return new_const(ev, CV_INDET, t);
    }
}

static ConstVal *lazy_const(Ev *ev, uint8_t state, Type *t, Pos pos) {
    if (state == OS_INDET && !ty_is_array(t)) return new_const(ev, CV_INDET, t);
    Obj *o = ev_root(ev, t, RK_TEMP);
    o->state = state;
    return ev_obj_const(ev, o, pos);
}

static ConstVal *array_const(Ev *ev, Obj *o, Pos pos) {
    ConstVal *c = new_const(ev, o->type->kind == TY_VECTOR ? CV_VECTOR : CV_AGG, o->type);
    uint64_t total = o->u.arr.n, n = 0;
    if (o->u.arr.str || o->u.arr.cv) {
        n = total;
    } else {
        for (uint64_t i = 0; i * OBJ_CHUNK < total; i++)
            if (o->u.arr.chunk[i]) n = CU_MIN((i + 1) * OBJ_CHUNK, total);
    }
    c->u.agg.at = arena_array(results(ev), ConstVal *, n + 1);
    c->u.agg.n = (uint32_t)n;
    c->u.agg.total = total;
    for (uint64_t i = 0; i < n; i++) c->u.agg.at[i] = ev_obj_const(ev, ev_elem(ev, o, i, pos), pos);
    if (n < total) c->u.agg.filler = lazy_const(ev, o->u.arr.fill, o->type->u.array.elem, pos);
    return c;
}

ConstVal *ev_obj_const(Ev *ev, Obj *o, Pos pos) {
    ConstVal *c;
    ev_enter(ev, pos);
    ev_step(ev, pos);
    bool agg = o->type->kind == TY_CLASS || ty_is_array(o->type) || o->type->kind == TY_VECTOR;
    if (agg && (o->state == OS_ZERO || o->state == OS_INDET)) ev_expand(ev, o, pos);
    switch ((ObjState)o->state) {
    case OS_CONST: c = o->u.cv; break;
    case OS_VAL: c = ev_to_const(ev, &o->u.v, o->type, pos); break;
    case OS_ZERO: {
        Val z = ev_zero(ev, o->type);
        c = ev_to_const(ev, &z, o->type, pos);
        break;
    }
    case OS_CLASS:
        c = new_const(ev, CV_AGG, o->type);
        c->u.agg.n = o->u.cls.n;
        c->u.agg.total = o->u.cls.n;
        c->u.agg.at = arena_array(results(ev), ConstVal *, o->u.cls.n + 1);
        for (uint32_t i = 0; i < o->u.cls.n; i++)
            c->u.agg.at[i] = ev_obj_const(ev, &o->u.cls.sub[i], pos);
        break;
    case OS_ARRAY: c = array_const(ev, o, pos); break;
    case OS_UNION:
        c = new_const(ev, CV_UNION, o->type);
        c->u.un.field = o->u.un.field;
        if (o->u.un.field) c->u.un.val = ev_obj_const(ev, ev_active(o), pos);
        break;
    case OS_INDET: c = new_const(ev, CV_INDET, o->type); break;
    default: EV_FAIL(ev, pos, const_run_time, NULL);
    }
    ev->depth--;
    return c;
}

// ---- bytes -------------------------------------------------------------------------------------

static u128 scalar_bits(Ev *ev, const Val *v, Pos pos) {
    if (v->kind == VK_INT) return apint_u128(&v->u.i);
    if (v->kind == VK_FLOAT) return apf_to_bits(v->u.f);
    if (v->kind == VK_PTR && !v->u.p.o && !v->u.p.fn) return (u128)(i128)v->u.p.raw;
    EV_FAIL(ev, pos, const_pointer_bytes, NULL);
}

static void put_bits(uint8_t *buf, uint8_t *known, uint64_t bit, uint32_t n, u128 v) {
    for (uint32_t i = 0; i < n; i++, bit++) {
        if (v >> i & 1) buf[bit / 8] |= (uint8_t)(1u << bit % 8);
        known[bit / 8] |= (uint8_t)(1u << bit % 8);
    }
}

bool ev_bytes(Ev *ev, Obj *o, uint8_t *buf, uint8_t *known, uint64_t n, Pos pos) {
    uint64_t size = size_of(ev, o->type, pos);
    if (size > n) return false;
    ev_enter(ev, pos);
    ev_step(ev, pos);
    if (o->state < OS_VAL) ev_expand(ev, o, pos);
    ClassDecl *c = ev_class(o);
    if (o->state == OS_INDET) {
    } else if (o->state == OS_ARRAY) {
        uint64_t es = size_of(ev, o->type->u.array.elem, pos);
        for (uint64_t i = 0; i < o->u.arr.n; i++)
            ev_bytes(ev, ev_elem(ev, o, i, pos), buf + i * es, known + i * es, es, pos);
    } else if (o->state == OS_CLASS) {
        for (uint32_t i = 0; i < c->nbase; i++) {
            uint64_t off = c->base[i].offset, bs = c->base[i].cls->size;
            if (!c->base[i].cls->empty && off + bs <= n)
                ev_bytes(ev, ev_base(ev, o, i, pos), buf + off, known + off, n - off, pos);
        }
        for (uint32_t i = 0; i < c->fields.n; i++) {
            FieldDecl *f = c->fields.at[i];
            Obj *s = &o->u.cls.sub[c->nbase + i];
            if (f->is_bitfield) {
                if (s->state == OS_INDET) continue;
                Val v = ev_load(ev, ev_at(s), s->type, pos);
                put_bits(buf, known, f->offset * 8 + f->bit_offset, f->bit_width, v.u.i.w[0]);
            } else {
                ev_bytes(ev, s, buf + f->offset, known + f->offset, n - f->offset, pos);
            }
        }
    } else if (o->state == OS_UNION) {
        if (o->u.un.field) ev_bytes(ev, ev_active(o), buf, known, n, pos);
    } else {
        Val v = ev_load(ev, ev_at(o), o->type, pos);
        uint32_t bits = (uint32_t)size * 8;
        if (v.kind == VK_INT && o->type->kind != TY_BOOL) bits = v.u.i.width;
        put_bits(buf, known, 0, bits, scalar_bits(ev, &v, pos));
    }
    ev->depth--;
    return true;
}

static u128 get_bits(const uint8_t *buf, uint64_t bit, uint32_t n) {
    u128 v = 0;
    for (uint32_t i = 0; i < n; i++, bit++) v |= (u128)(buf[bit / 8] >> bit % 8 & 1) << i;
    return v;
}

static bool all_known(const uint8_t *known, uint64_t bit, uint32_t n) {
    for (uint32_t i = 0; i < n; i++, bit++)
        if (!(known[bit / 8] >> bit % 8 & 1)) return false;
    return true;
}

static void scalar_from(Ev *ev, Obj *o, const uint8_t *buf, const uint8_t *known, uint64_t bit,
                        uint32_t n, Pos pos) {
    Type *t = ty_unqual(o->type);
    if (!all_known(known, bit, n)) {
        ev_reset(ev, o, OS_INDET);
        return;
    }
    u128 v = get_bits(buf, bit, n);
    if (ty_is_floating(t)) {
        ev_init_val(ev, o, (Val){.kind = VK_FLOAT, .u.f = apf_from_bits(ev_format(t), v)});
    } else if (ty_is_integral(t) || t->kind == TY_ENUM) {
        ApInt i = apint_from_u128(n, v);
        uint32_t w = (uint32_t)ty_int_bits(t);
        ev_init_val(ev, o, ev_int(apint_resize(i, w, !ty_is_unsigned(t))));
    } else if (t->kind == TY_PTR || t->kind == TY_NULLPTR) {
        if (v) EV_FAIL(ev, pos, const_pointer_bytes, NULL);
        ev_init_val(ev, o, ev_zero(ev, t));
    } else {
        EV_FAIL(ev, pos, const_pointer_bytes, NULL);
    }
}

void ev_from_bytes(Ev *ev, Obj *o, const uint8_t *buf, const uint8_t *known, Pos pos) {
    ClassDecl *c = ev_class(o);
    ev_enter(ev, pos);
    ev_step(ev, pos);
    if (ty_is_array(o->type) || o->type->kind == TY_VECTOR) {
        ev_reset(ev, o, OS_INDET);
        ev_expand(ev, o, pos);
        uint64_t es = size_of(ev, o->type->u.array.elem, pos);
        for (uint64_t i = 0; i < o->u.arr.n; i++)
            ev_from_bytes(ev, ev_elem(ev, o, i, pos), buf + i * es, known + i * es, pos);
    } else if (c && c->tag != CT_UNION) {
        ev_reset(ev, o, OS_INDET);
        ev_expand(ev, o, pos);
        for (uint32_t i = 0; i < c->nbase; i++) {
            uint64_t off = c->base[i].offset;
            if (c->base[i].cls->empty) continue;
            ev_from_bytes(ev, ev_base(ev, o, i, pos), buf + off, known + off, pos);
        }
        for (uint32_t i = 0; i < c->fields.n; i++) {
            FieldDecl *f = c->fields.at[i];
            Obj *s = &o->u.cls.sub[c->nbase + i];
            if (f->is_bitfield) {
                uint64_t bit = f->offset * 8 + f->bit_offset;
                scalar_from(ev, s, buf, known, bit, f->bit_width, pos);
            } else {
                ev_from_bytes(ev, s, buf + f->offset, known + f->offset, pos);
            }
        }
    } else if (c) {
        EV_FAIL(ev, pos, const_pointer_bytes, NULL);
    } else {
        uint64_t size = size_of(ev, o->type, pos);
        uint32_t bits = (uint32_t)size * 8;
        if (ty_is_floating(o->type)) bits = apf_info[ev_format(ty_unqual(o->type))].bits;
        scalar_from(ev, o, buf, known, 0, bits, pos);
    }
    ev->depth--;
}
