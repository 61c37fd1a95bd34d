// SPDX-License-Identifier: Apache-2.0
// atom and red (PTX ISA 9.7.13.5): every operation is a compare-and-swap loop on the host's memory,
// except the plain additions. Lanes take their turns in order of their numbers.
#include "vm/execute/execute.h"
#include "vm/check/race.h"
#include "ptx/form/sem.h"

#include <stdatomic.h>

#include "vm/compute/float.h"

// Bits and floats: a NaN is always the same one, as hardware has it.
static float as_f32(uint64_t v) {
    uint32_t b = (uint32_t)v;
    float f;
    memcpy(&f, &b, 4);
    return f;
}
static uint64_t of_f32(float f) {
    uint32_t b;
    if (f != f) return 0x7fffffff;
    memcpy(&b, &f, 4);
    return b;
}
static uint64_t add_f64(uint64_t a, uint64_t b) {
    double x, y;
    memcpy(&x, &a, 8);
    memcpy(&y, &b, 8);
    x += y;
    memcpy(&a, &x, 8);
    return a;
}

// Halves by way of floats, packed ones each for itself.
static uint64_t half_op(uint32_t op, uint32_t type, uint64_t a, uint64_t b) {
    bool bf = is_any_of(type, PTX_BF16, PTX_BF16X2);
    uint32_t n = is_any_of(type, PTX_F16X2, PTX_BF16X2) ? 2 : 1;
    uint64_t r = 0;
    for (uint32_t k = 0; k < n; k++) {
        float x = vm_half_get((uint16_t)(a >> (16 * k)), bf),
              y = vm_half_get((uint16_t)(b >> (16 * k)), bf);
        float v = op == PTX_AOP_ADD ? x + y : op == PTX_AOP_MIN ? vm_fmin(x, y) : vm_fmax(x, y);
        r |= (uint64_t)vm_half_put((double)v, bf, PTX_RND_RN) << (16 * k);
    }
    return r;
}

// By the type's sign and width.
static uint64_t int_minmax(uint32_t op, uint32_t type, uint64_t a, uint64_t b) {
    bool less;
    if (ptx_types[type].kind == 's') {
        less =
            ptx_type_bits((PtxType)type) == 32 ? (int32_t)a < (int32_t)b : (int64_t)a < (int64_t)b;
    } else {
        less = a < b;
    }
    return (op == PTX_AOP_MIN) == less ? a : b;
}

// The new value of memory.
static uint64_t apply(uint32_t op, uint32_t type, uint64_t old, uint64_t b, uint64_t c) {
    switch (op) {
    case PTX_AOP_EXCH: return b;
    case PTX_AOP_CAS: return old == b ? c : old;
    case PTX_AOP_AND: return old & b;
    case PTX_AOP_OR: return old | b;
    case PTX_AOP_XOR: return old ^ b;
    // inc: up to b, then 0; dec: from b down, also from what is above it.
    case PTX_AOP_INC: return (uint32_t)old >= (uint32_t)b ? 0 : old + 1;
    case PTX_AOP_DEC: return (uint32_t)old == 0 || (uint32_t)old > (uint32_t)b ? b : old - 1;
    default: break;
    }
    switch (type) {
    case PTX_F16:
    case PTX_F16X2:
    case PTX_BF16:
    case PTX_BF16X2: return half_op(op, type, old, b);
    case PTX_F32:
        return of_f32(op == PTX_AOP_ADD   ? as_f32(old) + as_f32(b)
                      : op == PTX_AOP_MIN ? vm_fmin(as_f32(old), as_f32(b))
                                          : vm_fmax(as_f32(old), as_f32(b)));
    case PTX_F64: return add_f64(old, b);
    default: return op == PTX_AOP_ADD ? old + b : int_minmax(op, type, old, b);
    }
}

#define CAS_LOOP(T)                                                                                \
    {                                                                                              \
        T *q = (T *)(void *)p, old = __atomic_load_n(q, __ATOMIC_RELAXED), now;                    \
        do {                                                                                       \
            now = (T)apply(op, type, old, (T)b, (T)c);                                             \
        } while (!__atomic_compare_exchange_n(q, &old, now, false, __ATOMIC_SEQ_CST,               \
                                              __ATOMIC_RELAXED));                                  \
        return old;                                                                                \
    }
uint64_t vm_atomic_at(uint8_t *p, uint32_t bytes, uint32_t op, uint32_t type, uint64_t b,
                      uint64_t c) {
    switch (bytes) {
    case 2: CAS_LOOP(uint16_t)
    case 4: CAS_LOOP(uint32_t)
    default: CAS_LOOP(uint64_t)
    }
}

