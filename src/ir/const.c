// SPDX-License-Identifier: Apache-2.0
// Interned constants. Canonical forms (equal constants are the same pointer):
//  - integers and floats by their bits; an aggregate whose parts are all zero is IR_C_ZERO, all
//    poison IR_C_POISON, all undef IR_C_UNDEF; an array or vector of plain 8 to 64-bit numbers is
//    IR_C_DATA; everything else IR_C_AGG.
//  - an address plus a constant is `getelementptr i8, base, i64 n`, never nested.
#include "ir/ir_int.h"

// Made of other constants: `elem` has them. (The one of a block's address is its function.)
static bool has_elements(const IrConst *constant) {
    static const bool has[IR_C_IFUNC + 1] = {
        [IR_C_AGG] = true,       [IR_C_EXPR] = true,   [IR_C_BLOCKADDR] = true,
        [IR_C_DSO_LOCAL] = true, [IR_C_NO_CFI] = true, [IR_C_PTRAUTH] = true};
    return has[constant->v.kind];
}

static bool is_number(const IrConst *constant) {
    return is_any_of(constant->v.kind, IR_C_INT, IR_C_FP);
}

// Hashes go by addresses of interned parts: the table is never iterated, so that their order is of
// no matter.
static uint64_t const_hash(const IrConst *constant) {
    uint64_t h = hash_mix(hash_mix(constant->v.kind, constant->v.type->id), constant->n);
    switch (constant->v.kind) {
    case IR_C_INT:
    case IR_C_FP:
        if (constant->n <= 1) return hash_mix(h, constant->bits);
        return hash_bytes(constant->words, constant->n * 8u, h);
    case IR_C_DATA: return hash_bytes(constant->data, constant->n, h);
    case IR_C_BLOCKADDR: return hash_mix(h, (uintptr_t)constant->block);
    case IR_C_EXPR:
        h = hash_mix(h, constant->v.op * 65536u + constant->v.flags);
        h = hash_mix(h, constant->aty ? constant->aty->id : 0);
        break;
    default: break;
    }
    if (!has_elements(constant)) return h;
    for (uint32_t i = 0; i < constant->n; i++) h = hash_mix(h, (uintptr_t)constant->elem[i]);
    return h;
}

// Whether two constants are the same: parts are interned, so that comparing their addresses will
// do.
static bool const_eq(const void *key, const void *item) {
    const IrConst *a = key, *b = item;
    if (a->v.kind != b->v.kind || a->v.type != b->v.type || a->n != b->n) return false;
    if (is_number(a))
        return a->n <= 1 ? a->bits == b->bits : memcmp(a->words, b->words, a->n * 8u) == 0;
    if (a->v.kind == IR_C_DATA) return memcmp(a->data, b->data, a->n) == 0;
    if (a->v.kind == IR_C_BLOCKADDR) return a->block == b->block;
    if (!has_elements(a)) return true;
    bool same_op = a->v.op == b->v.op && a->v.flags == b->v.flags && a->aty == b->aty;
    bool is_expr = a->v.kind == IR_C_EXPR;
    return (!is_expr || same_op) && memcmp(a->elem, b->elem, a->n * sizeof(IrConst *)) == 0;
}

// A constant like `key`, with arrays of its own; under the lock.
static IrConst *make_own(IrModule *module, const IrConst *key) {
    Arena *arena = &module->arena;
    IrConst *constant = arena_new(arena, IrConst);
    *constant = *key;
    constant->v.id = module->intern->nconsts++;
    bool wide = is_number(key) && key->n > 1;
    if (wide) constant->words = arena_copy(arena, key->words, key->n * 8u, 8);
    if (key->v.kind == IR_C_DATA) constant->data = arena_copy(arena, key->data, key->n, 8);
    if (!has_elements(key)) return constant;
    constant->elem = arena_copy(arena, key->elem, key->n * sizeof(IrConst *), sizeof(void *));
    for (uint32_t k = 0; k < constant->n; k++)
        constant->depth = CU_MAX(constant->depth, ir_const_depth(constant->elem[k]) + 1);
    return constant;
}

