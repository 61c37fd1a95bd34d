// SPDX-License-Identifier: Apache-2.0
// Functions of native code for accesses of eight lanes to local memory, which each lane has for
// itself. What they do not find is the machine's (exec_mem.c). Native code needs AVX2.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#pragma GCC target("avx2")
#endif
#include "vm/native_build.h"

typedef struct {
    uint64_t displacement;
    uint8_t n, asize; // elements; log2 of an address's bytes, 0: there is none
    bool in_frame;    // addresses count from the function's frame
} Local;

typedef struct {
    uint8_t *of[JIT_LANES];
} Places;

// The lanes' places of `bytes` each. False: one of the running lanes has none there.
static inline bool find_places(const JitState *state, const Local *local, uint32_t bytes,
                               Places *at) {
    const Warp *warp = state->lanes->warp;
    const uint32_t *begin = warp->frame->lbase + state->lane8;
    const uint32_t *end = warp->frame->lend + state->lane8;
    uint8_t *const *memory = warp->local + state->lane8;
    const void *address = state->operand[JIT_ADDRESS];
    const uint32_t *narrow = address;
    const uint64_t *wide = address;
    uint64_t off[JIT_LANES], outside = 0;
    for (uint32_t i = 0; i < JIT_LANES; i++) off[i] = local->displacement;
    for (uint32_t i = 0; i < JIT_LANES && local->in_frame; i++) off[i] += begin[i];
    for (uint32_t i = 0; i < JIT_LANES && local->asize == 3; i++) off[i] += wide[i];
    for (uint32_t i = 0; i < JIT_LANES && local->asize == 2; i++) off[i] += narrow[i];
    // A difference below 0 has its top bits set, as has an offset that is none: frames are small.
    for (uint32_t i = 0; i < JIT_LANES; i++) {
        uint64_t wrong = (off[i] - VM_LOCAL_OFF) | ((uint64_t)end[i] - bytes - off[i]);
        uint64_t running = state->lane_mask[i] ? ~0ull : 0;
        outside |= ((wrong & ~0x7fffffffull) | (off[i] & (bytes - 1))) & running;
        at->of[i] = memory[i] + off[i];
    }
    return !outside;
}

#define PART(T, at, i, k) (((T *)(void *)at.of[i])[k])

// What lies in memory and what a lane of the operand holds: 32 bits, or 64.
#define LOCAL(name, T, Lane)                                                                       \
    static uint32_t load_##name(void *called, const void *data, uint32_t mask) {                   \
        JitState *state = called;                                                                  \
        const Local *local = data;                                                                 \
        Places at;                                                                                 \
        if (!find_places(state, local, sizeof(T) * local->n, &at)) return 0;                       \
        for (uint32_t k = 0; k < local->n; k++) {                                                  \
            Lane *to = (Lane *)(void *)state->operand[k];                                          \
            if (mask == (1u << JIT_LANES) - 1) {                                                   \
                for (uint32_t i = 0; i < JIT_LANES; i++) to[i] = (Lane)PART(T, at, i, k);          \
            } else {                                                                               \
                VM_EACH(i, mask) to[i] = (Lane)PART(T, at, i, k);                                  \
            }                                                                                      \
        }                                                                                          \
        return 1;                                                                                  \
    }
#define LOCAL_STORE(name, T, Lane)                                                                 \
    static uint32_t store_##name(void *called, const void *data, uint32_t mask) {                  \
        JitState *state = called;                                                                  \
        const Local *local = data;                                                                 \
        Places at;                                                                                 \
        if (!find_places(state, local, sizeof(T) * local->n, &at)) return 0;                       \
        for (uint32_t k = 0; k < local->n; k++) {                                                  \
            const Lane *from = (const Lane *)(const void *)state->operand[k];                      \
            VM_EACH(i, mask) PART(T, at, i, k) = (T)from[i];                                       \
        }                                                                                          \
        return 1;                                                                                  \
    }
LOCAL(u8, uint8_t, uint32_t)
LOCAL(s8, int8_t, uint32_t)
LOCAL(u16, uint16_t, uint32_t)
LOCAL(s16, int16_t, uint32_t)
LOCAL(u32, uint32_t, uint32_t)
LOCAL(u64, uint64_t, uint64_t)
LOCAL_STORE(u8, uint8_t, uint32_t)
LOCAL_STORE(u16, uint16_t, uint32_t)
LOCAL_STORE(u32, uint32_t, uint32_t)
LOCAL_STORE(u64, uint64_t, uint64_t)

void vm_native_local(Build *build, const VmInst *inst, JitInst *in) {
    typedef uint32_t LocalFn(void *, const void *, uint32_t);
    static LocalFn *const loads[2][4] = {{load_u8, load_u16, load_u32, load_u64},
                                         {load_s8, load_s16, load_u32, load_u64}};
    static LocalFn *const stores[4] = {store_u8, store_u16, store_u32, store_u64};
    uint32_t size = (uint32_t)__builtin_ctz(in->bytes);
    bool constant = in->a.kind == JIT_IS_VALUE;
    Local local = {.displacement = (uint64_t)in->displacement + (constant ? in->a.value : 0),
                   .n = (uint8_t)in->nelement,
                   .asize = constant ? 0 : inst->asize,
                   .in_frame = inst->space == VSP_FRAME};
    union {
        LocalFn *local;
        void (*called)(void *, const void *, uint32_t);
    } function = {in->op == JIT_LOAD ? loads[in->is_signed][size] : stores[size]};
    JitCall call = {.function = function.called};
    memcpy(call.data, &local, sizeof local);
    in->call = build->out->call.n;
    vec_push(build->arena, &build->out->call, call);
}
