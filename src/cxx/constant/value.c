// SPDX-License-Identifier: Apache-2.0
// constant/value.c: values of the evaluator from and to ConstVal (byte offsets), and objects from
// and to bytes (bit_cast, memcpy).
#include "cxx/facts/state.h"
#include "cxx/constant/eval_int.h"

static Arena *results(const Ev *ev) {
    return &ev->x->eval->results;
}

// The format of a floating type's values in device code.
ApfFormat ev_format(const Type *type) {
    switch (type->kind) {
    case TY_HALF: return APF_F16;
    case TY_BF16: return APF_BF16;
    case TY_FLOAT: return APF_F32;
    case TY_FLOAT128: return APF_F128;
    default: return APF_F64; // long double too: it is double in device code
    }
}

// What zero-initialisation gives a scalar [dcl.init]/6.
Val ev_zero(Ev *ev, Type *scalar) {
    if (ty_is_floating(scalar))
        return (Val){.kind = VK_FLOAT, .u.f = apf_zero(ev_format(scalar), false)};
    if (scalar->kind == TY_MEMPTR) return (Val){.kind = VK_MEMPTR};
    if (is_any_of(scalar->kind, TY_PTR, TY_NULLPTR) || ty_is_ref(scalar))
        return (Val){.kind = VK_PTR};
    return ev_int(apint_from_u64((uint32_t)ty_int_bits(scalar), 0));
}

// The size in bytes; fails where it cannot be known, which was reported. An array of no bound is no
// mistake: a kernel's shared memory, of which the launch says how much there is.
static uint64_t size_of(Ev *ev, Type *measured, Pos pos) {
    uint64_t n;
    uint32_t align;
    if (measured->kind == TY_ARRAY_INC) EV_FAIL(ev, pos, const_unsupported, NULL);
    if (!ty_size_align(ev->x, measured, pos, &n, &align)) {
        ev->silent = true;
        EV_FAIL(ev, pos, const_unsupported, NULL);
    }
    return n;
}

// ---- from ConstVal -----------------------------------------------------------------------------

// The member or base in which byte *off of the object lies, *off counted from it; of a union the
// active member. NULL: none.
static Obj *field_at(Ev *ev, Obj *whole, ClassDecl *cls, int64_t *off, Pos pos) {
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        FieldDecl *f = cls->members.fields.at[i];
        if (cls->tag == CT_UNION && (whole->state != OS_UNION || whole->u.un.field != f)) continue;
        if (f->is_bitfield || *off < (int64_t)f->offset) continue;
        if (*off >= (int64_t)(f->offset + size_of(ev, f->d.type, pos))) continue;
        *off -= (int64_t)f->offset;
        return ev_field(ev, whole, f, pos);
    }
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        int64_t b = (int64_t)cls->members.base[i].offset;
        if (*off < b || *off >= b + (int64_t)cls->members.base[i].cls->layout.size) continue;
        *off -= b;
        return ev_base(ev, whole, i, pos);
    }
    return NULL;
}

// The subobject of type `sought` at byte offset off: the outermost that fits.
static Ptr locate(Ev *ev, Obj *whole, int64_t off, Type *sought, bool past, Pos pos) {
    sought = ty_unqual(sought);
    bool is_void = is_any_of(sought->kind, TY_VOID, TY_FUNC);
    // the end of an object is looked for as the object in front of it
    if (past && !is_void) off -= (int64_t)size_of(ev, sought, pos);
    for (;;) {
        if (off == 0 && (is_void || ty_unqual(whole->type) == sought)) break;
        if (whole->state < OS_VAL) ev_expand(ev, whole, pos);
        ClassDecl *cls = ev_class(whole);
        if (ty_is_array(whole->type)) {
            uint64_t s = size_of(ev, whole->type->u.array.elem, pos);
            if (!s || off < 0 || !ev_count(whole)) break;
            uint64_t i = (uint64_t)off / s;
            if (i >= ev_count(whole)) {
                past = i == ev_count(whole) && (uint64_t)off == i * s;
                i = ev_count(whole) - 1;
                off = (int64_t)(i * s);
            }
            off -= (int64_t)(i * s);
            whole = ev_elem(ev, whole, i, pos);
        } else if (cls && off >= 0) {
            // a base at offset 0 goes before a member there
            BaseSpec **path;
            uint32_t n;
            bool amb;
            if (off == 0 && sought->kind == TY_CLASS &&
                cxx_class_derived_from(ev->x, cls, sought->u.cls, &path, &n, &amb)) {
                Ptr p = ev_to_class(ev, ev_at(whole), sought->u.cls, pos);
                whole = p.o;
                break;
            }
            Obj *s = field_at(ev, whole, cls, &off, pos);
            if (!s) break;
            whole = s;
        } else {
            break;
        }
    }
    Ptr p = ev_at(whole);
    p.past = past;
    return p;
}

