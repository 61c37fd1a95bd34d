// SPDX-License-Identifier: Apache-2.0
// Intrinsics of NVIDIA's own that say by a number what LLVM has instructions for (tileiras writes
// them): memory accesses and atomics whose first operand is a word of modes, and numbers of 128
// bits as two of 64. They become those instructions. What a word's bits mean was found by asking
// NVIDIA's libNVVM for its PTX; a word that says something else leaves the call as it is, and the
// code generator then has its say (intrin_family.def has the accesses that no instruction can
// express).
#include "ir/ir_int.h"

// The bits of a word from `from` on.
static uint64_t field(uint64_t word, uint32_t from, uint32_t width) {
    return word >> from & ((1ull << width) - 1);
}

// The constant operand k of a call, in *v.
static bool number(const IrInst *inst, uint32_t k, uint64_t *v) {
    const IrConst *c = k < ir_call_nargs(inst) ? ir_as_cint(ir_op(inst, k)) : NULL;
    if (!c || c->v.type->bits > 64) return false;
    *v = ir_uval(c);
    return true;
}

static bool is_pointer(const IrInst *inst, uint32_t k) {
    return k < ir_call_nargs(inst) && ir_op(inst, k)->type->kind == IR_TY_PTR;
}

// ---- accesses ----

enum { ACCESS_CLUSTER = 37, ACCESS_SCOPE = 45, ACCESS_CACHE = 49, NO_CACHE_OPERATION = 15 };

// Whether the word asks for nothing but an access. The scope means nothing without an order.
static bool is_plain_access(uint64_t word) {
    uint64_t scope = 15ull << ACCESS_SCOPE, cluster = 1ull << ACCESS_CLUSTER;
    return (word & ~scope & ~cluster) == (uint64_t)NO_CACHE_OPERATION << ACCESS_CACHE;
}

// The address, in the space that the word means: a shared one may be another block's.
static IrValue *accessed(IrBuilder *builder, IrValue *address, uint64_t word) {
    IrModule *module = builder->m;
    if (address->type->as != IR_AS_SHARED || !field(word, ACCESS_CLUSTER, 1)) return address;
    return ir_addrspacecast(builder, address, ir_ty_ptr(module, IR_AS_SHARED_CLUSTER));
}

// ld.ext(word, address, cache policy)
IrValue *ir_upgrade_load(IrBuilder *builder, const IrInst *inst) {
    uint64_t word;
    if (!number(inst, 0, &word) || !is_pointer(inst, 1) || !is_plain_access(word)) return NULL;
    return &ir_load(builder, inst->v.type, accessed(builder, ir_op(inst, 1), word), 0)->v;
}

// st.ext(word, value, address, cache policy)
IrValue *ir_upgrade_store(IrBuilder *builder, const IrInst *inst) {
    uint64_t word;
    if (!number(inst, 0, &word) || !is_pointer(inst, 2) || !is_plain_access(word)) return NULL;
    return &ir_store(builder, ir_op(inst, 1), accessed(builder, ir_op(inst, 2), word), 0)->v;
}

// ---- pairs of numbers ----

// Elements 2k and 2k + 1 of a vector of floats in a register of 64 bits; what lies beyond is 0.
static IrValue *pair_of(IrBuilder *builder, IrValue *vector, uint32_t k) {
    IrModule *module = builder->m;
    bool last = 2 * k + 1 == vector->type->n;
    int32_t mask[2] = {(int32_t)(2 * k), (int32_t)(last ? vector->type->n : 2 * k + 1)};
    IrValue *zeros = &ir_null(module, vector->type)->v;
    IrValue *both = ir_shufflevector(builder, vector, zeros, 2, mask);
    return ir_bitcast(builder, both, module->ty_i64);
}