// The one constant that equals `key`, whose arrays stay the caller's. The lock is only taken where
// it must be made.
static IrConst *intern(IrModule *module, const IrConst *key) {
    uint64_t h = const_hash(key);
    IrConst *constant = cons_find(&module->intern->consts, h, const_eq, key);
    if (constant) return constant;
    ir_lock(module);
    constant =
        cons_find(&module->intern->consts, h, const_eq, key); // made by another thread meanwhile?
    if (!constant) {
        constant = make_own(module, key);
        cons_add(&module->intern->consts, h, constant);
    }
    ir_unlock(module);
    return constant;
}

// Constants that have nothing but their type.
static IrConst *simple(IrModule *module, IrValueKind kind, IrType *wanted) {
    return intern(module, &(IrConst){.v = {.kind = (uint8_t)kind, .type = wanted}});
}

// A number of up to 64 bits. The same few are asked for again and again: those met last are found
// by their value. (Whoever finds one has a finished constant, whichever thread put it there.)
static IrConst *short_int(IrModule *module, IrType *wanted, uint64_t v) {
    uint64_t bits = wanted->bits == 64 ? v : v & ((1ull << wanted->bits) - 1);
    IrConst **recent = &module->intern->recent[(bits ^ wanted->bits) % IR_RECENT];
    IrConst *found = __atomic_load_n(recent, __ATOMIC_ACQUIRE);
    if (found && found->v.type == wanted && found->bits == bits) return found;

    found =
        intern(module, &(IrConst){.v = {.kind = IR_C_INT, .type = wanted}, .n = 1, .bits = bits});
    __atomic_store_n(recent, found, __ATOMIC_RELEASE);
    return found;
}

// Missing words are zero; what is beyond the width is cut off.
IrConst *ir_int_words(IrModule *module, IrType *wanted, uint32_t n, const uint64_t *w) {
    if (wanted->bits <= 64) return short_int(module, wanted, n ? w[0] : 0);
    uint32_t want = (wanted->bits + 63) / 64;
    IrConst key = {.v = {.kind = IR_C_INT, .type = wanted}, .n = want};
    uint64_t local[16], *words = local;
    if (want > 16) {
        ir_lock(module);
        words = arena_array(&module->arena, uint64_t, want);
        ir_unlock(module);
    }
    for (uint32_t i = 0; i < want; i++) words[i] = i < n ? w[i] : 0;
    if (wanted->bits % 64) words[want - 1] &= (1ull << wanted->bits % 64) - 1;
    key.words = words;
    return intern(module, &key);
}

IrConst *ir_int(IrType *type, uint64_t v) {
    return type->bits <= 64 ? short_int(type->m, type, v) : ir_int_words(type->m, type, 1, &v);
}

// Only the first 64 bits are given, the others are copies of the sign.
IrConst *ir_sint(IrType *type, int64_t v) {
    if (type->bits <= 64) return short_int(type->m, type, (uint64_t)v);
    uint64_t local[16], *w = local;
    uint32_t n = (type->bits + 63) / 64;
    if (n > 16) {
        ir_lock(type->m);
        w = arena_array(&type->m->arena, uint64_t, n);
        ir_unlock(type->m);
    }
    w[0] = (uint64_t)v;
    for (uint32_t i = 1; i < n; i++) w[i] = v < 0 ? ~0ull : 0;
    return ir_int_words(type->m, type, n, w);
}

// For formats of more than 64 bits `hi` holds the rest.
IrConst *ir_fp_bits(IrModule *module, IrType *wanted, uint64_t lo, uint64_t hi) {
    IrConst key = {.v = {.kind = IR_C_FP, .type = wanted}, .n = wanted->bits > 64 ? 2 : 1};
    uint64_t w[2] = {lo, hi};
    if (key.n == 2) {
        key.words = w;
    } else {
        key.bits = wanted->bits == 64 ? lo : lo & ((1ull << wanted->bits) - 1);
    }
    return intern(module, &key);
}