// A pointer or reference out of base and byte offset: to the subobject of its type there.
static Val pointer_from(Ev *ev, const ConstVal *constant, Pos pos) {
    Ptr ptr = {0};
    Type *type = constant->type;
    Type *to = type && ty_refers(type) ? type->u.ptr.to : type;
    if (decl_is(constant->u.lv.base, D_FUNC)) {
        ptr.fn = constant->u.lv.base;
    } else if (constant->u.lv.base) {
        Obj *o = ev_static(ev, (VarDecl *)constant->u.lv.base);
        ptr = locate(ev, o, constant->u.lv.offset, to ? to : o->type, constant->u.lv.one_past, pos);
    } else if (constant->u.lv.expr_base && constant->u.lv.expr_base->kind == E_STRING) {
        Obj *o = ev_string(ev, constant->u.lv.expr_base);
        ptr = locate(ev, o, constant->u.lv.offset, to ? to : o->type, constant->u.lv.one_past, pos);
    } else {
        ptr.raw = constant->u.lv.offset;
    }
    return ev_ptr(ptr);
}

// A scalar constant as a value; fails for what has none.
Val ev_from_const(Ev *ev, const ConstVal *constant, Pos pos) {
    switch ((ConstKind)constant->kind) {
    case CV_INT: return ev_int(constant->u.i);
    case CV_FLOAT: return (Val){.kind = VK_FLOAT, .u.f = constant->u.f};
    case CV_LVALUE: return pointer_from(ev, constant, pos);
    case CV_MEMPTR: return (Val){.kind = VK_MEMPTR, .u.m = constant->u.mp.member};
    case CV_INDET: EV_FAIL(ev, pos, const_uninit, NULL);
    default: EV_FAIL(ev, pos, const_wrong_type, constant->type);
    }
}

// ---- to ConstVal -------------------------------------------------------------------------------

// A constant of the unit's, which nothing frees.
static ConstVal *new_const(Ev *ev, ConstKind k, Type *result) {
    ConstVal *c = arena_new(results(ev), ConstVal);
    c->kind = (uint8_t)k;
    c->type = ty_is_ref(result) ? result : ty_unqual(result);
    return c;
}

// The byte offset of the object in its complete object.
static int64_t offset_of(Ev *ev, const Obj *inner, Pos pos) {
    int64_t off = 0;
    for (; !(inner->flags & OF_ROOT); inner = inner->up.parent) {
        const Obj *p = inner->up.parent;
        ClassDecl *c = ev_class(p);
        if (!c) {
            off += (int64_t)inner->index * (int64_t)size_of(ev, p->type->u.array.elem, pos);
        } else if (c->tag != CT_UNION) {
            off += (int64_t)(inner->index < c->members.nbase
                                 ? c->members.base[inner->index].offset
                                 : c->members.fields.at[inner->index - c->members.nbase]->offset);
        }
    }
    return off;
}

