// SPDX-License-Identifier: Apache-2.0
// Functions of native code for atomic operations of eight lanes whose addresses have been checked,
// in the order of the lanes. They do what execute/atom.c does.
#include "vm/compute/float.h"
#include "vm/native/build.h"
#include "ptx/form/sem.h"

// ---- atomic operations -------------------------------------------------------------------------

static uint32_t of_f32(float x) { // NaN has one form
    uint32_t bits;
    memcpy(&bits, &x, 4);
    return x != x ? 0x7fffffff : bits;
}
static float as_f32(uint32_t bits) {
    float x;
    memcpy(&x, &bits, 4);
    return x;
}
static uint64_t add_f64(uint64_t a, uint64_t b) {
    double x, y;
    memcpy(&x, &a, 8);
    memcpy(&y, &b, 8);
    x += y;
    memcpy(&a, &x, 8);
    return a;
}

// `base` is where JitState.offset counts from. Memory that other threads of the host may write at
// the same time is exchanged.
#define ATOMIC(name, T, expression)                                                                \
    static inline T now_##name(T old, T by) {                                                      \
        return (T)(expression);                                                                    \
    }                                                                                              \
    static void alone_##name(void *base, const void *data, uint32_t mask) {                        \
        JitState *state = (JitState *)data;                                                        \
        const T *by = (const T *)(const void *)state->operand[0][2];                               \
        T *was = (T *)(void *)state->operand[0][0];                                                \
        VM_EACH(i, mask) {                                                                         \
            T *at = (T *)(void *)((uint8_t *)base + state->offset[i]);                             \
            T old = *at;                                                                           \
            *at = now_##name(old, by[i]);                                                          \
            was[i] = old;                                                                          \
        }                                                                                          \
    }                                                                                              \
    static void shared_##name(void *base, const void *data, uint32_t mask) {                       \
        JitState *state = (JitState *)data;                                                        \
        const T *by = (const T *)(const void *)state->operand[0][2];                               \
        T *was = (T *)(void *)state->operand[0][0];                                                \
        if (state->alone) {                                                                        \
            alone_##name(base, data, mask);                                                        \
            return;                                                                                \
        }                                                                                          \
        VM_EACH(i, mask) {                                                                         \
            T *at = (T *)(void *)((uint8_t *)base + state->offset[i]);                             \
            T old = __atomic_load_n(at, __ATOMIC_RELAXED), now;                                    \
            do now = now_##name(old, by[i]);                                                       \
            while (!__atomic_compare_exchange_n(at, &old, now, false, __ATOMIC_SEQ_CST,            \
                                                __ATOMIC_RELAXED));                                \
            was[i] = old;                                                                          \
        }                                                                                          \
    }
ATOMIC(add_32, uint32_t, old + by)
ATOMIC(add_64, uint64_t, old + by)
ATOMIC(and_32, uint32_t, old &by)
ATOMIC(and_64, uint64_t, old &by)
ATOMIC(or_32, uint32_t, old | by)
ATOMIC(or_64, uint64_t, old | by)
ATOMIC(xor_32, uint32_t, old ^ by)
ATOMIC(xor_64, uint64_t, old ^ by)
ATOMIC(min_u32, uint32_t, old < by ? old : by)
ATOMIC(min_s32, int32_t, old < by ? old : by)
ATOMIC(min_u64, uint64_t, old < by ? old : by)
ATOMIC(min_s64, int64_t, old < by ? old : by)
ATOMIC(max_u32, uint32_t, old > by ? old : by)
ATOMIC(max_s32, int32_t, old > by ? old : by)
ATOMIC(max_u64, uint64_t, old > by ? old : by)
ATOMIC(max_s64, int64_t, old > by ? old : by)
ATOMIC(inc_32, uint32_t, old >= by ? 0 : old + 1)
ATOMIC(dec_32, uint32_t, old == 0 || old > by ? by : old - 1)
ATOMIC(add_f32, uint32_t, of_f32(as_f32(old) + as_f32(by)))
ATOMIC(add_f64, uint64_t, add_f64(old, by))
ATOMIC(min_f32, uint32_t, of_f32(vm_fmin(as_f32(old), as_f32(by))))
ATOMIC(max_f32, uint32_t, of_f32(vm_fmax(as_f32(old), as_f32(by))))