// Zero in the form that the type's constants have: equal values must be the same object.
IrConst *ir_null(IrModule *module, IrType *wanted) {
    static const uint8_t kinds[] = {
        [IR_TY_PTR] = IR_C_NULL,    [IR_TY_ARRAY] = IR_C_ZERO,   [IR_TY_VECTOR] = IR_C_ZERO,
        [IR_TY_STRUCT] = IR_C_ZERO, [IR_TY_X86_AMX] = IR_C_ZERO,
        [IR_TY_TOKEN] = IR_C_ZERO, // none
        [IR_TY_TARGET] = IR_C_ZERO};
    if (wanted->kind == IR_TY_INT) return ir_int(wanted, 0);
    uint8_t kind = kinds[wanted->kind];
    return kind ? simple(module, kind, wanted) : ir_fp_bits(module, wanted, 0, 0);
}

// From then on blocks of the module may not be merged or removed without a look at such constants.
IrConst *ir_block_address(IrModule *module, IrFunc *owner, IrBlock *bb) {
    IrConst *fn = (IrConst *)&owner->g;
    IrConst key = {.v = {.kind = IR_C_BLOCKADDR, .type = owner->g.v.type}, .n = 1, .elem = &fn};
    key.block = bb;
    module->names_blocks = true;
    return intern(module, &key);
}

IrConst *ir_no_block(IrModule *module, IrType *wanted) {
    IrConst *one = ir_int(module->ty_i32, 1);
    return ir_cexpr_raw(module, IR_INTTOPTR, wanted, 1, &one, 0);
}

bool ir_block_gone(const IrConst *constant) {
    const IrFunc *f = (const IrFunc *)constant->elem[0];
    return f->g.dead || !f->first || constant->block->removed;
}

IrConst *ir_unwrapped(IrConst *constant) {
    while (is_any_of(constant->v.kind, IR_C_NO_CFI, IR_C_DSO_LOCAL)) constant = constant->elem[0];
    return constant;
}

IrConst *ir_wrapped(IrModule *module, IrValueKind kind, IrType *wanted, uint32_t n,
                    IrConst *const *elem) {
    IrConst key = {.v = {.kind = (uint8_t)kind, .type = wanted}, .n = n};
    key.elem = (IrConst **)(uintptr_t)elem;
    return intern(module, &key);
}

IrConst *ir_undef(IrModule *module, IrType *wanted) {
    return simple(module, IR_C_UNDEF, wanted);
}

IrConst *ir_poison(IrModule *module, IrType *wanted) {
    return simple(module, IR_C_POISON, wanted);
}

IrConst *ir_true(IrModule *module) {
    return ir_int(module->ty_i1, 1);
}

IrConst *ir_false(IrModule *module) {
    return ir_int(module->ty_i1, 0);
}

// Whether arrays and vectors of the type are kept as bytes.
static bool is_data_type(const IrType *type) {
    if (type->kind == IR_TY_INT) {
        return type->bits == 8 || type->bits == 16 || type->bits == 32 || type->bits == 64;
    }
    return type->kind >= IR_TY_HALF && type->kind <= IR_TY_DOUBLE;
}

// The bytes of numbers, all of which are known.
static IrConst *agg_data(IrModule *module, IrType *wanted, uint32_t n, IrConst *const *elem) {
    uint32_t width = wanted->elem->bits / 8;
    uint8_t local[256], *bytes = local;
    Arena big; // of this thread: the module's are shared
    arena_init(&big, module->ctx, "ir-data");
    if ((uint64_t)n * width > sizeof local) bytes = arena_alloc(&big, (size_t)n * width, 8);
    for (uint32_t i = 0; i < n; i++) memcpy(bytes + (size_t)i * width, &elem[i]->bits, width);
    IrConst key = {.v = {.kind = IR_C_DATA, .type = wanted}, .n = n * width, .data = bytes};
    IrConst *c = intern(module, &key);
    arena_free(&big);
    return c;
}