// A temporary that lives as long as a static variable is one itself.
static Decl *kept_temp(Ev *ev, Obj *root, Pos pos) {
    Root *r = root->up.root;
    struct EvalState *st = ev_state(ev->x);
    if (r->var) return r->var;
    VarDecl *var = arena_new(&ev->x->ctx->perm, VarDecl);
    st->stays++;
    r->var = &var->d;
    var->d.kind = D_VAR;
    var->d.name = atom_printf(ev->x->ctx, "__ref_tmp%u", st->ntemps++);
    var->d.flags = DF_CONSTEXPR | DF_IMPLICIT | DF_USED;
    var->d.linkage = LK_INTERNAL;
    var->d.type = root->type;
    var->d.pos = pos;
    var->d.id = cxx_decl_id(ev->x);
    var->d.scope = ev->x->global;
    if (ev->var) var->d.cuda = ev->var->d.cuda;
    var->storage = STOR_GLOBAL;
    var->defined = var->init_done = var->const_tried = true;
    var->init = r->expr->kind == E_TEMP ? r->expr->a : r->expr;
    var->value = ev_obj_const(ev, root, pos);
    return &var->d;
}

// A pointer as base and byte offset; fails for what does not outlive the evaluation
// [expr.const]/11.
static ConstVal *pointer_to(Ev *ev, Ptr ptr, Type *pointer, Pos pos) {
    ConstVal *constant = new_const(ev, CV_LVALUE, pointer);
    constant->type = pointer;
    if (ptr.fn) {
        constant->u.lv.base = ptr.fn;
        return constant;
    }
    if (!ptr.o) {
        constant->u.lv.offset = ptr.raw;
        return constant;
    }
    if (ptr.o->gen != ptr.gen) EV_FAIL(ev, pos, const_dangling, NULL);
    // what the whole object is decides whether its address is a constant
    Obj *root = ptr.o;
    while (!(root->flags & OF_ROOT)) root = root->up.parent;
    Root *r = root->up.root;
    switch ((RootKind)r->kind) {
    case RK_STATIC: constant->u.lv.base = r->var ? r->var : kept_temp(ev, root, pos); break;
    case RK_STRING: constant->u.lv.expr_base = r->expr; break;
    case RK_KEPT: constant->u.lv.base = kept_temp(ev, root, pos); break;
    case RK_HEAP: EV_FAIL(ev, pos, const_heap_leak, NULL);
    default: {
        VarDecl *v = (VarDecl *)r->var;
        if (v && is_any_of(v->storage, STOR_GLOBAL, STOR_STATIC)) {
            constant->u.lv.base = &v->d;
            break;
        }
        if (v && v->d.name) EV_FAIL(ev, pos, const_address_local, v);
        EV_FAIL(ev, pos, const_address_temp, NULL);
    }
    }
    constant->u.lv.offset = offset_of(ev, ptr.o, pos);
    constant->u.lv.one_past = ptr.past;
    if (ptr.past) constant->u.lv.offset += (int64_t)size_of(ev, ptr.o->type, pos);
    return constant;
}

ConstVal *ev_to_const(Ev *ev, const Val *val, Type *result, Pos pos) {
    ConstVal *constant;
    switch ((ValKind)val->kind) {
    case VK_INT:
        constant = new_const(ev, CV_INT, result);
        constant->u.i = val->u.i;
        return constant;
    case VK_FLOAT:
        constant = new_const(ev, CV_FLOAT, result);
        constant->u.f = val->u.f;
        return constant;
    case VK_PTR: return pointer_to(ev, val->u.p, result, pos);
    case VK_MEMPTR: {
        constant = new_const(ev, CV_MEMPTR, result);
        constant->u.mp.member = val->u.m;
        // offset of the member's class within the pointer's class (Itanium 2.3)
        ClassDecl *own = NULL;
        if (decl_is(val->u.m, D_FIELD)) own = ((FieldDecl *)val->u.m)->owner;
        if (decl_is(val->u.m, D_FUNC)) own = ((FuncDecl *)val->u.m)->cls;
        ClassDecl *cls = result->kind == TY_MEMPTR && result->u.ptr.cls->kind == TY_CLASS
                             ? ty_unqual(result->u.ptr.cls)->u.cls
                             : NULL;
        BaseSpec **path;
        uint32_t n;
        bool amb;
        if (!own || !cls || own == cls) return constant;
        int64_t sign = 1;
        if (!cxx_class_derived_from(ev->x, cls, own, &path, &n, &amb)) {
            sign = -1;
            if (!cxx_class_derived_from(ev->x, own, cls, &path, &n, &amb)) return constant;
        }
        cxx_class_layout(ev->x, sign > 0 ? cls : own, pos);
        for (uint32_t i = 0; i < n; i++) constant->u.mp.adj += sign * (int64_t)path[i]->offset;
        return constant;
    }
    default: return new_const(ev, CV_INDET, result);
    }
}

