// SPDX-License-Identifier: Apache-2.0
// Interned types and their layout on NVPTX64.
//
// The layout is that of the data layout string which cicc writes: natural alignments up to 16
// bytes, vectors aligned to their size rounded up to a power of two, pointers of 8 bytes except
// those of the address spaces in IrModule.short_ptr_as (shared memory: "p3:32:32:32").
#include "ir/ir_int.h"

// `n` up to a multiple of `a`, a power of two.
static uint64_t align_up(uint64_t n, uint64_t a) {
    uint64_t r = (n + a - 1) & ~(a - 1);
    return r < n ? n : r; // saturates: absurd sizes from hostile input stay absurd
}

// Sizes above 2^60 are all alike: nothing of that size can be made.
static uint64_t mul_sat(uint64_t a, uint64_t b) {
    uint64_t r;
    return __builtin_mul_overflow(a, b, &r) || r > UINT64_MAX >> 4 ? UINT64_MAX >> 4 : r;
}

static uint64_t pow2_ceil(uint64_t n) {
    return n <= 1 ? 1 : 1ull << (64 - __builtin_clzll(n - 1));
}

// `store` bytes are written, `size` is that rounded up.
static void set_layout(IrType *type, uint64_t store, uint32_t align) {
    type->sized = true;
    type->store_size = store;
    type->align = align;
    type->size = align_up(store, align);
}

// Without a layout: its align is 1, its sizes are 0. The lock is held.
static IrType *type_new(IrModule *module, IrTypeKind kind) {
    IrType *t = arena_new(&module->arena, IrType);
    t->kind = (uint8_t)kind;
    t->m = module;
    t->align = 1;
    t->id = module->intern->ntypes++;
    vec_push(&module->arena, &module->intern->all_types, t);
    return t;
}

// A type whose size is its alignment; 0 bits for those without values.
static IrType *scalar_new(IrModule *module, IrTypeKind kind, uint32_t bits) {
    IrType *t = type_new(module, kind);
    t->bits = bits;
    if (bits) set_layout(t, bits / 8, bits / 8);
    return t;
}

// The types that everybody asks for; ir_ty_int and ir_ty_ptr give them without the lock.
void ir_types_init(IrModule *module) {
    module->ty_void = scalar_new(module, IR_TY_VOID, 0);
    module->ty_label = scalar_new(module, IR_TY_LABEL, 0);
    module->ty_metadata = scalar_new(module, IR_TY_METADATA, 0);
    module->ty_half = scalar_new(module, IR_TY_HALF, 16);
    module->ty_bfloat = scalar_new(module, IR_TY_BFLOAT, 16);
    module->ty_float = scalar_new(module, IR_TY_FLOAT, 32);
    module->ty_double = scalar_new(module, IR_TY_DOUBLE, 64);
    module->ty_fp128 = scalar_new(module, IR_TY_FP128, 128);
    module->ty_i1 = ir_ty_int(module, 1);
    module->ty_i8 = ir_ty_int(module, 8);
    module->ty_i16 = ir_ty_int(module, 16);
    module->ty_i32 = ir_ty_int(module, 32);
    module->ty_i64 = ir_ty_int(module, 64);
    module->ty_i128 = ir_ty_int(module, 128);
    module->ty_ptr = ir_ty_ptr(module, 0);
}

// Widths up to 128 are aligned to the next power of two of bytes, wider ones to 16.
IrType *ir_ty_int(IrModule *module, uint32_t bits) {
    switch (bits) {
    case 1:
        if (module->ty_i1) return module->ty_i1;
        break;
    case 8:
        if (module->ty_i8) return module->ty_i8;
        break;
    case 16:
        if (module->ty_i16) return module->ty_i16;
        break;
    case 32:
        if (module->ty_i32) return module->ty_i32;
        break;
    case 64:
        if (module->ty_i64) return module->ty_i64;
        break;
    default: break;
    }
    // the common widths need no lock: they are made with the module
    ir_lock(module);
    IrType *t = map_get(&module->intern->ints, bits);
    if (!t) {
        t = type_new(module, IR_TY_INT);
        t->bits = bits;
        uint64_t a = bits > 128 ? 16 : pow2_ceil((bits + 7) / 8);
        set_layout(t, (bits + 7) / 8, (uint32_t)a);
        map_put(&module->intern->ints, bits, t);
    }
    ir_unlock(module);
    return t;
}

