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
Val ev_zero(Ev *ev, Type *type) {
    if (ty_is_floating(type))
        return (Val){.kind = VK_FLOAT, .u.f = apf_zero(ev_format(type), false)};
    if (type->kind == TY_MEMPTR) return (Val){.kind = VK_MEMPTR};
    if (is_any_of(type->kind, TY_PTR, TY_NULLPTR) || ty_is_ref(type)) return (Val){.kind = VK_PTR};
    return ev_int(apint_from_u64((uint32_t)ty_int_bits(type), 0));
}

// The size in bytes; fails where it cannot be known, which was reported. An array of no bound is no
// mistake: a kernel's shared memory, of which the launch says how much there is.
static uint64_t size_of(Ev *ev, Type *type, Pos pos) {
    uint64_t n;
    uint32_t align;
    if (type->kind == TY_ARRAY_INC) EV_FAIL(ev, pos, const_unsupported, NULL);
    if (!ty_size_align(ev->x, type, pos, &n, &align)) {
        ev->silent = true;
        EV_FAIL(ev, pos, const_unsupported, NULL);
    }
    return n;
}

// ---- from ConstVal -----------------------------------------------------------------------------

// The member or base in which byte *off of the object lies, *off counted from it; of a union the
// active member. NULL: none.
static Obj *field_at(Ev *ev, Obj *obj, ClassDecl *cls, int64_t *off, Pos pos) {
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        FieldDecl *f = cls->members.fields.at[i];
        if (cls->tag == CT_UNION && (obj->state != OS_UNION || obj->u.un.field != f)) continue;
        if (f->is_bitfield || *off < (int64_t)f->offset) continue;
        if (*off >= (int64_t)(f->offset + size_of(ev, f->d.type, pos))) continue;
        *off -= (int64_t)f->offset;
        return ev_field(ev, obj, f, pos);
    }
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        int64_t b = (int64_t)cls->members.base[i].offset;
        if (*off < b || *off >= b + (int64_t)cls->members.base[i].cls->layout.size) continue;
        *off -= b;
        return ev_base(ev, obj, i, pos);
    }
    return NULL;
}

// The subobject of type `type` at byte offset off: the outermost that fits.
static Ptr locate(Ev *ev, Obj *obj, int64_t off, Type *type, bool past, Pos pos) {
    type = ty_unqual(type);
    bool is_void = is_any_of(type->kind, TY_VOID, TY_FUNC);
    if (past && !is_void) off -= (int64_t)size_of(ev, type, pos);
    for (;;) {
        if (off == 0 && (is_void || ty_unqual(obj->type) == type)) break;
        if (obj->state < OS_VAL) ev_expand(ev, obj, pos);
        ClassDecl *cls = ev_class(obj);
        if (ty_is_array(obj->type)) {
            uint64_t s = size_of(ev, obj->type->u.array.elem, pos);
            if (!s || off < 0 || !ev_count(obj)) break;
            uint64_t i = (uint64_t)off / s;
            if (i >= ev_count(obj)) {
                past = i == ev_count(obj) && (uint64_t)off == i * s;
                i = ev_count(obj) - 1;
                off = (int64_t)(i * s);
            }
            off -= (int64_t)(i * s);
            obj = ev_elem(ev, obj, i, pos);
        } else if (cls && off >= 0) {
            BaseSpec **path;
            uint32_t n;
            bool amb;
            if (off == 0 && type->kind == TY_CLASS &&
                cxx_class_derived_from(ev->x, cls, type->u.cls, &path, &n, &amb)) {
                Ptr p = ev_to_class(ev, ev_at(obj), type->u.cls, pos);
                obj = p.o;
                break;
            }
            Obj *s = field_at(ev, obj, cls, &off, pos);
            if (!s) break;
            obj = s;
        } else {
            break;
        }
    }
    Ptr p = ev_at(obj);
    p.past = past;
    return p;
}