// Lanes in order; vectors element by element, each atomic by itself.
static void exec_atom(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t bytes = ptx_type_bits((PtxType)in->type) / 8, n = in->n;
    const uint8_t *a = vm_row(warp, in->a);
    const VmRef *list = warp->fn->list.at + in->list;
    const uint8_t *size = warp->fn->list_size.at + in->list;
    // list: n sources b, n destinations (unless red), then c
    bool red = in->d == REF_NONE;
    uint64_t c[VM_LANES] = {0};
    if (in->c != REF_NONE) vm_load_row(warp, in->c, in->dsize, c);
    VM_EACH(i, mask) {
        uint64_t addr = 0;
        memcpy(&addr, a + ((size_t)i << in->asize), 1u << in->asize);
        addr += (uint64_t)in->access.offset;
        uint8_t *p = vm_access(warp, in, i, addr, bytes * n, (VmSpace)in->space, VM_ATOMIC);
        // For the checker of races an atomic releases before and acquires after.
        if (warp->grid->race) vm_race_release_at(warp, in, i, addr, (VmSpace)in->space);
        for (uint32_t k = 0; k < n; k++, p += bytes) {
            uint64_t b = 0;
            memcpy(&b, (uint8_t *)vm_row(warp, list[k]) + ((size_t)i << size[k]),
                   1u << CU_MIN(size[k], 3));
            uint64_t old = vm_atomic_at(p, bytes, in->mod, in->type, b, c[i]);
            if (!red) {
                uint32_t ds = size[n + k];
                memcpy((uint8_t *)vm_row(warp, list[n + k]) + ((size_t)i << ds), &old,
                       1u << CU_MIN(ds, 3u));
            }
        }
        if (warp->grid->race && !red) vm_race_acquire_at(warp, in, i, addr, (VmSpace)in->space);
    }
    // Who spins on a lock lets others go first.
    warp->yield |= is_any_of(in->mod, PTX_AOP_CAS, PTX_AOP_EXCH);
}

// 128-bit exchange and compare-and-swap, under the device's lock
static void exec_atom128(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint8_t *a = vm_row(warp, in->a);
    const VmRef *list = warp->fn->list.at + in->list;
    VM_EACH(i, mask) {
        uint64_t addr = 0, old[2], b[2], c[2] = {0};
        memcpy(&addr, a + ((size_t)i << in->asize), 1u << in->asize);
        uint8_t *p = vm_access(warp, in, i, addr + (uint64_t)in->access.offset, 16,
                               (VmSpace)in->space, VM_ATOMIC);
        memcpy(b, (uint8_t *)vm_row(warp, list[0]) + i * 16, 16);
        if (in->c != REF_NONE) memcpy(c, (uint8_t *)vm_row(warp, in->c) + i * 16, 16);
        if (warp->grid->race)
            vm_race_release_at(warp, in, i, addr + (uint64_t)in->access.offset, (VmSpace)in->space);
        pthread_mutex_lock(&warp->grid->vm->lock);
        memcpy(old, p, 16);
        if (in->mod == PTX_AOP_EXCH) {
            memcpy(p, b, 16);
        } else if (memcmp(old, b, 16) == 0) {
            memcpy(p, c, 16);
        }
        pthread_mutex_unlock(&warp->grid->vm->lock);
        if (warp->grid->race)
            vm_race_acquire_at(warp, in, i, addr + (uint64_t)in->access.offset, (VmSpace)in->space);
        if (in->d != REF_NONE) memcpy((uint8_t *)vm_row(warp, list[1]) + i * 16, old, 16);
    }
}

bool vm_decode_atomic(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                      VmInst *decoded);
// Operands: destination, address, value and, for cas, the new value.
bool vm_decode_atomic(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                      VmInst *decoded) {
    bool red = ptx_rows[in->op].sem == PTX_SEM_RED;
    uint32_t bits = ptx_type_bits((PtxType)in->type[0]);
    uint32_t size = bits <= 16 ? 1 : bits <= 32 ? 2 : bits <= 64 ? 3 : 4;
    const PtxOpnd *dst = red ? NULL : &operands[0], *mem = &operands[!red], *src = mem + 1;
    if (!vm_decode_address(decoder, mem, ptx_mod(in, SPACE), decoded)) return false;
    decoded->mod = (uint8_t)ptx_mod(in, AOP);
    uint32_t sem = ptx_mod(in, SEM);
    if (is_any_of(sem, PTX_SEM_RELEASE, PTX_SEM_ACQ_REL)) decoded->flags |= VF_RELEASE;
    if (ptx_mod(in, SCOPE) == PTX_SCOPE_CTA) decoded->flags |= VF_BLOCK_SCOPE;
    decoded->n = src->kind == PTXO_VEC ? (uint8_t)src->n : 1;
    decoded->dsize = (uint8_t)size;
    decoded->cls = VM_CLS_ATOMIC;
    if (decoded->mod == PTX_AOP_CAS) {
        if (in->nopnd < 4) return false;
        decoded->c = vm_operand(decoder, src + 1, size);
    }
    decoded->list = vm_push_elements(decoder, src, size, false);
    if (dst) {
        vm_push_elements(decoder, dst, size, true);
        decoded->d = decoder->fn->list.at[decoded->list + decoded->n];
    }
    decoded->fn = bits == 128 ? exec_atom128 : exec_atom;
    // PTX has fewer operations for the widest types.
    bool ok = bits != 128 || is_any_of(decoded->mod, PTX_AOP_EXCH, PTX_AOP_CAS);
    return ok && (in->type[0] != PTX_F64 || is_any_of(decoded->mod, PTX_AOP_ADD, PTX_AOP_EXCH));
}
