// SPDX-License-Identifier: Apache-2.0
// Interned types and their layout on NVPTX64.
//
// The layout is that of the data layout string which cicc writes: natural alignments up to 16
// bytes, vectors aligned to their size rounded up to a power of two, pointers of 8 bytes except
// those of the address spaces in IrModule.short_ptr_as (shared memory: "p3:32:32:32").
#include "ir/ir_int.h"

static uint64_t align_up(uint64_t n, uint64_t a) {
    uint64_t r = (n + a - 1) & ~(a - 1);
    return r < n ? n : r; // saturates: absurd sizes from hostile input stay absurd
}

static uint64_t mul_sat(uint64_t a, uint64_t b) {
    uint64_t r;
    return __builtin_mul_overflow(a, b, &r) || r > UINT64_MAX >> 4 ? UINT64_MAX >> 4 : r;
}

static uint64_t pow2_ceil(uint64_t n) {
    return n <= 1 ? 1 : 1ull << (64 - __builtin_clzll(n - 1));
}

static void set_layout(IrType *t, uint64_t store, uint32_t align) {
    t->sized = true;
    t->store_size = store;
    t->align = align;
    t->size = align_up(store, align);
}

static IrType *type_new(IrModule *m, IrTypeKind kind) {
    IrType *t = arena_new(&m->arena, IrType);
    t->kind = (uint8_t)kind;
    t->m = m;
    t->align = 1;
    t->id = m->intern->ntypes++;
    vec_push(&m->arena, &m->intern->all_types, t);
    return t;
}

static IrType *scalar_new(IrModule *m, IrTypeKind kind, uint32_t bits) {
    IrType *t = type_new(m, kind);
    t->bits = bits;
    if (bits) set_layout(t, bits / 8, bits / 8);
    return t;
}

void ir_types_init(IrModule *m) {
    m->ty_void = scalar_new(m, IR_TY_VOID, 0);
    m->ty_label = scalar_new(m, IR_TY_LABEL, 0);
    m->ty_metadata = scalar_new(m, IR_TY_METADATA, 0);
    m->ty_half = scalar_new(m, IR_TY_HALF, 16);
    m->ty_bfloat = scalar_new(m, IR_TY_BFLOAT, 16);
    m->ty_float = scalar_new(m, IR_TY_FLOAT, 32);
    m->ty_double = scalar_new(m, IR_TY_DOUBLE, 64);
    m->ty_fp128 = scalar_new(m, IR_TY_FP128, 128);
    m->ty_i1 = ir_ty_int(m, 1);
    m->ty_i8 = ir_ty_int(m, 8);
    m->ty_i16 = ir_ty_int(m, 16);
    m->ty_i32 = ir_ty_int(m, 32);
    m->ty_i64 = ir_ty_int(m, 64);
    m->ty_i128 = ir_ty_int(m, 128);
    m->ty_ptr = ir_ty_ptr(m, 0);
}

IrType *ir_ty_int(IrModule *m, uint32_t bits) {
    switch (bits) {
    case 1:
        if (m->ty_i1) return m->ty_i1;
        break;
    case 8:
        if (m->ty_i8) return m->ty_i8;
        break;
    case 16:
        if (m->ty_i16) return m->ty_i16;
        break;
    case 32:
        if (m->ty_i32) return m->ty_i32;
        break;
    case 64:
        if (m->ty_i64) return m->ty_i64;
        break;
    default: break;
    }
    ir_lock(m);
    IrType *t = map_get(&m->intern->ints, bits);
    if (!t) {
        t = type_new(m, IR_TY_INT);
        t->bits = bits;
        uint64_t a = bits > 128 ? 16 : pow2_ceil((bits + 7) / 8);
        set_layout(t, (bits + 7) / 8, (uint32_t)a);
        map_put(&m->intern->ints, bits, t);
    }
    ir_unlock(m);
    return t;
}