// The constant of an object that is still in that lazy state.
static ConstVal *lazy_const(Ev *ev, uint8_t state, Type *result, Pos pos) {
    if (state == OS_INDET && !ty_is_array(result)) return new_const(ev, CV_INDET, result);
    Obj *o = ev_root(ev, result, RK_TEMP);
    o->state = state;
    return ev_obj_const(ev, o, pos);
}

// Constants of a string's letters, each letter once: a string may have millions.
typedef struct Letters {
    Type *type;
    ConstVal *of_byte[256];
} Letters;

static ConstVal *letter_const(Ev *ev, Letters *letters, uint64_t letter) {
    bool kept = letter < CU_COUNT(letters->of_byte);
    if (kept && letters->of_byte[letter]) return letters->of_byte[letter];
    const Val value = ev_int(apint_from_u64((uint32_t)ty_int_bits(letters->type), letter));
    ConstVal *constant = ev_to_const(ev, &value, letters->type, 0);
    if (kept) letters->of_byte[letter] = constant;
    return constant;
}

// An array's elements up to the last that was touched, and a filler for the rest.
static ConstVal *array_const(Ev *ev, Obj *source, Pos pos) {
    ConstVal *constant =
        new_const(ev, source->type->kind == TY_VECTOR ? CV_VECTOR : CV_AGG, source->type);
    uint64_t total = source->u.arr.n, n = 0;
    if (source->u.arr.str || source->u.arr.cv) {
        n = total;
    } else {
        for (uint64_t i = 0; i * OBJ_CHUNK < total; i++)
            if (source->u.arr.chunk[i]) n = CU_MIN((i + 1) * OBJ_CHUNK, total);
    }
    constant->u.agg.at = arena_array(results(ev), ConstVal *, n + 1);
    constant->u.agg.n = (uint32_t)n;
    constant->u.agg.total = total;
    Letters letters = {.type = source->type->u.array.elem};
    for (uint64_t i = 0; i < n; i++) {
        bool letter =
            source->u.arr.str && !source->u.arr.chunk[i / OBJ_CHUNK]; // no object was made of it
        constant->u.agg.at[i] = letter ? letter_const(ev, &letters, ev_letter(source, i))
                                       : ev_obj_const(ev, ev_elem(ev, source, i, pos), pos);
    }
    if (n < total)
        constant->u.agg.filler =
            lazy_const(ev, source->u.arr.fill, source->type->u.array.elem, pos);
    return constant;
}