// One look at the members finds out which of the canonical forms it is.
IrConst *ir_agg(IrModule *module, IrType *wanted, uint32_t n, IrConst *const *elem) {
    bool zero = true, undef = n > 0, poison = n > 0, plain = wanted->kind != IR_TY_STRUCT;
    for (uint32_t i = 0; i < n; i++) {
        uint8_t k = elem[i]->v.kind;
        zero = zero && ir_is_zero(&elem[i]->v);
        undef = undef && k == IR_C_UNDEF;
        poison = poison && k == IR_C_POISON;
        plain = plain && is_any_of(k, IR_C_INT, IR_C_FP);
    }
    if (zero) return ir_null(module, wanted);
    if (poison) return ir_poison(module, wanted);
    if (undef) return ir_undef(module, wanted);
    if (plain && is_data_type(wanted->elem)) return agg_data(module, wanted, n, elem);
    IrConst key = {.v = {.kind = IR_C_AGG, .type = wanted}, .n = n};
    key.elem = (IrConst **)(uintptr_t)elem;
    return intern(module, &key);
}

// All zero bytes are IR_C_ZERO (each byte equals the one before it, and the first is zero).
IrConst *ir_data(IrModule *module, IrType *wanted, const void *bytes, size_t n) {
    const uint8_t *p = bytes;
    if (!is_data_type(wanted->elem) || n > UINT32_MAX)
        cu_fatal(module->ctx, "constant data of a wrong type");
    bool zero = n == 0 || (p[0] == 0 && memcmp(p, p + 1, n - 1) == 0);
    if (zero) return ir_null(module, wanted);
    return intern(
        module, &(IrConst){.v = {.kind = IR_C_DATA, .type = wanted}, .n = (uint32_t)n, .data = p});
}

// Unwinds from ir_data when it is too long for a constant.
IrConst *ir_cstring(IrModule *module, const char *s, size_t n, bool add_nul) {
    IrType *t = ir_ty_array(module, module->ty_i8, n + add_nul);
    if (!add_nul) return ir_data(module, t, s, n);
    ir_lock(module);
    char *p = arena_strndup(&module->arena, s, n);
    ir_unlock(module);
    return ir_data(module, t, p, n + 1);
}

// Also for scalable vectors: there it is written as many times as the least length says.
IrConst *ir_splat(IrModule *module, IrType *vec, IrConst *constant) {
    if (ir_is_zero(&constant->v)) return ir_null(module, vec);
    if (constant->v.kind == IR_C_UNDEF) return ir_undef(module, vec);
    if (constant->v.kind == IR_C_POISON) return ir_poison(module, vec);
    IrConst *local[64], **e = local;
    if (vec->n > 64) {
        ir_lock(module);
        e = arena_array(&module->arena, IrConst *, vec->n);
        ir_unlock(module);
    }
    for (uint64_t i = 0; i < vec->n; i++) e[i] = constant;
    return ir_agg(module, vec, (uint32_t)vec->n, e);
}

// Nothing of an expression: its members are not known.
IrConst *ir_elem(IrModule *module, IrConst *constant, uint64_t i) {
    IrType *type = ir_ty_member(constant->v.type, i);
    if (!type) return NULL;
    switch (constant->v.kind) {
    case IR_C_ZERO: return ir_null(module, type);
    case IR_C_UNDEF: return ir_undef(module, type);
    case IR_C_POISON: return ir_poison(module, type);
    case IR_C_AGG: return i < constant->n ? constant->elem[i] : NULL;
    case IR_C_DATA: {
        uint64_t bits = 0;
        memcpy(&bits, constant->data + i * (type->bits / 8), type->bits / 8);
        return type->kind == IR_TY_INT ? ir_int(type, bits) : ir_fp_bits(module, type, bits, 0);
    }
    default: return NULL;
    }
}