IrType *ir_ty_ptr(IrModule *m, uint32_t as) {
    if (as == 0 && m->ty_ptr) return m->ty_ptr;
    ir_lock(m);
    IrType *t = map_get(&m->intern->ptrs, as);
    if (!t) {
        t = type_new(m, IR_TY_PTR);
        t->as = as;
        t->bits = as < 32 && (m->short_ptr_as >> as & 1) ? 32 : 64;
        set_layout(t, t->bits / 8, t->bits / 8);
        map_put(&m->intern->ptrs, as, t);
    }
    ir_unlock(m);
    return t;
}

static uint64_t type_hash(const IrType *t) {
    uint64_t h = hash_mix(t->kind, t->n);
    h = hash_mix(h, t->packed * 2u + t->vararg + t->scalable * 4u);
    h = hash_mix(h, (uint64_t)t->name << 32 | t->nints);
    if (t->elem) h = hash_mix(h, t->elem->id);
    if (t->sub) {
        for (uint64_t i = 0; i < t->n; i++) h = hash_mix(h, t->sub[i]->id);
    }
    for (uint32_t i = 0; i < t->nints; i++) h = hash_mix(h, t->ints[i]);
    return h;
}

static bool type_eq(const void *key, const void *item) {
    const IrType *a = key, *b = item;
    if (a->kind != b->kind || a->n != b->n || a->packed != b->packed || a->vararg != b->vararg ||
        a->elem != b->elem || a->scalable != b->scalable || a->name != b->name ||
        a->nints != b->nints) {
        return false;
    }
    if (a->nints && memcmp(a->ints, b->ints, a->nints * sizeof *a->ints) != 0) return false;
    return !a->sub || memcmp(a->sub, b->sub, a->n * sizeof(IrType *)) == 0;
}

static void layout_struct(IrModule *m, IrType *t) {
    uint64_t off = 0;
    uint32_t align = 1;
    t->sized = true;
    t->offset = arena_array(&m->arena, uint64_t, t->n);
    for (uint64_t i = 0; i < t->n; i++) {
        const IrType *s = t->sub[i];
        if (!s->sized) t->sized = false;
        // scalable members: only all of one type have a layout (LangRef, "Structure Type")
        bool scalable = s->kind == IR_TY_VECTOR && s->scalable;
        if (i && t->sub[i] != t->sub[0] && (scalable || t->sub[0]->scalable)) t->sized = false;
        uint32_t a = t->packed ? 1 : s->align;
        off = align_up(off, a);
        t->offset[i] = off;
        off = off + s->size > UINT64_MAX >> 4 ? UINT64_MAX >> 4 : off + s->size;
        if (a > align) align = a;
    }
    t->align = align;
    t->size = t->store_size = align_up(off, align);
}

static void layout_derived(IrModule *m, IrType *t) {
    switch (t->kind) {
    case IR_TY_ARRAY:
        t->sized = t->elem->sized;
        t->align = t->elem->align;
        t->size = t->store_size = mul_sat(t->n, t->elem->size);
        break;
    case IR_TY_VECTOR: {
        uint64_t store = (mul_sat(t->n, ir_ty_bits(t->elem)) + 7) / 8;
        uint64_t a = pow2_ceil(store);
        set_layout(t, store, a > 1u << 30 ? 1u << 30 : (uint32_t)a);
        break;
    }
    case IR_TY_STRUCT: layout_struct(m, t); break;
    case IR_TY_TARGET:
        if (strncmp(atom_str(m->ctx, t->name), "spirv.", 6) == 0) set_layout(t, 8, 8);
        break;
    default: break;
    }
}