// The object as a constant: that of the unit's where it is still one, else made of its parts.
ConstVal *ev_obj_const(Ev *ev, Obj *source, Pos pos) {
    ConstVal *constant;
    ev_enter(ev, pos);
    ev_step(ev, pos);
    bool agg = source->type->kind == TY_CLASS || ty_is_array(source->type) ||
               source->type->kind == TY_VECTOR;
    // of a class or array each part is said, also where all are zero or none is there
    if (agg && is_any_of(source->state, OS_ZERO, OS_INDET)) ev_expand(ev, source, pos);
    switch ((ObjState)source->state) {
    case OS_CONST: constant = source->u.cv; break;
    case OS_VAL: constant = ev_to_const(ev, &source->u.v, source->type, pos); break;
    case OS_ZERO: {
        Val z = ev_zero(ev, source->type);
        constant = ev_to_const(ev, &z, source->type, pos);
        break;
    }
    case OS_CLASS:
        constant = new_const(ev, CV_AGG, source->type);
        constant->u.agg.n = source->u.cls.n;
        constant->u.agg.total = source->u.cls.n;
        constant->u.agg.at = arena_array(results(ev), ConstVal *, source->u.cls.n + 1);
        for (uint32_t i = 0; i < source->u.cls.n; i++)
            constant->u.agg.at[i] = ev_obj_const(ev, &source->u.cls.sub[i], pos);
        break;
    case OS_ARRAY: constant = array_const(ev, source, pos); break;
    case OS_UNION:
        constant = new_const(ev, CV_UNION, source->type);
        constant->u.un.field = source->u.un.field;
        if (source->u.un.field) constant->u.un.val = ev_obj_const(ev, ev_active(source), pos);
        break;
    case OS_INDET: constant = new_const(ev, CV_INDET, source->type); break;
    default: EV_FAIL(ev, pos, const_run_time, NULL);
    }
    ev->depth--;
    return constant;
}

// ---- bytes -------------------------------------------------------------------------------------

// The object representation of a number or an integer's pointer; other pointers have none here.
static u128 scalar_bits(Ev *ev, const Val *v, Pos pos) {
    if (v->kind == VK_INT) return apint_u128(&v->u.i);
    if (v->kind == VK_FLOAT) return apf_to_bits(v->u.f);
    if (v->kind == VK_PTR && !v->u.p.o && !v->u.p.fn) return (u128)(i128)v->u.p.raw;
    EV_FAIL(ev, pos, const_pointer_bytes, NULL);
}

// Writes n bits at that bit of the buffer, and marks them as known.
static void put_bits(uint8_t *buf, uint8_t *known, uint64_t bit, uint32_t n, u128 v) {
    for (uint32_t i = 0; i < n; i++, bit++) {
        if (v >> i & 1) buf[bit / 8] |= (uint8_t)(1u << bit % 8);
        known[bit / 8] |= (uint8_t)(1u << bit % 8);
    }
}