// The same call on pairs in registers.
static IrValue *pair_call(IrBuilder *builder, const IrInst *inst, uint32_t k) {
    enum { ARGUMENTS = 4 };
    IrModule *module = builder->m;
    uint32_t n = ir_call_nargs(inst);
    IrType *type[ARGUMENTS] = {module->ty_i32};
    IrValue *arg[ARGUMENTS] = {ir_op(inst, 0)};
    for (uint32_t i = 1; i < n && i < ARGUMENTS; i++) {
        type[i] = module->ty_i64;
        arg[i] = pair_of(builder, ir_op(inst, i), k);
    }
    const IrFunc *fn = ir_called(inst);
    const char *name = atom_str(module->ctx, fn->g.v.name), *suffix = strstr(name, ".v");
    size_t length = suffix ? (size_t)(suffix - name) : strlen(name);
    IrType *fty = ir_ty_func(module, module->ty_i64, n, type, false);
    IrFunc *to =
        ir_intrinsic_family(module, fn->intrin, atom_intern(module->ctx, name, length), fty);
    return &ir_call_fn(builder, to, n, arg)->v;
}

static bool takes_floats(IrBuilder *builder, const IrInst *inst) {
    const IrType *type = inst->v.type;
    if (type->kind != IR_TY_VECTOR || type->elem != builder->m->ty_float) return false;
    uint32_t n = ir_call_nargs(inst);
    bool fits = is_any_of(n, 3, 4) && ir_op(inst, 0)->type == builder->m->ty_i32;
    for (uint32_t k = 1; fits && k < n; k++) fits = ir_op(inst, k)->type == type;
    return fits;
}

// add.packed.f32x2 and its like on vectors of any length, as LLVM 23 has them.
IrValue *ir_upgrade_pairs(IrBuilder *builder, const IrInst *inst) {
    if (!takes_floats(builder, inst)) return NULL;
    IrModule *module = builder->m;
    IrValue *result = &ir_poison(module, inst->v.type)->v;
    for (uint32_t k = 0; k < inst->v.type->n; k += 2) {
        IrValue *packed = pair_call(builder, inst, k / 2);
        IrValue *pair = ir_bitcast(builder, packed, ir_ty_vector(module, module->ty_float, 2));
        for (uint32_t i = 0; i < 2 && k + i < inst->v.type->n; i++) {
            IrValue *element = ir_extractelement(builder, pair, &ir_int(module->ty_i32, i)->v);
            result = ir_insertelement(builder, result, element, &ir_int(module->ty_i32, k + i)->v);
        }
    }
    return result;
}

// ---- atomics ----
// Bits 0 to 3 order, 4 to 7 scope, 16 to 23 operation; the others are hints, and how floating-point
// additions treat subnormal numbers, of which PTX has one way only.

static const struct {
    uint8_t order, when_it_fails; // IrOrder
} orders[] = {[1] = {IR_MONOTONIC, IR_MONOTONIC},
              [2] = {IR_ACQUIRE, IR_ACQUIRE},
              [3] = {IR_RELEASE, IR_MONOTONIC},
              [4] = {IR_ACQ_REL, IR_ACQUIRE},
              [5] = {IR_SEQ_CST, IR_SEQ_CST}};
static const uint8_t scopes[] = {IR_SCOPE_DEVICE, IR_SCOPE_BLOCK, IR_SCOPE_SYSTEM,
                                 IR_SCOPE_CLUSTER};
enum { ATOMIC_CAS = 14 };

// IR_RMW_NOPS where there is no such operation.
static const uint8_t operations[] = {IR_RMW_XCHG,      IR_RMW_ADD,      IR_RMW_NOPS, IR_RMW_AND,
                                     IR_RMW_NOPS,      IR_RMW_OR,       IR_RMW_XOR,  IR_RMW_MAX,
                                     IR_RMW_MIN,       IR_RMW_UMAX,     IR_RMW_UMIN, IR_RMW_FADD,
                                     IR_RMW_UINC_WRAP, IR_RMW_UDEC_WRAP};

typedef struct {
    IrOrder order, when_it_fails;
    IrScope scope;
    uint32_t operation;
} Atomic;