static uint32_t pointer_bits(const IrModule *module, uint32_t as) {
    return as < 32 && (module->short_ptr_as >> as & 1) ? 32 : 64;
}

// The width depends on the data layout: see ir_types_set_pointers.
IrType *ir_ty_ptr(IrModule *module, uint32_t as) {
    if (as == 0 && module->ty_ptr) return module->ty_ptr;
    ir_lock(module);
    IrType *t = map_get(&module->intern->ptrs, as);
    if (!t) {
        t = type_new(module, IR_TY_PTR);
        t->as = as;
        t->bits = pointer_bits(module, as);
        set_layout(t, t->bits / 8, t->bits / 8);
        map_put(&module->intern->ptrs, as, t);
    }
    ir_unlock(module);
    return t;
}

// Parts by their ids, not their addresses.
static uint64_t type_hash(const IrType *type) {
    uint64_t h = hash_mix(type->kind, type->n);
    h = hash_mix(h, type->packed * 2u + type->vararg + type->scalable * 4u);
    h = hash_mix(h, (uint64_t)type->name << 32 | type->nints);
    if (type->elem) h = hash_mix(h, type->elem->id);
    if (type->sub) {
        for (uint64_t i = 0; i < type->n; i++) h = hash_mix(h, type->sub[i]->id);
    }
    for (uint32_t i = 0; i < type->nints; i++) h = hash_mix(h, type->ints[i]);
    return h;
}

// For derived types: parts are interned.
static bool type_eq(const void *key, const void *item) {
    const IrType *a = key, *b = item;
    bool same_shape = a->kind == b->kind && a->n == b->n && a->elem == b->elem;
    bool same_marks =
        a->packed == b->packed && a->vararg == b->vararg && a->scalable == b->scalable;
    bool same_target = a->name == b->name && a->nints == b->nints;
    if (!same_shape || !same_marks || !same_target) return false;
    if (a->nints && memcmp(a->ints, b->ints, a->nints * sizeof *a->ints) != 0) return false;
    return !a->sub || memcmp(a->sub, b->sub, a->n * sizeof(IrType *)) == 0;
}

// Members one behind the other, each aligned unless packed; sizes saturate.
static void layout_struct(IrModule *module, IrType *type) {
    uint64_t off = 0;
    uint32_t align = 1;
    type->sized = true;
    type->offset = arena_array(&module->arena, uint64_t, type->n);
    for (uint64_t i = 0; i < type->n; i++) {
        const IrType *s = type->sub[i];
        if (!s->sized) type->sized = false;
        // scalable members: only all of one type have a layout (LangRef, "Structure Type")
        bool scalable = s->kind == IR_TY_VECTOR && s->scalable;
        if (i && type->sub[i] != type->sub[0] && (scalable || type->sub[0]->scalable))
            type->sized = false;
        uint32_t a = type->packed ? 1 : s->align;
        off = align_up(off, a);
        type->offset[i] = off;
        off = off + s->size > UINT64_MAX >> 4 ? UINT64_MAX >> 4 : off + s->size;
        if (a > align) align = a;
    }
    type->align = align;
    type->size = type->store_size = align_up(off, align);
}

// Sizes from those of the parts, which are known.
static void layout_derived(IrModule *module, IrType *type) {
    switch (type->kind) {
    case IR_TY_ARRAY:
        type->sized = type->elem->sized;
        type->align = type->elem->align;
        type->size = type->store_size = mul_sat(type->n, type->elem->size);
        break;
    case IR_TY_VECTOR: {
        uint64_t store = (mul_sat(type->n, ir_ty_bits(type->elem)) + 7) / 8;
        uint64_t a = pow2_ceil(store);
        set_layout(type, store, a > 1u << 30 ? 1u << 30 : (uint32_t)a);
        break;
    }
    case IR_TY_STRUCT: layout_struct(module, type); break;
    case IR_TY_TARGET:
        if (strncmp(atom_str(module->ctx, type->name), "spirv.", 6) == 0) set_layout(type, 8, 8);
        break;
    default: break;
    }
}

// Layouts again, members before what contains them. States: 0 not yet, 1 on the way down, 2 done.
// Meeting 1 means that a type contains itself: false.
static bool relayout(IrModule *module, IrType *type, uint8_t *state, int depth) {
    if (state[type->id] == 2) return true;
    if (state[type->id] == 1 || depth > 1000) return false;
    state[type->id] = 1;
    bool ok = true;
    if (is_any_of(type->kind, IR_TY_ARRAY, IR_TY_VECTOR)) {
        ok = relayout(module, type->elem, state, depth + 1);
    } else if (type->kind == IR_TY_STRUCT) {
        for (uint64_t i = 0; ok && i < type->n; i++)
            ok = relayout(module, type->sub[i], state, depth + 1);
    }
    if (ok && !type->opaque && type->kind != IR_TY_TARGET) layout_derived(module, type);
    state[type->id] = 2;
    return ok;
}