// Writes the object representation of what has a value; the rest stays unknown. False: it is
// larger than n bytes.
bool ev_bytes(Ev *ev, Obj *source, uint8_t *buf, uint8_t *known, uint64_t n, Pos pos) {
    uint64_t size = size_of(ev, source->type, pos);
    if (size > n) return false;
    ev_enter(ev, pos);
    ev_step(ev, pos);
    if (source->state < OS_VAL) ev_expand(ev, source, pos);
    ClassDecl *cls = ev_class(source);
    if (source->state == OS_INDET) {
    } else if (source->state == OS_ARRAY) {
        uint64_t es = size_of(ev, source->type->u.array.elem, pos);
        for (uint64_t i = 0; i < source->u.arr.n; i++)
            ev_bytes(ev, ev_elem(ev, source, i, pos), buf + i * es, known + i * es, es, pos);
    } else if (source->state == OS_CLASS) {
        for (uint32_t i = 0; i < cls->members.nbase; i++) {
            uint64_t off = cls->members.base[i].offset, bs = cls->members.base[i].cls->layout.size;
            if (!cls->members.base[i].cls->layout.empty && off + bs <= n)
                ev_bytes(ev, ev_base(ev, source, i, pos), buf + off, known + off, n - off, pos);
        }
        for (uint32_t i = 0; i < cls->members.fields.n; i++) {
            FieldDecl *f = cls->members.fields.at[i];
            Obj *s = &source->u.cls.sub[cls->members.nbase + i];
            if (f->is_bitfield) {
                if (s->state == OS_INDET) continue;
                Val v = ev_load(ev, ev_at(s), s->type, pos);
                put_bits(buf, known, f->offset * 8 + f->bit_offset, f->bit_width, v.u.i.w[0]);
            } else {
                ev_bytes(ev, s, buf + f->offset, known + f->offset, n - f->offset, pos);
            }
        }
    } else if (source->state == OS_UNION) {
        if (source->u.un.field) ev_bytes(ev, ev_active(source), buf, known, n, pos);
    } else {
        // a bool's other bits are zero, an integer's padding is unknown
        Val v = ev_load(ev, ev_at(source), source->type, pos);
        uint32_t bits = (uint32_t)size * 8;
        if (v.kind == VK_INT && source->type->kind != TY_BOOL) bits = v.u.i.width;
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

static void scalar_from(Ev *ev, Obj *target, const uint8_t *buf, const uint8_t *known, uint64_t bit,
                        uint32_t n, Pos pos) {
    Type *type = ty_unqual(target->type);
    if (!all_known(known, bit, n)) {
        ev_reset(ev, target, OS_INDET);
        return;
    }
    u128 v = get_bits(buf, bit, n);
    if (ty_is_floating(type)) {
        ev_init_val(ev, target, (Val){.kind = VK_FLOAT, .u.f = apf_from_bits(ev_format(type), v)});
    } else if (ty_is_discrete(type)) {
        ApInt i = apint_from_u128(n, v);
        uint32_t w = (uint32_t)ty_int_bits(type);
        ev_init_val(ev, target, ev_int(apint_resize(i, w, !ty_is_unsigned(type))));
    } else if (is_any_of(type->kind, TY_PTR, TY_NULLPTR)) {
        if (v) EV_FAIL(ev, pos, const_pointer_bytes, NULL);
        ev_init_val(ev, target, ev_zero(ev, type));
    } else {
        EV_FAIL(ev, pos, const_pointer_bytes, NULL);
    }
}

void ev_from_bytes(Ev *ev, Obj *target, const uint8_t *buf, const uint8_t *known, Pos pos) {
    ClassDecl *cls = ev_class(target);
    ev_enter(ev, pos);
    ev_step(ev, pos);
    if (ty_is_array(target->type) || target->type->kind == TY_VECTOR) {
        ev_reset(ev, target, OS_INDET);
        ev_expand(ev, target, pos);
        uint64_t es = size_of(ev, target->type->u.array.elem, pos);
        for (uint64_t i = 0; i < target->u.arr.n; i++)
            ev_from_bytes(ev, ev_elem(ev, target, i, pos), buf + i * es, known + i * es, pos);
    } else if (cls && cls->tag != CT_UNION) {
        ev_reset(ev, target, OS_INDET);
        ev_expand(ev, target, pos);
        for (uint32_t i = 0; i < cls->members.nbase; i++) {
            uint64_t off = cls->members.base[i].offset;
            if (cls->members.base[i].cls->layout.empty) continue;
            ev_from_bytes(ev, ev_base(ev, target, i, pos), buf + off, known + off, pos);
        }
        for (uint32_t i = 0; i < cls->members.fields.n; i++) {
            FieldDecl *f = cls->members.fields.at[i];
            Obj *s = &target->u.cls.sub[cls->members.nbase + i];
            if (f->is_bitfield) {
                uint64_t bit = f->offset * 8 + f->bit_offset;
                scalar_from(ev, s, buf, known, bit, f->bit_width, pos);
            } else {
                ev_from_bytes(ev, s, buf + f->offset, known + f->offset, pos);
            }
        }
    } else if (cls) { // of a union nobody knows which member the bytes are
        EV_FAIL(ev, pos, const_pointer_bytes, NULL);
    } else {
        uint64_t size = size_of(ev, target->type, pos);
        uint32_t bits = (uint32_t)size * 8;
        if (ty_is_floating(target->type)) bits = apf_info[ev_format(ty_unqual(target->type))].bits;
        scalar_from(ev, target, buf, known, 0, bits, pos);
    }
    ev->depth--;
}