// Layouts again, members before what contains them.
static bool relayout(IrModule *m, IrType *t, uint8_t *state, int depth) {
    if (state[t->id] == 2) return true;
    if (state[t->id] == 1 || depth > 1000) return false;
    state[t->id] = 1;
    bool ok = true;
    if (t->kind == IR_TY_ARRAY || t->kind == IR_TY_VECTOR) {
        ok = relayout(m, t->elem, state, depth + 1);
    } else if (t->kind == IR_TY_STRUCT) {
        for (uint64_t i = 0; ok && i < t->n; i++) ok = relayout(m, t->sub[i], state, depth + 1);
    }
    if (ok && !t->opaque && t->kind != IR_TY_TARGET) layout_derived(m, t);
    state[t->id] = 2;
    return ok;
}

bool ir_types_relayout(IrModule *m) {
    uint32_t n = m->intern->all_types.n;
    uint8_t *state = arena_array(&m->arena, uint8_t, n);
    bool ok = true;
    for (uint32_t i = 0; i < n && ok; i++) ok = relayout(m, m->intern->all_types.at[i], state, 0);
    return ok;
}

static IrType *type_intern(IrModule *m, const IrType *key) {
    ir_lock(m);
    uint64_t h = type_hash(key);
    IrType *t = cons_find(&m->intern->types, h, type_eq, key);
    if (!t) {
        t = type_new(m, key->kind);
        t->packed = key->packed;
        t->vararg = key->vararg;
        t->scalable = key->scalable;
        t->name = key->name;
        t->n = key->n;
        t->elem = key->elem;
        t->nints = key->nints;
        t->ints = arena_copy(&m->arena, key->ints, key->nints * sizeof *key->ints, 4);
        if (key->sub) {
            t->sub = arena_copy(&m->arena, key->sub, key->n * sizeof(IrType *), sizeof(void *));
        }
        layout_derived(m, t);
        cons_add(&m->intern->types, h, t);
    }
    ir_unlock(m);
    return t;
}

IrType *ir_ty_array(IrModule *m, IrType *elem, uint64_t n) {
    return type_intern(m, &(IrType){.kind = IR_TY_ARRAY, .elem = elem, .n = n});
}

IrType *ir_ty_vector(IrModule *m, IrType *elem, uint64_t n) {
    return type_intern(m, &(IrType){.kind = IR_TY_VECTOR, .elem = elem, .n = n});
}

IrType *ir_ty_scalable(IrModule *m, IrType *elem, uint64_t n) {
    return type_intern(m, &(IrType){.kind = IR_TY_VECTOR, .elem = elem, .n = n, .scalable = true});
}

IrType *ir_ty_other(IrModule *m, IrTypeKind kind) {
    static const struct {
        uint16_t bits, store;
    } size[] = {
        [IR_TY_X86_FP80] = {80, 16}, [IR_TY_PPC_FP128] = {128, 16}, [IR_TY_X86_AMX] = {8192, 1024}};
    ir_lock(m);
    IrType **slot = &m->intern->other[kind - IR_TY_X86_FP80];
    if (!*slot) {
        *slot = type_new(m, kind);
        if (kind < CU_COUNT(size)) {
            (*slot)->bits = size[kind].bits;
            set_layout(*slot, size[kind].store, CU_MIN(size[kind].store, 64u));
        }
    }
    ir_unlock(m);
    return *slot;
}

// `sub` of structs and functions is never NULL.
static IrType *const no_type;
#define no_types ((IrType **)(uintptr_t)&no_type)

IrType *ir_ty_struct(IrModule *m, uint32_t n, IrType *const *sub, bool packed) {
    IrType key = {.kind = IR_TY_STRUCT, .n = n, .packed = packed};
    key.sub = n ? (IrType **)(uintptr_t)sub : no_types;
    return type_intern(m, &key);
}

IrType *ir_ty_func(IrModule *m, IrType *ret, uint32_t n, IrType *const *params, bool vararg) {
    IrType key = {.kind = IR_TY_FUNC, .n = n, .elem = ret, .vararg = vararg};
    key.sub = n ? (IrType **)(uintptr_t)params : no_types;
    return type_intern(m, &key);
}