typedef void AtomicFn(void *base, const void *data, uint32_t mask);
typedef struct {
    uint8_t op; // PTX_AOP_*
    uint32_t types;
    AtomicFn *alone, *shared;
} AtomicRow;
#define ROW(op, types, name)                                                                       \
    { PTX_AOP_##op, types, alone_##name, shared_##name }
#define OF(type) (1u << PTX_##type)
_Static_assert(PTX_F64 < 32 && PTX_B64 < 32 && PTX_F32 < 32, "types are bits of a word");
static const AtomicRow atomic_rows[] = {
    ROW(ADD, OF(U32) | OF(S32) | OF(B32), add_32),
    ROW(ADD, OF(U64) | OF(S64) | OF(B64), add_64),
    ROW(ADD, OF(F32), add_f32),
    ROW(ADD, OF(F64), add_f64),
    ROW(AND, OF(B32) | OF(U32) | OF(S32), and_32),
    ROW(AND, OF(B64), and_64),
    ROW(OR, OF(B32) | OF(U32) | OF(S32), or_32),
    ROW(OR, OF(B64), or_64),
    ROW(XOR, OF(B32) | OF(U32) | OF(S32), xor_32),
    ROW(XOR, OF(B64), xor_64),
    ROW(MIN, OF(U32) | OF(B32), min_u32),
    ROW(MIN, OF(S32), min_s32),
    ROW(MIN, OF(U64), min_u64),
    ROW(MIN, OF(S64), min_s64),
    ROW(MIN, OF(F32), min_f32),
    ROW(MAX, OF(U32) | OF(B32), max_u32),
    ROW(MAX, OF(S32), max_s32),
    ROW(MAX, OF(U64), max_u64),
    ROW(MAX, OF(S64), max_s64),
    ROW(MAX, OF(F32), max_f32),
    ROW(INC, OF(U32) | OF(B32), inc_32),
    ROW(DEC, OF(U32) | OF(B32), dec_32),
};

// A block's shared memory is one thread's of the host.
static AtomicFn *atomic_of(const VmInst *inst) {
    for (uint32_t i = 0; i < CU_COUNT(atomic_rows); i++) {
        const AtomicRow *row = &atomic_rows[i];
        bool is_it = row->op == inst->mod && inst->type < 32 && row->types >> inst->type & 1;
        if (is_it) return inst->space == VSP_SHARED ? row->alone : row->shared;
    }
    return NULL;
}

// One element, with an operation that has a row.
bool vm_native_atomic(Build *build, const VmInst *inst, JitInst *in) {
    uint32_t sem = ptx_rows[inst->source->op].sem;
    bool known = is_any_of(inst->space, VSP_GENERIC, VSP_GLOBAL, VSP_SHARED) && inst->n == 1;
    // what orders others, and what reaches only the block, is the machine's to tell the checkers
    bool orders = inst->flags & (VF_ACQUIRE | VF_RELEASE) ||
                  (inst->flags & VF_BLOCK_SCOPE && inst->space != VSP_SHARED);
    if (!is_any_of(sem, PTX_SEM_ATOM, PTX_SEM_RED) || !known) return false;
    if (inst->space == VSP_SHARED && build->fn->pairs) return false;
    if (build->out->watched && orders) return false;
    JitCall call = {.function = atomic_of(inst)};
    // of .sys scope the program's own threads are others, too
    if (!call.function || ptx_mod(inst->source, SCOPE) == PTX_SCOPE_SYS) return false;
    const VmRef *list = build->fn->list.at + inst->list;
    const uint8_t *sizes = build->fn->list_size.at + inst->list;
    uint32_t size = ptx_type_bits((PtxType)inst->type) == 64 ? 3 : 2;
    JitOperand by;
    if (sizes[0] != size || !vm_native_operand(build, list[0], size, &by)) return false;
    if (!vm_native_operand(build, inst->a, inst->asize, &in->a)) return false;
    bool result = inst->d != REF_NONE && sizes[1] <= 3; // else a sink
    if (result && (sizes[1] != size || !vm_native_operand(build, list[1], size, &in->d)))
        return false;
    in->op = JIT_ATOMIC;
    in->type = size == 3 ? JIT_U64 : JIT_U32;
    in->adds = size == 2 && inst->mod == PTX_AOP_ADD && ptx_types[inst->type].kind != 'f';
    in->space = inst->space == VSP_SHARED ? JIT_SHARED : JIT_GLOBAL;
    in->settled = build->settled && build->settled[build->pc];
    in->bytes = (uint8_t)(1u << size);
    in->displacement = inst->access.offset;
    in->element = build->out->element.n;
    in->nelement = 1;
    vec_push(build->arena, &build->out->element, by);
    in->call = build->out->call.n;
    vec_push(build->arena, &build->out->call, call);
    return true;
}