// The state of a type is 1 while its members are laid out, and 2 when it is done: a member in state
// 1 contains itself.
bool ir_types_relayout(IrModule *module) {
    uint32_t n = module->intern->all_types.n;
    uint8_t *state = arena_array(&module->arena, uint8_t, n);
    bool ok = true;
    for (uint32_t i = 0; i < n && ok; i++)
        ok = relayout(module, module->intern->all_types.at[i], state, 0);
    return ok;
}

// Bitcode gives its types before its layout. False: a type contains itself.
bool ir_types_set_pointers(IrModule *module, uint32_t short_ptr_as) {
    module->short_ptr_as = short_ptr_as;
    bool changed = false;
    MAP_FOREACH (e, &module->intern->ptrs) {
        IrType *type = e->val;
        uint32_t bits = pointer_bits(module, type->as);
        changed |= type->bits != bits;
        type->bits = bits;
        set_layout(type, bits / 8, bits / 8);
    }
    return !changed || ir_types_relayout(module);
}

// The one type that equals `key`. Types are few: the lock is taken at once.
static IrType *type_intern(IrModule *module, const IrType *key) {
    ir_lock(module);
    uint64_t h = type_hash(key);
    IrType *type = cons_find(&module->intern->types, h, type_eq, key);
    if (!type) {
        type = type_new(module, key->kind);
        type->packed = key->packed;
        type->vararg = key->vararg;
        type->scalable = key->scalable;
        type->name = key->name;
        type->n = key->n;
        type->elem = key->elem;
        type->nints = key->nints;
        type->ints = arena_copy(&module->arena, key->ints, key->nints * sizeof *key->ints, 4);
        if (key->sub) {
            type->sub =
                arena_copy(&module->arena, key->sub, key->n * sizeof(IrType *), sizeof(void *));
        }
        // before others can see it
        layout_derived(module, type);
        cons_add(&module->intern->types, h, type);
    }
    ir_unlock(module);
    return type;
}

IrType *ir_ty_array(IrModule *module, IrType *elem, uint64_t n) {
    return type_intern(module, &(IrType){.kind = IR_TY_ARRAY, .elem = elem, .n = n});
}

IrType *ir_ty_vector(IrModule *module, IrType *elem, uint64_t n) {
    return type_intern(module, &(IrType){.kind = IR_TY_VECTOR, .elem = elem, .n = n});
}

IrType *ir_ty_scalable(IrModule *module, IrType *elem, uint64_t n) {
    return type_intern(module,
                       &(IrType){.kind = IR_TY_VECTOR, .elem = elem, .n = n, .scalable = true});
}

// One of each kind; token has no size.
IrType *ir_ty_other(IrModule *module, IrTypeKind kind) {
    static const struct {
        uint16_t bits, store;
    } size[] = {
        [IR_TY_X86_FP80] = {80, 16}, [IR_TY_PPC_FP128] = {128, 16}, [IR_TY_X86_AMX] = {8192, 1024}};
    ir_lock(module);
    IrType **slot = &module->intern->other[kind - IR_TY_X86_FP80];
    if (!*slot) {
        *slot = type_new(module, kind);
        if (kind < CU_COUNT(size)) {
            (*slot)->bits = size[kind].bits;
            set_layout(*slot, size[kind].store, CU_MIN(size[kind].store, 64u));
        }
    }
    ir_unlock(module);
    return *slot;
}

// `sub` of structs and functions is never NULL.
static IrType *const no_type;
#define no_types ((IrType **)(uintptr_t)&no_type)

IrType *ir_ty_struct(IrModule *module, uint32_t n, IrType *const *sub, bool packed) {
    IrType key = {.kind = IR_TY_STRUCT, .n = n, .packed = packed};
    key.sub = n ? (IrType **)(uintptr_t)sub : no_types;
    return type_intern(module, &key);
}

IrType *ir_ty_func(IrModule *module, IrType *ret, uint32_t n, IrType *const *params, bool vararg) {
    IrType key = {.kind = IR_TY_FUNC, .n = n, .elem = ret, .vararg = vararg};
    key.sub = n ? (IrType **)(uintptr_t)params : no_types;
    return type_intern(module, &key);
}