// A pointer or reference out of base and byte offset: to the subobject of its type there.
static Val pointer_from(Ev *ev, const ConstVal *constant, Pos pos) {
    Ptr ptr = {0};
    Type *type = constant->type;
    Type *to = type && (type->kind == TY_PTR || ty_is_ref(type)) ? type->u.ptr.to : type;
    if (constant->u.lv.base && constant->u.lv.base->kind == D_FUNC) {
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
static ConstVal *new_const(Ev *ev, ConstKind k, Type *type) {
    ConstVal *c = arena_new(results(ev), ConstVal);
    c->kind = (uint8_t)k;
    c->type = ty_is_ref(type) ? type : ty_unqual(type);
    return c;
}

// The byte offset of the object in its complete object.
static int64_t offset_of(Ev *ev, const Obj *obj, Pos pos) {
    int64_t off = 0;
    for (; !(obj->flags & OF_ROOT); obj = obj->up.parent) {
        const Obj *p = obj->up.parent;
        ClassDecl *c = ev_class(p);
        if (!c) {
            off += (int64_t)obj->index * (int64_t)size_of(ev, p->type->u.array.elem, pos);
        } else if (c->tag != CT_UNION) {
            off += (int64_t)(obj->index < c->members.nbase
                                 ? c->members.base[obj->index].offset
                                 : c->members.fields.at[obj->index - c->members.nbase]->offset);
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
static ConstVal *pointer_to(Ev *ev, Ptr ptr, Type *type, Pos pos) {
    ConstVal *constant = new_const(ev, CV_LVALUE, type);
    constant->type = type;
    if (ptr.fn) {
        constant->u.lv.base = ptr.fn;
        return constant;
    }
    if (!ptr.o) {
        constant->u.lv.offset = ptr.raw;
        return constant;
    }
    if (ptr.o->gen != ptr.gen) EV_FAIL(ev, pos, const_dangling, NULL);
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

ConstVal *ev_to_const(Ev *ev, const Val *val, Type *type, Pos pos) {
    ConstVal *constant;
    switch ((ValKind)val->kind) {
    case VK_INT:
        constant = new_const(ev, CV_INT, type);
        constant->u.i = val->u.i;
        return constant;
    case VK_FLOAT:
        constant = new_const(ev, CV_FLOAT, type);
        constant->u.f = val->u.f;
        return constant;
    case VK_PTR: return pointer_to(ev, val->u.p, type, pos);
    case VK_MEMPTR: {
        constant = new_const(ev, CV_MEMPTR, type);
        constant->u.mp.member = val->u.m;
        // offset of the member's class within the pointer's class (Itanium 2.3)
        ClassDecl *own = NULL;
        if (val->u.m && val->u.m->kind == D_FIELD) own = ((FieldDecl *)val->u.m)->owner;
        if (val->u.m && val->u.m->kind == D_FUNC) own = ((FuncDecl *)val->u.m)->cls;
        ClassDecl *cls = type->kind == TY_MEMPTR && type->u.ptr.cls->kind == TY_CLASS
                             ? ty_unqual(type->u.ptr.cls)->u.cls
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
    default: return new_const(ev, CV_INDET, type);
    }
}

// The constant of an object that is still in that lazy state.
static ConstVal *lazy_const(Ev *ev, uint8_t state, Type *type, Pos pos) {
    if (state == OS_INDET && !ty_is_array(type)) return new_const(ev, CV_INDET, type);
    Obj *o = ev_root(ev, type, RK_TEMP);
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
static ConstVal *array_const(Ev *ev, Obj *obj, Pos pos) {
    ConstVal *constant =
        new_const(ev, obj->type->kind == TY_VECTOR ? CV_VECTOR : CV_AGG, obj->type);
    uint64_t total = obj->u.arr.n, n = 0;
    if (obj->u.arr.str || obj->u.arr.cv) {
        n = total;
    } else {
        for (uint64_t i = 0; i * OBJ_CHUNK < total; i++)
            if (obj->u.arr.chunk[i]) n = CU_MIN((i + 1) * OBJ_CHUNK, total);
    }
    constant->u.agg.at = arena_array(results(ev), ConstVal *, n + 1);
    constant->u.agg.n = (uint32_t)n;
    constant->u.agg.total = total;
    Letters letters = {.type = obj->type->u.array.elem};
    for (uint64_t i = 0; i < n; i++) {
        bool letter =
            obj->u.arr.str && !obj->u.arr.chunk[i / OBJ_CHUNK]; // no object was made of it
        constant->u.agg.at[i] = letter ? letter_const(ev, &letters, ev_letter(obj, i))
                                       : ev_obj_const(ev, ev_elem(ev, obj, i, pos), pos);
    }
    if (n < total)
        constant->u.agg.filler = lazy_const(ev, obj->u.arr.fill, obj->type->u.array.elem, pos);
    return constant;
}

// The object as a constant: that of the unit's where it is still one, else made of its parts.
ConstVal *ev_obj_const(Ev *ev, Obj *obj, Pos pos) {
    ConstVal *constant;
    ev_enter(ev, pos);
    ev_step(ev, pos);
    bool agg =
        obj->type->kind == TY_CLASS || ty_is_array(obj->type) || obj->type->kind == TY_VECTOR;
    if (agg && is_any_of(obj->state, OS_ZERO, OS_INDET)) ev_expand(ev, obj, pos);
    switch ((ObjState)obj->state) {
    case OS_CONST: constant = obj->u.cv; break;
    case OS_VAL: constant = ev_to_const(ev, &obj->u.v, obj->type, pos); break;
    case OS_ZERO: {
        Val z = ev_zero(ev, obj->type);
        constant = ev_to_const(ev, &z, obj->type, pos);
        break;
    }
    case OS_CLASS:
        constant = new_const(ev, CV_AGG, obj->type);
        constant->u.agg.n = obj->u.cls.n;
        constant->u.agg.total = obj->u.cls.n;
        constant->u.agg.at = arena_array(results(ev), ConstVal *, obj->u.cls.n + 1);
        for (uint32_t i = 0; i < obj->u.cls.n; i++)
            constant->u.agg.at[i] = ev_obj_const(ev, &obj->u.cls.sub[i], pos);
        break;
    case OS_ARRAY: constant = array_const(ev, obj, pos); break;
    case OS_UNION:
        constant = new_const(ev, CV_UNION, obj->type);
        constant->u.un.field = obj->u.un.field;
        if (obj->u.un.field) constant->u.un.val = ev_obj_const(ev, ev_active(obj), pos);
        break;
    case OS_INDET: constant = new_const(ev, CV_INDET, obj->type); break;
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
bool ev_bytes(Ev *ev, Obj *obj, uint8_t *buf, uint8_t *known, uint64_t n, Pos pos) {
    uint64_t size = size_of(ev, obj->type, pos);
    if (size > n) return false;
    ev_enter(ev, pos);
    ev_step(ev, pos);
    if (obj->state < OS_VAL) ev_expand(ev, obj, pos);
    ClassDecl *cls = ev_class(obj);
    if (obj->state == OS_INDET) {
    } else if (obj->state == OS_ARRAY) {
        uint64_t es = size_of(ev, obj->type->u.array.elem, pos);
        for (uint64_t i = 0; i < obj->u.arr.n; i++)
            ev_bytes(ev, ev_elem(ev, obj, i, pos), buf + i * es, known + i * es, es, pos);
    } else if (obj->state == OS_CLASS) {
        for (uint32_t i = 0; i < cls->members.nbase; i++) {
            uint64_t off = cls->members.base[i].offset, bs = cls->members.base[i].cls->layout.size;
            if (!cls->members.base[i].cls->layout.empty && off + bs <= n)
                ev_bytes(ev, ev_base(ev, obj, i, pos), buf + off, known + off, n - off, pos);
        }
        for (uint32_t i = 0; i < cls->members.fields.n; i++) {
            FieldDecl *f = cls->members.fields.at[i];
            Obj *s = &obj->u.cls.sub[cls->members.nbase + i];
            if (f->is_bitfield) {
                if (s->state == OS_INDET) continue;
                Val v = ev_load(ev, ev_at(s), s->type, pos);
                put_bits(buf, known, f->offset * 8 + f->bit_offset, f->bit_width, v.u.i.w[0]);
            } else {
                ev_bytes(ev, s, buf + f->offset, known + f->offset, n - f->offset, pos);
            }
        }
    } else if (obj->state == OS_UNION) {
        if (obj->u.un.field) ev_bytes(ev, ev_active(obj), buf, known, n, pos);
    } else {
        Val v = ev_load(ev, ev_at(obj), obj->type, pos);
        uint32_t bits = (uint32_t)size * 8;
        if (v.kind == VK_INT && obj->type->kind != TY_BOOL) bits = v.u.i.width;
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

static void scalar_from(Ev *ev, Obj *obj, const uint8_t *buf, const uint8_t *known, uint64_t bit,
                        uint32_t n, Pos pos) {
    Type *type = ty_unqual(obj->type);
    if (!all_known(known, bit, n)) {
        ev_reset(ev, obj, OS_INDET);
        return;
    }
    u128 v = get_bits(buf, bit, n);
    if (ty_is_floating(type)) {
        ev_init_val(ev, obj, (Val){.kind = VK_FLOAT, .u.f = apf_from_bits(ev_format(type), v)});
    } else if (ty_is_integral(type) || type->kind == TY_ENUM) {
        ApInt i = apint_from_u128(n, v);
        uint32_t w = (uint32_t)ty_int_bits(type);
        ev_init_val(ev, obj, ev_int(apint_resize(i, w, !ty_is_unsigned(type))));
    } else if (is_any_of(type->kind, TY_PTR, TY_NULLPTR)) {
        if (v) EV_FAIL(ev, pos, const_pointer_bytes, NULL);
        ev_init_val(ev, obj, ev_zero(ev, type));
    } else {
        EV_FAIL(ev, pos, const_pointer_bytes, NULL);
    }
}

void ev_from_bytes(Ev *ev, Obj *obj, const uint8_t *buf, const uint8_t *known, Pos pos) {
    ClassDecl *cls = ev_class(obj);
    ev_enter(ev, pos);
    ev_step(ev, pos);
    if (ty_is_array(obj->type) || obj->type->kind == TY_VECTOR) {
        ev_reset(ev, obj, OS_INDET);
        ev_expand(ev, obj, pos);
        uint64_t es = size_of(ev, obj->type->u.array.elem, pos);
        for (uint64_t i = 0; i < obj->u.arr.n; i++)
            ev_from_bytes(ev, ev_elem(ev, obj, i, pos), buf + i * es, known + i * es, pos);
    } else if (cls && cls->tag != CT_UNION) {
        ev_reset(ev, obj, OS_INDET);
        ev_expand(ev, obj, pos);
        for (uint32_t i = 0; i < cls->members.nbase; i++) {
            uint64_t off = cls->members.base[i].offset;
            if (cls->members.base[i].cls->layout.empty) continue;
            ev_from_bytes(ev, ev_base(ev, obj, i, pos), buf + off, known + off, pos);
        }
        for (uint32_t i = 0; i < cls->members.fields.n; i++) {
            FieldDecl *f = cls->members.fields.at[i];
            Obj *s = &obj->u.cls.sub[cls->members.nbase + i];
            if (f->is_bitfield) {
                uint64_t bit = f->offset * 8 + f->bit_offset;
                scalar_from(ev, s, buf, known, bit, f->bit_width, pos);
            } else {
                ev_from_bytes(ev, s, buf + f->offset, known + f->offset, pos);
            }
        }
    } else if (cls) {
        EV_FAIL(ev, pos, const_pointer_bytes, NULL);
    } else {
        uint64_t size = size_of(ev, obj->type, pos);
        uint32_t bits = (uint32_t)size * 8;
        if (ty_is_floating(obj->type)) bits = apf_info[ev_format(ty_unqual(obj->type))].bits;
        scalar_from(ev, obj, buf, known, 0, bits, pos);
    }
    ev->depth--;
}
