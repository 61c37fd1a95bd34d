// SPDX-License-Identifier: Apache-2.0
// The functions __nv_atomic_* (CUDA C++ Programming Guide, "Atomic Functions"): an order and a
// scope as constant arguments. They become the IR's atomic instructions; what an order means in PTX
// is the back end's matter.
#include "irgen/lower.h"

#include "base/feature.h"

typedef struct Atomics {
    Lower *c;
    IrOrder order;
    IrScope scope;
    uint32_t at; // next argument
} Atomics;

static IrValue *next_arg(Atomics *atomics) {
    return atomics->c->arg[atomics->at++];
}

// __NV_ATOMIC_RELAXED, CONSUME, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST
static IrOrder order_of(uint64_t v) {
    static const uint8_t order[] = {IR_MONOTONIC, IR_ACQUIRE, IR_ACQUIRE,
                                    IR_RELEASE,   IR_ACQ_REL, IR_SEQ_CST};
    return (IrOrder)order[CU_MIN(v, CU_COUNT(order) - 1)];
}

// __NV_THREAD_SCOPE_THREAD, BLOCK, CLUSTER, DEVICE, SYSTEM; without clusters one is the device
static IrScope scope_of(Lower *lower, uint64_t v) {
    static const uint8_t scope[] = {IR_SCOPE_BLOCK, IR_SCOPE_BLOCK, IR_SCOPE_CLUSTER,
                                    IR_SCOPE_DEVICE, IR_SCOPE_SYSTEM};
    IrScope s = (IrScope)scope[CU_MIN(v, CU_COUNT(scope) - 1)];
    bool clusters = target_has(lower->opt->target, SMF_cluster);
    return s == IR_SCOPE_CLUSTER && !clusters ? IR_SCOPE_DEVICE : s;
}

// The constants from argument k on; a compare and exchange has the order of its failure between.
static void read_order(Atomics *atomics, uint32_t k, bool two) {
    Lower *c = atomics->c;
    atomics->order = order_of(lower_constant(c, k));
    uint32_t s = k + 1 + two;
    atomics->scope = s < c->n ? scope_of(c, lower_constant(c, s)) : IR_SCOPE_SYSTEM;
}

static IrType *object(Lower *lower) { // as an integer
    return ir_ty_int(lower->m, lower->elem_bits);
}

static uint32_t bytes(Lower *lower) {
    return lower->elem_bits / 8;
}

static IrValue *load_object(Lower *lower, IrValue *value) {
    return &ir_load(lower->b, object(lower), value, bytes(lower))->v;
}

// The value of an argument, or behind the pointer that it is.
static IrValue *value(Atomics *atomics, bool memory) {
    Lower *c = atomics->c;
    IrValue *v = next_arg(atomics);
    if (memory) return load_object(c, v);
    return ir_ty_is_int(v->type) ? ir_int_resize(c->b, v, object(c), false)
                                 : ir_bitcast(c->b, v, object(c));
}

static IrValue *do_load(Atomics *atomics, bool memory) {
    Lower *c = atomics->c;
    IrValue *p = next_arg(atomics), *to = memory ? next_arg(atomics) : NULL;
    read_order(atomics, atomics->at, false);
    IrInst *i = ir_load(c->b, object(c), p, bytes(c));
    i->order = (uint8_t)atomics->order;
    i->scope = atomics->scope;
    if (to) ir_store(c->b, &i->v, to, bytes(c));
    return &i->v;
}

static IrValue *do_store(Atomics *atomics, bool memory) {
    Lower *c = atomics->c;
    IrValue *p = next_arg(atomics), *v = value(atomics, memory);
    read_order(atomics, atomics->at, false);
    IrInst *i = ir_store(c->b, v, p, bytes(c));
    i->order = (uint8_t)atomics->order;
    i->scope = atomics->scope;
    return NULL;
}

static IrValue *do_exchange(Atomics *atomics, bool memory) {
    Lower *c = atomics->c;
    IrValue *p = next_arg(atomics), *v = value(atomics, memory),
            *to = memory ? next_arg(atomics) : NULL;
    read_order(atomics, atomics->at, false);
    IrValue *old = &ir_atomicrmw(c->b, IR_RMW_XCHG, p, v, atomics->order, atomics->scope)->v;
    if (to) ir_store(c->b, old, to, bytes(c));
    return old;
}