// Equal parameters give the same type; the arrays are copied when it is new.
IrType *ir_ty_target(IrModule *module, Atom name, uint32_t n, IrType *const *sub, uint32_t nints,
                     const uint32_t *ints) {
    IrType key = {.kind = IR_TY_TARGET, .n = n, .name = name, .nints = nints};
    key.sub = n ? (IrType **)(uintptr_t)sub : no_types;
    key.ints = (uint32_t *)(uintptr_t)ints;
    return type_intern(module, &key);
}

// Numbers go up for each base, so that many objects of one name are not square.
Atom ir_unique_name(IrModule *module, const Map *taken, Atom base) {
    if (!map_get(taken, base)) return base;
    uintptr_t *count = (uintptr_t *)map_slot(&module->intern->suffix, base);
    uintptr_t k = *count;
    Atom name;
    do {
        name = atom_printf(module->ctx, "%s.%u", atom_str(module->ctx, base), (unsigned)k++);
    } while (map_get(taken, name));
    *(uintptr_t *)map_slot(&module->intern->suffix, base) = k;
    return name;
}

// Without a name it is called by its number.
IrType *ir_ty_named(IrModule *module, Atom name) {
    ir_lock(module);
    IrType *t = type_new(module, IR_TY_STRUCT);
    t->opaque = true;
    t->sub = no_types;
    t->name = name ? ir_unique_name(module, &module->intern->named, name)
                   : atom_printf(module->ctx, "%u", t->id);
    map_put(&module->intern->named, t->name, t);
    vec_push(&module->arena, &module->named_types, t);
    ir_unlock(module);
    return t;
}

IrType *ir_ty_find(IrModule *module, Atom name) {
    return map_get(&module->intern->named, name);
}

// Whatever contains it has been laid out without it: see ir_types_relayout.
void ir_ty_set_body(IrModule *module, IrType *type, uint32_t n, IrType *const *sub, bool packed) {
    type->opaque = false;
    type->packed = packed;
    type->n = n;
    type->sub =
        n ? arena_copy(&module->arena, sub, n * sizeof(IrType *), sizeof(void *)) : no_types;
    layout_struct(module, type);
}

IrType *ir_ty_with_shape(IrModule *module, IrType *scalar, const IrType *shape) {
    if (shape->kind != IR_TY_VECTOR) return scalar;
    return shape->scalable ? ir_ty_scalable(module, scalar, shape->n)
                           : ir_ty_vector(module, scalar, shape->n);
}

// Any index will do in a structure, constant or not: the caller has checked.
IrType *ir_ty_member(const IrType *type, uint64_t i) {
    if (i >= type->n) return NULL;
    switch (type->kind) {
    case IR_TY_STRUCT: return type->sub[i];
    case IR_TY_ARRAY:
    case IR_TY_VECTOR: return type->elem;
    default: return NULL;
    }
}

// Elements of vectors lie bit by bit, those of arrays at their sizes.
uint64_t ir_ty_member_offset(const IrType *type, uint64_t i) {
    switch (type->kind) {
    case IR_TY_STRUCT: return type->offset[i];
    case IR_TY_ARRAY: return i * type->elem->size;
    case IR_TY_VECTOR: return i * ir_ty_bits(type->elem) / 8;
    default: return 0;
    }
}

// Beyond the end it is the last member: the caller looks at the size.
uint64_t ir_ty_member_at(const IrType *type, uint64_t off) {
    if (type->kind == IR_TY_ARRAY) return type->elem->size ? off / type->elem->size : 0;
    if (type->kind == IR_TY_VECTOR) return off * 8 / ir_ty_bits(type->elem);
    if (type->kind != IR_TY_STRUCT || type->n == 0) return 0;
    uint64_t lo = 0, hi = type->n; // the last member that begins at or before off
    while (hi - lo > 1) {
        uint64_t mid = (lo + hi) / 2;
        if (type->offset[mid] <= off) {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    return lo;
}

// What a load or bitcast sees; saturates.
uint64_t ir_ty_bits(const IrType *type) {
    switch (type->kind) {
    case IR_TY_VECTOR: return mul_sat(type->n, ir_ty_bits(type->elem));
    case IR_TY_ARRAY:
    case IR_TY_STRUCT: return mul_sat(type->size, 8);
    default: return type->bits;
    }
}