// For the uniform kinds (zero, undef, poison) the first element says it all.
IrConst *ir_splat_value(IrModule *module, IrConst *constant) {
    if (constant->v.type->kind != IR_TY_VECTOR) return NULL;
    IrConst *first = ir_elem(module, constant, 0);
    if (!first || constant->v.kind <= IR_C_POISON) return first;
    for (uint64_t i = 1; i < constant->v.type->n; i++) {
        if (ir_elem(module, constant, i) != first) return NULL;
    }
    return first;
}

// Of a floating value only +0 is: all bits must be zero.
bool ir_is_zero(const IrValue *value) {
    const IrConst *constant = (const IrConst *)value;
    switch (value->kind) {
    case IR_C_INT:
    case IR_C_FP:
        if (constant->n <= 1) return constant->bits == 0;
        for (uint32_t i = 0; i < constant->n; i++) {
            if (constant->words[i]) return false;
        }
        return true;
    case IR_C_NULL:
    case IR_C_ZERO: return true;
    default: return false;
    }
}

// Vectors too, whether they are kept as bytes or as elements.
bool ir_is_all_ones(const IrValue *value) {
    const IrConst *constant = (const IrConst *)value;
    if (value->kind == IR_C_DATA && value->type->kind == IR_TY_VECTOR &&
        value->type->elem->kind == IR_TY_INT) {
        for (uint32_t i = 0; i < constant->n; i++) {
            if (constant->data[i] != 0xff) return false;
        }
        return true;
    }
    if (value->kind == IR_C_AGG && value->type->kind == IR_TY_VECTOR) {
        for (uint32_t i = 0; i < constant->n; i++) {
            if (!ir_is_all_ones(&constant->elem[i]->v)) return false;
        }
        return true;
    }
    if (value->kind != IR_C_INT) return false;
    const uint64_t *w = ir_words(constant);
    uint32_t b = value->type->bits;
    for (uint32_t i = 0; i < constant->n; i++, b -= 64) {
        if (w[i] != (b >= 64 ? ~0ull : (1ull << b) - 1)) return false;
    }
    return true;
}

bool ir_is_undef(const IrValue *value) {
    return is_any_of(value->kind, IR_C_UNDEF, IR_C_POISON);
}

// Whether the value, seen without a sign, has at most 64 bits; false for what is no integer.
bool ir_fits_u64(const IrConst *constant) {
    if (constant->v.kind != IR_C_INT) return false;
    for (uint32_t i = 1; constant->n > 1 && i < constant->n; i++) {
        if (constant->words[i]) return false;
    }
    return true;
}

// The same with a sign: all bits above the 63rd are copies of it, as far as the type goes.
bool ir_fits_i64(const IrConst *constant) {
    if (constant->v.kind != IR_C_INT) return false;
    if (constant->n <= 1) return true;
    uint64_t sign = constant->words[0] >> 63 ? ~0ull : 0;
    for (uint32_t i = 1; i < constant->n; i++) {
        uint32_t top = constant->v.type->bits - i * 64;
        uint64_t mask = top >= 64 ? ~0ull : (1ull << top) - 1;
        if (constant->words[i] != (sign & mask)) return false;
    }
    return true;
}

// ---- constant expressions ----

// An expression as it is, without folding; equal ones are one object.
static IrConst *raw_expr(IrModule *module, IrOp op, uint16_t flags, IrType *wanted, IrType *gep_src,
                         uint32_t n, IrConst *const *ops) {
    IrConst key = {.v = {.kind = IR_C_EXPR, .type = wanted, .op = (uint8_t)op, .flags = flags}};
    key.n = n;
    key.aty = gep_src;
    key.elem = (IrConst **)(uintptr_t)ops;
    return intern(module, &key);
}