// (address, expected *, desired, weak, order, order on failure, scope): what was there goes to
// *expected, which had it already where the exchange took place.
static IrValue *do_compare_exchange(Atomics *atomics, bool memory) {
    Lower *c = atomics->c;
    IrValue *p = next_arg(atomics), *expected = next_arg(atomics), *want = load_object(c, expected);
    IrValue *v = value(atomics, memory);
    read_order(atomics, atomics->at + 1, true);
    IrInst *i = ir_cmpxchg(c->b, p, want, v, atomics->order, IR_MONOTONIC, atomics->scope);
    ir_store(c->b, ir_extract(c->b, &i->v, 0), expected, bytes(c));
    return ir_extract(c->b, &i->v, 1);
}

static IrValue *do_modify(Atomics *atomics, const char *name) {
    static const struct {
        char name[4];
        uint8_t op[3]; // of LowerClass
    } ops[] = {{"add", {IR_RMW_ADD, IR_RMW_ADD, IR_RMW_FADD}},
               {"sub", {IR_RMW_SUB, IR_RMW_SUB, IR_RMW_FADD}},
               {"and", {IR_RMW_AND, IR_RMW_AND, IR_RMW_AND}},
               {"or", {IR_RMW_OR, IR_RMW_OR, IR_RMW_OR}},
               {"xor", {IR_RMW_XOR, IR_RMW_XOR, IR_RMW_XOR}},
               {"min", {IR_RMW_MIN, IR_RMW_UMIN, IR_RMW_FMIN}},
               {"max", {IR_RMW_MAX, IR_RMW_UMAX, IR_RMW_FMAX}}};
    Lower *c = atomics->c;
    uint32_t k = 0;
    while (k + 1 < CU_COUNT(ops) && strcmp(ops[k].name, name) != 0) k++;
    IrValue *p = next_arg(atomics), *v = next_arg(atomics);
    if (c->elem_class == LOWER_FLOAT && strcmp(name, "sub") == 0) v = ir_fneg(c->b, v);
    read_order(atomics, atomics->at, false);
    return &ir_atomicrmw(c->b, (IrRmwOp)ops[k].op[c->elem_class], p, v, atomics->order,
                         atomics->scope)
                ->v;
}

static IrValue *do_fence(Atomics *atomics) { // all orders but one are that of seq_cst
    Lower *c = atomics->c;
    read_order(atomics, 0, false);
    ir_fence(c->b, atomics->order == IR_ACQ_REL ? IR_ACQ_REL : IR_SEQ_CST, atomics->scope);
    return NULL;
}

IrValue *lower_nv_atomic_typed(Lower *lower, const char *op) {
    static const struct {
        const char *name;
        IrValue *(*fn)(Atomics *atomics, bool memory);
    } rows[] = {{"load", do_load},
                {"store", do_store},
                {"exchange", do_exchange},
                {"compare_exchange", do_compare_exchange}};
    Atomics a = {.c = lower};
    if (strcmp(op, "thread_fence") == 0) return do_fence(&a);
    if (strncmp(op, "fetch_", 6) == 0) op += 6;
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        size_t n = strlen(rows[i].name);
        if (strncmp(op, rows[i].name, n) != 0) continue;
        IrValue *r = rows[i].fn(&a, op[n] != '_'); // "load_n": by value
        bool cast = r && lower->ret->kind != IR_TY_VOID && r->type != lower->ret;
        return !cast                      ? r
               : ir_ty_is_int(lower->ret) ? ir_int_resize(lower->b, r, lower->ret, false)
                                          : ir_bitcast(lower->b, r, lower->ret);
    }
    return do_modify(&a, op);
}

// The functions for one size. tail: "load_n", "fetch_add.s": the class of the operand.
IrValue *lower_nv_atomic(Lower *lower) {
    const char *op = lower_word(lower, 0), *cls = lower_word(lower, 1);
    IrType *t = lower->ret; // the object's, or that of the value
    if (strncmp(op, "store", 5) == 0) t = lower->arg[1]->type;
    if (strncmp(op, "compare", 7) == 0) t = lower->arg[2]->type;
    lower->elem_n = 1;
    lower->elem_bits = t->bits;
    lower->elem_class = *cls == 'f' ? LOWER_FLOAT : *cls == 's' ? LOWER_INT : LOWER_UINT;
    return lower_nv_atomic_typed(lower, op);
}
