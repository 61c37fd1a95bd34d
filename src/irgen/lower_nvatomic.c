// SPDX-License-Identifier: Apache-2.0
// The functions __nv_atomic_* (CUDA C++ Programming Guide, "Atomic Functions"): an order and a
// scope as constant arguments. They become the IR's atomic instructions; what an order means in PTX
// is the back end's matter.
#include "irgen/lower.h"

typedef struct Atomics {
    Lower *c;
    IrOrder order;
    IrScope scope;
    uint32_t at; // next argument
} Atomics;

static IrValue *next_arg(Atomics *a) {
    return a->c->arg[a->at++];
}

// __NV_ATOMIC_RELAXED, CONSUME, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST
static IrOrder order_of(uint64_t v) {
    static const uint8_t order[] = {IR_MONOTONIC, IR_ACQUIRE, IR_ACQUIRE,
                                    IR_RELEASE,   IR_ACQ_REL, IR_SEQ_CST};
    return (IrOrder)order[CU_MIN(v, CU_COUNT(order) - 1)];
}

// __NV_THREAD_SCOPE_THREAD, BLOCK, CLUSTER, DEVICE, SYSTEM; before sm_90 a cluster is the device
static IrScope scope_of(Lower *c, uint64_t v) {
    static const uint8_t scope[] = {IR_SCOPE_BLOCK, IR_SCOPE_BLOCK, IR_SCOPE_CLUSTER,
                                    IR_SCOPE_DEVICE, IR_SCOPE_SYSTEM};
    IrScope s = (IrScope)scope[CU_MIN(v, CU_COUNT(scope) - 1)];
    return s == IR_SCOPE_CLUSTER && c->opt->sm < 90 ? IR_SCOPE_DEVICE : s;
}

// The constants from argument k on; a compare and exchange has the order of its failure between.
static void read_order(Atomics *a, uint32_t k, bool two) {
    Lower *c = a->c;
    a->order = order_of(lower_constant(c, k));
    uint32_t s = k + 1 + two;
    a->scope = s < c->n ? scope_of(c, lower_constant(c, s)) : IR_SCOPE_SYSTEM;
}

static IrType *object(Lower *c) { // as an integer
    return ir_ty_int(c->m, c->elem_bits);
}

static uint32_t bytes(Lower *c) {
    return c->elem_bits / 8;
}

static IrValue *load_object(Lower *c, IrValue *p) {
    return &ir_load(c->b, object(c), p, bytes(c))->v;
}

// The value of an argument, or behind the pointer that it is.
static IrValue *value(Atomics *a, bool memory) {
    Lower *c = a->c;
    IrValue *v = next_arg(a);
    if (memory) return load_object(c, v);
    return ir_ty_is_int(v->type) ? ir_int_resize(c->b, v, object(c), false)
                                 : ir_bitcast(c->b, v, object(c));
}

static IrValue *do_load(Atomics *a, bool memory) {
    Lower *c = a->c;
    IrValue *p = next_arg(a), *to = memory ? next_arg(a) : NULL;
    read_order(a, a->at, false);
    IrInst *i = ir_load(c->b, object(c), p, bytes(c));
    i->order = (uint8_t)a->order;
    i->scope = a->scope;
    if (to) ir_store(c->b, &i->v, to, bytes(c));
    return &i->v;
}

static IrValue *do_store(Atomics *a, bool memory) {
    Lower *c = a->c;
    IrValue *p = next_arg(a), *v = value(a, memory);
    read_order(a, a->at, false);
    IrInst *i = ir_store(c->b, v, p, bytes(c));
    i->order = (uint8_t)a->order;
    i->scope = a->scope;
    return NULL;
}

static IrValue *do_exchange(Atomics *a, bool memory) {
    Lower *c = a->c;
    IrValue *p = next_arg(a), *v = value(a, memory), *to = memory ? next_arg(a) : NULL;
    read_order(a, a->at, false);
    IrValue *old = &ir_atomicrmw(c->b, IR_RMW_XCHG, p, v, a->order, a->scope)->v;
    if (to) ir_store(c->b, old, to, bytes(c));
    return old;
}

// (address, expected *, desired, weak, order, order on failure, scope): what was there goes to
// *expected, which had it already where the exchange took place.
static IrValue *do_compare_exchange(Atomics *a, bool memory) {
    Lower *c = a->c;
    IrValue *p = next_arg(a), *expected = next_arg(a), *want = load_object(c, expected);
    IrValue *v = value(a, memory);
    read_order(a, a->at + 1, true);
    IrInst *i = ir_cmpxchg(c->b, p, want, v, a->order, IR_MONOTONIC, a->scope);
    ir_store(c->b, ir_extract(c->b, &i->v, 0), expected, bytes(c));
    return ir_extract(c->b, &i->v, 1);
}

static IrValue *do_modify(Atomics *a, const char *name) {
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
    Lower *c = a->c;
    uint32_t k = 0;
    while (k + 1 < CU_COUNT(ops) && strcmp(ops[k].name, name) != 0) k++;
    IrValue *p = next_arg(a), *v = next_arg(a);
    if (c->elem_class == LOWER_FLOAT && strcmp(name, "sub") == 0) v = ir_fneg(c->b, v);
    read_order(a, a->at, false);
    return &ir_atomicrmw(c->b, (IrRmwOp)ops[k].op[c->elem_class], p, v, a->order, a->scope)->v;
}

static IrValue *do_fence(Atomics *a) { // all orders but one are that of seq_cst
    Lower *c = a->c;
    read_order(a, 0, false);
    ir_fence(c->b, a->order == IR_ACQ_REL ? IR_ACQ_REL : IR_SEQ_CST, a->scope);
    return NULL;
}

IrValue *lower_nv_atomic_typed(Lower *c, const char *op) {
    static const struct {
        const char *name;
        IrValue *(*fn)(Atomics *a, bool memory);
    } rows[] = {{"load", do_load},
                {"store", do_store},
                {"exchange", do_exchange},
                {"compare_exchange", do_compare_exchange}};
    Atomics a = {.c = c};
    if (strcmp(op, "thread_fence") == 0) return do_fence(&a);
    if (strncmp(op, "fetch_", 6) == 0) op += 6;
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        size_t n = strlen(rows[i].name);
        if (strncmp(op, rows[i].name, n) != 0) continue;
        IrValue *r = rows[i].fn(&a, op[n] != '_'); // "load_n": by value
        bool cast = r && c->ret->kind != IR_TY_VOID && r->type != c->ret;
        return !cast                  ? r
               : ir_ty_is_int(c->ret) ? ir_int_resize(c->b, r, c->ret, false)
                                      : ir_bitcast(c->b, r, c->ret);
    }
    return do_modify(&a, op);
}

// The functions for one size. tail: "load_n", "fetch_add.s": the class of the operand.
IrValue *lower_nv_atomic(Lower *c) {
    const char *op = lower_word(c, 0), *cls = lower_word(c, 1);
    IrType *t = c->ret; // the object's, or that of the value
    if (strncmp(op, "store", 5) == 0) t = c->arg[1]->type;
    if (strncmp(op, "compare", 7) == 0) t = c->arg[2]->type;
    c->elem_n = 1;
    c->elem_bits = t->bits;
    c->elem_class = *cls == 'f' ? LOWER_FLOAT : *cls == 's' ? LOWER_INT : LOWER_UINT;
    return lower_nv_atomic_typed(c, op);
}