IrConst *ir_cexpr_raw(IrModule *module, IrOp op, IrType *wanted, uint32_t n, IrConst *const *ops,
                      uint16_t flags) {
    return raw_expr(module, op, flags, wanted, NULL, n, ops);
}

// The base and offset of "address plus constant" in its canonical form. `flags` keeps those that
// both computations promise.
static IrConst *split_offset(IrConst *constant, int64_t *off, uint16_t *flags) {
    *off = 0;
    if (constant->v.kind == IR_C_EXPR && constant->v.op == IR_GEP && constant->n == 2 &&
        constant->elem[1]->v.kind == IR_C_INT && ir_ty_is_i(constant->aty, 8)) {
        *off = ir_sval(constant->elem[1]);
        *flags &= constant->v.flags;
        return constant->elem[0];
    }
    return constant;
}

// The sum of two offsets keeps only the promises of both; an offset below zero cannot be nuw.
IrConst *ir_cptradd(IrModule *module, IrConst *base, int64_t bytes, uint16_t flags) {
    int64_t off;
    if (bytes == 0 || ir_is_undef(&base->v)) return base;
    base = split_offset(base, &off, &flags);
    off = (int64_t)((uint64_t)off + (uint64_t)bytes);
    if (off == 0) return base;
    if (off < 0) flags &= (uint16_t)~IR_NUW;
    IrConst *ops[2] = {base, ir_sint(module->ty_i64, off)};
    return raw_expr(module, IR_GEP, flags, base->v.type, module->ty_i8, 2, ops);
}

// Byte offset of constant indices; false if one is not a plain integer.
static bool const_indices(IrType *type, uint32_t n, IrConst *const *idx, int64_t *off) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (idx[i]->v.kind != IR_C_INT || !ir_fits_i64(idx[i])) return false;
        if (type->scalable) return false; // its size is not known
        int64_t k = ir_sval(idx[i]);
        if (i == 0) {
            sum += (uint64_t)k * type->size;
        } else if (type->kind == IR_TY_STRUCT) {
            if ((uint64_t)k >= type->n) return false;
            sum += type->offset[k];
            type = type->sub[k];
        } else if (is_any_of(type->kind, IR_TY_ARRAY, IR_TY_VECTOR)) {
            sum += (uint64_t)k * type->elem->size;
            type = type->elem;
        } else {
            return false;
        }
    }
    *off = (int64_t)sum;
    return true;
}

// In its canonical form where the offset is known, else as it is (vectors, expressions as indices,
// opaque types).
IrConst *ir_cgep(IrModule *module, IrType *src, IrConst *base, uint32_t n, IrConst *const *idx,
                 uint16_t flags) {
    int64_t off;
    if (base->v.type->kind == IR_TY_PTR && src->sized && const_indices(src, n, idx, &off)) {
        return ir_cptradd(module, base, off, flags);
    }
    IrConst *local[9], **ops = local;
    if (n > 8) {
        ir_lock(module);
        ops = arena_array(&module->arena, IrConst *, n + 1);
        ir_unlock(module);
    }
    IrType *t = base->v.type;
    ops[0] = base;
    for (uint32_t i = 0; i < n; i++) {
        ops[i + 1] = idx[i];
        if (t->kind == IR_TY_PTR) t = ir_ty_with_shape(module, t, idx[i]->v.type);
    }
    return raw_expr(module, IR_GEP, flags, t, src, n + 1, ops);
}

static bool is_expr(const IrConst *constant, IrOp op) {
    return constant->v.kind == IR_C_EXPR && constant->v.op == op;
}

// An object of space t, seen as generic, or a number of bytes behind it, is the same in t.
static IrConst *cast_back(IrModule *module, IrConst *constant, IrType *target) {
    int64_t off;
    uint16_t flags = 0;
    if (is_expr(constant, IR_ADDRSPACECAST) && constant->elem[0]->v.type == target)
        return constant->elem[0];
    if (!is_expr(constant, IR_GEP)) return NULL;
    IrConst *base = split_offset(constant, &off, &flags);
    bool same = is_expr(base, IR_ADDRSPACECAST) && base->elem[0]->v.type == target;
    return same ? ir_cptradd(module, base->elem[0], off, 0) : NULL;
}