static bool read_atomic(const IrInst *inst, Atomic *atomic) {
    uint64_t word;
    if (!number(inst, 0, &word) || !is_pointer(inst, 1)) return false;
    uint64_t order = field(word, 0, 4), scope = field(word, 4, 4);
    if (!order || order >= CU_COUNT(orders) || scope >= CU_COUNT(scopes)) return false;
    *atomic = (Atomic){(IrOrder)orders[order].order, (IrOrder)orders[order].when_it_fails,
                       (IrScope)scopes[scope], (uint32_t)field(word, 16, 8)};
    return true;
}

// atomic.rmw(word, address, operand)
static IrValue *read_modify_write(IrBuilder *builder, const IrInst *inst) {
    Atomic atomic;
    if (ir_call_nargs(inst) != 3 || !read_atomic(inst, &atomic)) return NULL;
    uint32_t number = atomic.operation;
    IrRmwOp op = number < CU_COUNT(operations) ? (IrRmwOp)operations[number] : IR_RMW_NOPS;
    IrValue *operand = ir_op(inst, 2);
    bool fits = op == IR_RMW_FADD ? ir_ty_is_fp(operand->type) : operand->type->kind == IR_TY_INT;
    if (op == IR_RMW_NOPS || !fits || operand->type != inst->v.type) return NULL;
    return &ir_atomicrmw(builder, op, ir_op(inst, 1), operand, atomic.order, atomic.scope)->v;
}

// atomic.cas(word, address, expected, desired) gives the old value.
static IrValue *compare_and_swap(IrBuilder *builder, const IrInst *inst) {
    Atomic atomic;
    if (ir_call_nargs(inst) != 4 || !read_atomic(inst, &atomic)) return NULL;
    IrValue *expected = ir_op(inst, 2), *desired = ir_op(inst, 3);
    bool fits = expected->type->kind == IR_TY_INT && expected->type == inst->v.type;
    if (atomic.operation != ATOMIC_CAS || !fits || desired->type != expected->type) return NULL;
    IrInst *pair = ir_cmpxchg(builder, ir_op(inst, 1), expected, desired, atomic.order,
                              atomic.when_it_fails, atomic.scope);
    return ir_extract(builder, &pair->v, 0);
}

// ---- wide integers ----

// Whether the call takes n integers of 64 bits and gives two.
static bool is_of_halves(IrBuilder *builder, const IrInst *inst, uint32_t n) {
    const IrType *i64 = builder->m->ty_i64, *pair = inst->v.type;
    if (ir_call_nargs(inst) != n || pair->kind != IR_TY_STRUCT || pair->n != 2) return false;
    if (pair->sub[0] != i64 || pair->sub[1] != i64) return false;
    for (uint32_t k = 0; k < n; k++) {
        if (ir_op(inst, k)->type != i64) return false;
    }
    return true;
}

static IrValue *widened(IrBuilder *builder, IrValue *value) {
    return ir_zext(builder, value, ir_ty_int(builder->m, 128));
}

static IrValue *of_halves(IrBuilder *builder, IrValue *low, IrValue *high) {
    IrValue *by = &ir_int(ir_ty_int(builder->m, 128), 64)->v;
    IrValue *upper = ir_shl(builder, widened(builder, high), by);
    return ir_or(builder, widened(builder, low), upper);
}

// { low half, high half }
static IrValue *halves(IrBuilder *builder, const IrInst *inst, IrValue *value) {
    IrModule *module = builder->m;
    IrValue *by = &ir_int(value->type, 64)->v;
    IrValue *pair = &ir_undef(module, inst->v.type)->v;
    pair = ir_insert(builder, pair, ir_trunc(builder, value, module->ty_i64), 0);
    IrValue *high = ir_trunc(builder, ir_lshr(builder, value, by), module->ty_i64);
    return ir_insert(builder, pair, high, 1);
}