IrType *ir_ty_target(IrModule *m, Atom name, uint32_t n, IrType *const *sub, uint32_t nints,
                     const uint32_t *ints) {
    IrType key = {.kind = IR_TY_TARGET, .n = n, .name = name, .nints = nints};
    key.sub = n ? (IrType **)(uintptr_t)sub : no_types;
    key.ints = (uint32_t *)(uintptr_t)ints;
    return type_intern(m, &key);
}

Atom ir_unique_name(IrModule *m, const Map *taken, Atom base) {
    if (!map_get(taken, base)) return base;
    uintptr_t *count = (uintptr_t *)map_slot(&m->intern->suffix, base);
    uintptr_t k = *count;
    Atom name;
    do {
        name = atom_printf(m->ctx, "%s.%u", atom_str(m->ctx, base), (unsigned)k++);
    } while (map_get(taken, name));
    *(uintptr_t *)map_slot(&m->intern->suffix, base) = k;
    return name;
}

IrType *ir_ty_named(IrModule *m, Atom name) {
    ir_lock(m);
    IrType *t = type_new(m, IR_TY_STRUCT);
    t->opaque = true;
    t->sub = no_types;
    t->name = name ? ir_unique_name(m, &m->intern->named, name) : atom_printf(m->ctx, "%u", t->id);
    map_put(&m->intern->named, t->name, t);
    vec_push(&m->arena, &m->named_types, t);
    ir_unlock(m);
    return t;
}

IrType *ir_ty_find(IrModule *m, Atom name) {
    return map_get(&m->intern->named, name);
}

void ir_ty_set_body(IrModule *m, IrType *t, uint32_t n, IrType *const *sub, bool packed) {
    t->opaque = false;
    t->packed = packed;
    t->n = n;
    t->sub = n ? arena_copy(&m->arena, sub, n * sizeof(IrType *), sizeof(void *)) : no_types;
    layout_struct(m, t);
}

IrType *ir_ty_with_shape(IrModule *m, IrType *scalar, const IrType *shape) {
    if (shape->kind != IR_TY_VECTOR) return scalar;
    return shape->scalable ? ir_ty_scalable(m, scalar, shape->n)
                           : ir_ty_vector(m, scalar, shape->n);
}

IrType *ir_ty_member(const IrType *t, uint64_t i) {
    if (i >= t->n) return NULL;
    switch (t->kind) {
    case IR_TY_STRUCT: return t->sub[i];
    case IR_TY_ARRAY:
    case IR_TY_VECTOR: return t->elem;
    default: return NULL;
    }
}

uint64_t ir_ty_member_offset(const IrType *t, uint64_t i) {
    switch (t->kind) {
    case IR_TY_STRUCT: return t->offset[i];
    case IR_TY_ARRAY: return i * t->elem->size;
    case IR_TY_VECTOR: return i * ir_ty_bits(t->elem) / 8;
    default: return 0;
    }
}

uint64_t ir_ty_member_at(const IrType *t, uint64_t off) {
    if (t->kind == IR_TY_ARRAY) return t->elem->size ? off / t->elem->size : 0;
    if (t->kind == IR_TY_VECTOR) return off * 8 / ir_ty_bits(t->elem);
    if (t->kind != IR_TY_STRUCT || t->n == 0) return 0;
    uint64_t lo = 0, hi = t->n; // the last member that begins at or before off
    while (hi - lo > 1) {
        uint64_t mid = (lo + hi) / 2;
        if (t->offset[mid] <= off) {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    return lo;
}

uint64_t ir_ty_bits(const IrType *t) {
    switch (t->kind) {
    case IR_TY_VECTOR: return mul_sat(t->n, ir_ty_bits(t->elem));
    case IR_TY_ARRAY:
    case IR_TY_STRUCT: return mul_sat(t->size, 8);
    default: return t->bits;
    }
}