// Casts that LLVM 19 still has as expressions; the rest give NULL if they do not fold.
IrConst *ir_ccast(IrModule *module, IrOp op, IrConst *constant, IrType *target) {
    if (constant->v.type == target && op != IR_ADDRSPACECAST) return constant;
    IrConst *f = ir_fold_cast(module, op, constant, target);
    if (f) return f;
    switch (op) {
    case IR_INTTOPTR: // inttoptr (ptrtoint p to i64) is p when nothing is cut off
        if (is_expr(constant, IR_PTRTOINT) && constant->elem[0]->v.type == target &&
            constant->v.type->bits >= target->bits) {
            return constant->elem[0];
        }
        break;
    case IR_TRUNC:
    case IR_PTRTOINT:
    case IR_BITCAST: break;
    case IR_ADDRSPACECAST:
        f = cast_back(module, constant, target);
        if (f) return f;
        break;
    default: return NULL;
    }
    return raw_expr(module, op, 0, target, NULL, 1, &constant);
}

// &g + a - (&g + b) is a - b.
static IrConst *sub_addresses(IrModule *module, IrConst *constant, IrConst *y) {
    int64_t a, b;
    uint16_t flags = 0;
    if (!is_expr(constant, IR_PTRTOINT) || !is_expr(y, IR_PTRTOINT)) return NULL;
    if (constant->v.type != y->v.type || constant->v.type->kind != IR_TY_INT) return NULL;
    if (split_offset(constant->elem[0], &a, &flags) != split_offset(y->elem[0], &b, &flags))
        return NULL;
    return ir_sint(constant->v.type, (int64_t)((uint64_t)a - (uint64_t)b));
}

// Folding first, then the few identities of addresses, then an expression if LLVM 19 has such a
// one.
IrConst *ir_cexpr(IrModule *module, IrOp op, uint16_t flags, IrType *wanted, IrType *gep_src,
                  uint32_t n, IrConst *const *ops) {
    if (op == IR_GEP) return ir_cgep(module, gep_src, ops[0], n - 1, ops + 1, flags);
    if (ir_ops[op].class == IRC_CAST) return ir_ccast(module, op, ops[0], wanted);
    if (ir_ops[op].class != IRC_BINARY) return NULL;
    IrConst *f = ir_fold_bin(module, op, flags, ops[0], ops[1]);
    if (f) return f;
    if (op == IR_SUB && (f = sub_addresses(module, ops[0], ops[1]))) return f;
    if (is_any_of(op, IR_ADD, IR_SUB) && ir_is_zero(&ops[1]->v)) return ops[0];
    if (is_any_of(op, IR_ADD, IR_SUB, IR_MUL, IR_XOR)) {
        return raw_expr(module, op, flags, wanted, NULL, 2, ops);
    }
    return NULL;
}

// Not interned: each is its own, as nothing compares them.
IrAsm *ir_asm(IrModule *module, IrType *fty, Atom text, Atom constraints, bool side_effect) {
    ir_lock(module);
    IrAsm *a = arena_new(&module->arena, IrAsm);
    ir_unlock(module);
    a->v.kind = IR_V_ASM;
    a->v.type = fty;
    a->text = text;
    a->constraints = constraints;
    a->side_effect = side_effect;
    a->steps = (uint8_t)ir_asm_steps(atom_str(module->ctx, text));
    return a;
}

// Not unique: each use of a metadata operand has its own.
IrMdValue *ir_md_as_value(IrModule *module, IrMd *wrapped) {
    ir_lock(module);
    IrMdValue *v = arena_new(&module->arena, IrMdValue);
    ir_unlock(module);
    v->v.kind = IR_V_MD;
    v->v.type = module->ty_metadata;
    v->md = wrapped;
    return v;
}