// add.u.i128(a low, a high, b low, b high), and sub
static IrValue *wide_sum(IrBuilder *builder, const IrInst *inst, IrOp op) {
    if (!is_of_halves(builder, inst, 4)) return NULL;
    IrValue *a = of_halves(builder, ir_op(inst, 0), ir_op(inst, 1));
    IrValue *b = of_halves(builder, ir_op(inst, 2), ir_op(inst, 3));
    return halves(builder, inst, ir_bin(builder, op, 0, a, b));
}

static IrValue *wide_add(IrBuilder *builder, const IrInst *inst) {
    return wide_sum(builder, inst, IR_ADD);
}

static IrValue *wide_sub(IrBuilder *builder, const IrInst *inst) {
    return wide_sum(builder, inst, IR_SUB);
}

static IrValue *product(IrBuilder *builder, const IrInst *inst, IrType *type, IrOp widen) {
    IrValue *left = ir_cast(builder, widen, 0, ir_op(inst, 0), type);
    IrValue *right = ir_cast(builder, widen, 0, ir_op(inst, 1), type);
    return ir_mul(builder, left, right);
}

// mul.wide.u.i64(a, b), and mad with an addend of 64 bits
static IrValue *wide_product(IrBuilder *builder, const IrInst *inst) {
    bool sum = is_of_halves(builder, inst, 3);
    if (!sum && !is_of_halves(builder, inst, 2)) return NULL;
    IrValue *value = product(builder, inst, ir_ty_int(builder->m, 128), IR_ZEXT);
    if (sum) value = ir_add(builder, value, widened(builder, ir_op(inst, 2)));
    return halves(builder, inst, value);
}

// mad.wide.u.i32(a, b, an addend of 64 bits), and mad.wide.s
static IrValue *sum_of_product(IrBuilder *builder, const IrInst *inst, IrOp widen) {
    IrModule *module = builder->m;
    if (ir_call_nargs(inst) != 3 || inst->v.type != module->ty_i64) return NULL;
    bool fits = ir_op(inst, 0)->type == module->ty_i32 && ir_op(inst, 1)->type == module->ty_i32 &&
                ir_op(inst, 2)->type == module->ty_i64;
    if (!fits) return NULL;
    return ir_add(builder, product(builder, inst, module->ty_i64, widen), ir_op(inst, 2));
}

static IrValue *unsigned_sum(IrBuilder *builder, const IrInst *inst) {
    return sum_of_product(builder, inst, IR_ZEXT);
}

static IrValue *signed_sum(IrBuilder *builder, const IrInst *inst) {
    return sum_of_product(builder, inst, IR_SEXT);
}

static const struct {
    const char *name; // up to its end or a '.'
    IrValue *(*fn)(IrBuilder *builder, const IrInst *inst);
} rows[] = {
    {"llvm.nvvm.atomic.rmw", read_modify_write}, {"llvm.nvvm.atomic.cas", compare_and_swap},
    {"llvm.nvvm.add.u.i128", wide_add},          {"llvm.nvvm.sub.u.i128", wide_sub},
    {"llvm.nvvm.mul.wide.u.i64", wide_product},  {"llvm.nvvm.mad.wide.u.i64", wide_product},
    {"llvm.nvvm.mad.wide.u.i32", unsigned_sum},  {"llvm.nvvm.mad.wide.s.i32", signed_sum},
};

// The row of a name; CU_COUNT(rows): none.
static size_t find(const char *name) {
    size_t k = 0;
    for (; k < CU_COUNT(rows); k++) {
        size_t n = strlen(rows[k].name);
        if (strncmp(name, rows[k].name, n) == 0 && is_any_of(name[n], 0, '.')) break;
    }
    return k;
}

bool ir_upgrade_is_mode(const char *name) {
    return find(name) < CU_COUNT(rows);
}

IrValue *ir_upgrade_mode(IrBuilder *builder, const IrInst *inst, const char *name) {
    size_t k = find(name);
    return k < CU_COUNT(rows) ? rows[k].fn(builder, inst) : NULL;
}
