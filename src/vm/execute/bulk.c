// SPDX-License-Identifier: Apache-2.0
// Bulk copies without a tensor map (PTX ISA 9.7.9.27): cp.async.bulk and its reducing forms,
// st.async, red.async, st.bulk; clusterlaunchcontrol; cache policies.
#include "vm/execute/execute.h"
#include "vm/execute/bulk.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

#include "vm/check/race.h"

// ---- addresses in the list ---------------------------------------------------------------------

static void push(Decoder *decoder, VmRef r, uint32_t size) {
    vec_push(decoder->arena, &decoder->fn->list, r);
    vec_push(decoder->arena, &decoder->fn->list_size, (uint8_t)size);
}

// A register alone is an address, too, as some operands are written without brackets.
bool vm_push_pointer(Decoder *decoder, const PtxOpnd *address, uint32_t space) {
    VmInst v = {0};
    PtxOpnd m = *address;
    if (m.kind == PTXO_REG) m = (PtxOpnd){.kind = PTXO_MREG, .id = address->id};
    if (m.kind == PTXO_SYM) m.kind = PTXO_MSYM;
    if (!vm_decode_address(decoder, &m, space, &v)) return false;
    // The row of the register, the offset in two halves, and the space.
    push(decoder, v.a, v.asize);
    push(decoder, (VmRef)(uint32_t)v.access.offset, 0);
    push(decoder, (VmRef)((uint64_t)v.access.offset >> 32), 0);
    push(decoder, v.space, 0);
    return true;
}

uint64_t vm_list_value(Warp *warp, uint32_t at, uint32_t lane) {
    uint32_t size = warp->fn->list_size.at[at];
    uint64_t v = 0;
    memcpy(&v, (uint8_t *)vm_row(warp, warp->fn->list.at[at]) + ((size_t)lane << size),
           1u << CU_MIN(size, 3u));
    return v;
}

VmPointer vm_pointer(Warp *warp, uint32_t at, uint32_t lane) {
    const VmRef *l = warp->fn->list.at + at;
    uint64_t imm = (uint64_t)l[2] << 32 | l[1];
    return (VmPointer){vm_list_value(warp, at, lane) + imm, (VmSpace)l[3]};
}

// A shared address with the rank of a block of the cluster in its upper bits.
uint64_t vm_of_rank(VmPointer p, uint32_t rank) {
    uint64_t low = (1ull << VM_RANK_SHIFT) - 1;
    return (p.addr & ~0xffffffffull) | (p.addr & low) |
           (uint64_t)(rank + VM_RANK_FIRST) << VM_RANK_SHIFT;
}

uint64_t vm_of_block(const Warp *warp, VmPointer pointer, const Block *owner) {
    bool plain = owner == warp->block && !warp->fn->pairs;
    return plain ? pointer.addr : vm_of_rank(pointer, owner->rank);
}

// ---- memory ------------------------------------------------------------------------------------

void vm_get(Warp *warp, const VmInst *in, uint32_t lane, VmPointer p, void *to, uint32_t n) {
    memcpy(to, vm_access(warp, in, lane, p.addr, n, p.space, VM_READ), n);
}

void vm_put(Warp *warp, const VmInst *in, uint32_t lane, VmPointer p, const void *from,
            uint32_t n) {
    memcpy(vm_access(warp, in, lane, p.addr, n, p.space, VM_WRITE), from, n);
}

void vm_reduce(Warp *warp, const VmInst *in, uint32_t lane, VmPointer p, uint32_t op, uint32_t type,
               uint64_t value) {
    uint32_t n = ptx_type_bits((PtxType)type) / 8;
    uint8_t *q = vm_access(warp, in, lane, p.addr, n, p.space, VM_ATOMIC);
    vm_atomic_at(q, n, op, type, value, 0);
}

enum { MAX_BULK = 1 << 20 }; // shared memory is smaller

// ---- copies ------------------------------------------------------------------------------------

// list: destination, source, size row, then (COPY_MBAR) the mbarrier, then (COPY_MULTI) the mask of
// blocks or (COPY_BYTES) of bytes, or (COPY_ENDS) how many bytes at both ends stay as they are
enum { COPY_MBAR = 1, COPY_MULTI = 2, COPY_BYTES = 4, COPY_REDUCE = 8, COPY_ENDS = 16 };
enum {
    AT_DST = 0,
    AT_SRC = POINTER_SLOTS,
    AT_SIZE = 2 * POINTER_SLOTS,
    AT_BAR,
    AT_BAR_END = AT_BAR + POINTER_SLOTS
};

static void copy_piece(Warp *warp, const VmInst *in, uint32_t lane, VmPointer to,
                       const uint8_t *from, uint32_t byte_mask) {
    uint32_t es = in->bulk.how & COPY_REDUCE ? ptx_type_bits((PtxType)in->type) / 8 : 16;
    if (byte_mask == 0xffff && !(in->bulk.how & COPY_REDUCE)) {
        vm_put(warp, in, lane, to, from, 16);
        return;
    }
    // With a mask bytes go one by one.
    if (!(in->bulk.how & COPY_REDUCE)) es = 1;
    for (uint32_t i = 0; i < 16; i += es) {
        VmPointer p = {to.addr + i, to.space};
        uint64_t v = 0;
        memcpy(&v, from + i, es);
        if (in->bulk.how & COPY_REDUCE) {
            vm_reduce(warp, in, lane, p, in->bulk.operation, in->type, v);
        } else if (byte_mask >> i & 1) {
            vm_put(warp, in, lane, p, &v, 1);
        }
    }
}

// Those of 16 bytes at `at` of a copy that are copied: at its ends some may be out of bounds, which
// are neither read nor written.
static uint32_t inner_bytes(uint32_t at, uint32_t size, const uint32_t ends[2]) {
    uint32_t mask = 0xffff;
    if (at == 0) mask &= 0xffffu << ends[0];
    if (at + 16 == size) mask &= 0xffffu >> ends[1];
    return mask & 0xffff;
}

static void read_piece(Warp *warp, const VmInst *in, uint32_t lane, VmPointer from, uint8_t *to,
                       uint32_t mask) {
    if (mask == 0xffff || !(in->bulk.how & COPY_ENDS)) {
        vm_get(warp, in, lane, from, to, 16);
        return;
    }
    for (uint32_t i = 0; i < 16; i++) {
        if (mask >> i & 1)
            vm_get(warp, in, lane, (VmPointer){from.addr + i, from.space}, to + i, 1);
    }
}

// How many bytes at both ends are left alone: 0 to 15.
static void read_ends(Warp *warp, const VmInst *in, uint32_t lane, uint32_t at, uint32_t ends[2]) {
    for (uint32_t k = 0; k < 2 && in->bulk.how & COPY_ENDS; k++) {
        ends[k] = (uint32_t)vm_list_value(warp, at + k, lane);
        if (ends[k] > 15)
            vm_fault(warp, in, lane, VM_ERR_ILLEGAL, ends[k],
                     "bulk copy that ignores %u bytes at an end, more than 15", ends[k]);
    }
}

// A mask of 16 blocks or of 32, by its register.
static uint32_t read_blocks(Warp *warp, uint32_t at, uint32_t lane) {
    uint32_t value = (uint32_t)vm_list_value(warp, at, lane);
    return warp->fn->list_size.at[at] == 2 ? value : value & 0xffff;
}

static void copy_lane(Warp *warp, const VmInst *in, uint32_t l) {
    uint32_t at = in->list;
    VmPointer to = vm_pointer(warp, at + AT_DST, l), from = vm_pointer(warp, at + AT_SRC, l);
    uint32_t size = (uint32_t)vm_list_value(warp, at + AT_SIZE, l), mask = 0xffff, blocks = 0;
    // Sizes are multiples of 16 [PTX ISA: cp.async.bulk].
    if (size % 16 || size > MAX_BULK)
        vm_fault(warp, in, l, VM_ERR_ILLEGAL, size, "bulk copy of %u bytes, no multiple of 16",
                 size);
    uint32_t last = at + (in->bulk.how & COPY_MBAR ? (uint32_t)AT_BAR_END : (uint32_t)AT_BAR);
    uint32_t ends[2] = {0};
    read_ends(warp, in, l, last, ends);
    if (in->bulk.how & COPY_MULTI) blocks = read_blocks(warp, last, l);
    if (in->bulk.how & COPY_BYTES) mask = (uint32_t)vm_list_value(warp, last, l) & 0xffff;
    VmPointer bar = {0};
    if (in->bulk.how & COPY_MBAR) bar = vm_pointer(warp, at + AT_BAR, l);
    for (uint32_t rank = 0; rank < 32; rank++) { // once when it is no multicast
        VmPointer pointer = to, b = bar;
        if (in->bulk.how & COPY_MULTI) {
            // Each block gets the data at the same offset, and its own mbarrier is told.
            if (!(blocks >> rank & 1)) continue;
            pointer.addr = vm_of_rank(to, rank);
            b.addr = vm_of_rank(bar, rank);
        }
        // The race checker takes the writes between as the copy's own.
        if (in->bulk.how & COPY_MBAR)
            vm_copy_begin(warp, l, b);
        else if (warp->race)
            vm_race_group_copy(warp, l, true);
        for (uint32_t i = 0; i < size; i += 16) {
            uint8_t buf[16];
            uint32_t bytes = mask & inner_bytes(i, size, ends);
            read_piece(warp, in, l, (VmPointer){from.addr + i, from.space}, buf, bytes);
            copy_piece(warp, in, l, (VmPointer){pointer.addr + i, pointer.space}, buf, bytes);
        }
        if (in->bulk.how & COPY_MBAR)
            vm_mbar_complete(warp, in, l, b, size);
        else if (warp->race)
            vm_race_group_copied(warp);
        if (!(in->bulk.how & COPY_MULTI)) break;
    }
}

static void exec_bulk(Warp *warp, const VmInst *in, uint32_t mask) {
    VM_EACH(l, mask) copy_lane(warp, in, l);
}

static bool decode_bulk(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                        VmInst *decoded) {
    // Everything but loads has its source in shared memory.
    bool load = is_any_of(in->op, PTXI_bulk_load, PTXI_bulk_load_relaxed, PTXI_bulk_load_oob);
    bool store = is_any_of(in->op, PTXI_bulk_store, PTXI_bulk_store_relaxed);
    bool reduce = !load && !store;
    uint32_t src = load ? ptx_mod(in, SPACE2) : PTX_SPACE2_SHARED_CTA;
    decoded->list = decoder->fn->list.n;
    decoded->cls = VM_CLS_GLOBAL;
    decoded->fn = exec_bulk;
    if (!vm_push_pointer(decoder, &operands[0], ptx_mod(in, SPACE)) ||
        !vm_push_pointer(decoder, &operands[1],
                         src == PTX_SPACE2_GLOBAL ? PTX_SPACE_GLOBAL : PTX_SPACE_SHARED_CTA)) {
        return false;
    }
    vm_push_elements(decoder, &operands[2], 2, false);
    bool ends = in->op == PTXI_bulk_load_oob;
    uint32_t next = ends ? 5 : 3;
    // Only copies into shared memory complete at an mbarrier; others belong to bulk groups, which
    // are complete at once.
    if (load || in->op == PTXI_bulk_reduce_shared) {
        decoded->bulk.how |= COPY_MBAR;
        if (!vm_push_pointer(decoder, &operands[next++], ptx_mod(in, SPACE))) return false;
    }
    for (uint32_t k = 0; k < 2 && ends; k++) {
        decoded->bulk.how |= COPY_ENDS;
        vm_push_elements(decoder, &operands[3 + k], 2, false);
    }
    if (reduce) {
        decoded->bulk.how |= COPY_REDUCE;
        decoded->bulk.operation = (uint8_t)ptx_mod(in, AOP);
        uint32_t bits = ptx_type_bits(in->type[0]);
        return bits >= 16 && bits <= 64;
    }
    bool multi = load && ptx_mod(in, MCAST), bytes = store && ptx_mod(in, CPMASK);
    bool policy = ptx_mod(in, L2HINT);
    if (multi || bytes) {
        decoded->bulk.how |= multi ? COPY_MULTI : COPY_BYTES;
        // the policy stands behind the mask of blocks, before the mask of bytes
        uint32_t i = next + (bytes && policy);
        if (i >= in->nopnd) {
            decoder->why = "a bulk copy without its mask";
            return false;
        }
        bool wide = multi && ptx_mod(in, MCAST) == PTX_MCAST_CLUSTER32;
        vm_push_elements(decoder, &operands[i], wide ? 2 : 1, false);
    }
    return true;
}

// ---- st.async, red.async, st.bulk --------------------------------------------------------------

// list: address, mbarrier, then the values
static void exec_async(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t es = ptx_type_bits((PtxType)in->type) / 8;
    VM_EACH(l, mask) {
        VmPointer pointer = vm_pointer(warp, in->list, l),
                  bar = vm_pointer(warp, in->list + POINTER_SLOTS, l);
        vm_copy_begin(warp, l, bar);
        for (uint32_t k = 0; k < in->n; k++, pointer.addr += es) {
            uint32_t at = in->list + 2 * POINTER_SLOTS + k;
            if (in->bulk.operation) {
                uint64_t v = vm_list_value(warp, at, l);
                vm_reduce(warp, in, l, pointer, in->bulk.operation, in->type, v);
            } else {
                const uint8_t *row = vm_row(warp, warp->fn->list.at[at]);
                vm_put(warp, in, l, pointer, row + ((size_t)l << warp->fn->list_size.at[at]), es);
            }
        }
        vm_mbar_complete(warp, in, l, bar, es * in->n);
    }
}

static bool decode_async(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                         VmInst *decoded) {
    bool red = in->op == PTXI_red_async;
    decoded->list = decoder->fn->list.n;
    decoded->n = operands[1].kind == PTXO_VEC ? (uint8_t)operands[1].n : 1;
    decoded->cls = VM_CLS_SHARED;
    decoded->fn = exec_async;
    if (red) decoded->bulk.operation = (uint8_t)ptx_mod(in, AOP);
    if (!vm_push_pointer(decoder, &operands[0], ptx_mod(in, SPACE)) ||
        !vm_push_pointer(decoder, &operands[2], ptx_mod(in, SPACE))) {
        return false;
    }
    vm_push_elements(decoder, &operands[1], vm_size_of_type(in->type[0]), false);
    // These atomics give the old value, which an asynchronous one cannot.
    return !is_any_of(decoded->bulk.operation, PTX_AOP_EXCH, PTX_AOP_CAS) && decoded->n <= 4;
}

static void exec_st_bulk(Warp *warp, const VmInst *in, uint32_t mask) {
    static const uint8_t zero[8];
    VM_EACH(l, mask) {
        VmPointer p = vm_pointer(warp, in->list, l);
        uint64_t n = vm_list_value(warp, in->list + POINTER_SLOTS, l);
        // As the manual asks; more than shared memory is a mistake.
        if (n % 8 || n > MAX_BULK) {
            vm_fault(warp, in, l, VM_ERR_ILLEGAL, n, "st.bulk of %llu bytes, no multiple of 8",
                     (unsigned long long)n);
        }
        for (uint64_t i = 0; i < n; i += 8)
            vm_put(warp, in, l, (VmPointer){p.addr + i, p.space}, zero, 8);
    }
}

// ---- cluster launch control, policies ----------------------------------------------------------

// The machine starts every cluster itself: there is never one to take over. Response: bit 0 of the
// first word says canceled (it is not), the three others are the first block of the cluster.
static void exec_try_cancel(Warp *warp, const VmInst *in, uint32_t mask) {
    static const uint8_t zero[16];
    // All blocks of the cluster get the response with multicast.
    VM_EACH(l, mask) {
        VmPointer pointer = vm_pointer(warp, in->list, l),
                  b = vm_pointer(warp, in->list + POINTER_SLOTS, l);
        for (uint32_t rank = 0; rank < (in->cancel.multicast ? warp->block->cluster->n : 1);
             rank++) {
            VmPointer pr = pointer, br = b;
            if (in->cancel.multicast) {
                pr.addr = vm_of_rank(pointer, rank);
                br.addr = vm_of_rank(b, rank);
            }
            vm_copy_begin(warp, l, br);
            vm_put(warp, in, l, pr, zero, 16);
            vm_mbar_complete(warp, in, l, br, 16);
        }
    }
}

static void exec_query_cancel(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint32_t(*a)[4] = vm_row(warp, in->a);
    // The form .is_canceled gives a predicate.
    if (!in->n) {
        uint32_t p = 0;
        VM_EACH(l, mask) p |= (a[l][0] & 1) << l;
        vm_set_pred(vm_row(warp, in->d), p, mask);
        return;
    }
    uint64_t r[4][VM_LANES];
    VM_EACH(l, mask) {
        // The fourth word has no meaning.
        for (uint32_t k = 0; k < 4; k++) r[k][l] = k < 3 ? a[l][k + 1] : 0;
    }
    for (uint32_t k = 0; k < in->n; k++) {
        uint32_t at = in->list + k;
        vm_store_row(warp, warp->fn->list.at[at], warp->fn->list_size.at[at],
                     r[k + in->cancel.word], mask);
    }
}

static bool decode_query(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                         VmInst *decoded) {
    decoded->fn = exec_query_cancel;
    decoded->a = vm_operand(decoder, &operands[1], 4);
    if (in->op == PTXI_clc_is) {
        decoded->d = vm_operand(decoder, &operands[0], 0);
        return true;
    }
    decoded->list = decoder->fn->list.n;
    vm_push_elements(decoder, &operands[0], 2, true);
    decoded->n = operands[0].kind == PTXO_VEC ? (uint8_t)operands[0].n : 1;
    if (in->op == PTXI_clc_first_x) decoded->cancel.word = (uint8_t)(ptx_mod(in, CTAID) - 1);
    return decoded->n + decoded->cancel.word <= 4;
}

// A policy is opaque: only instructions that ignore it take it.
static void exec_policy(Warp *warp, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES];
    for (uint32_t i = 0; i < VM_LANES; i++) r[i] = (uint64_t)in->imm;
    vm_store_row(warp, in->d, in->dsize, r, mask);
}

bool vm_decode_bulk(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded) {
    switch (ptx_rows[in->op].sem) {
    case PTX_SEM_BULKCOPY: return decode_bulk(decoder, in, operands, decoded);
    case PTX_SEM_STASYNC:
    case PTX_SEM_REDASYNC: return decode_async(decoder, in, operands, decoded);
    case PTX_SEM_STBULK:
        decoded->list = decoder->fn->list.n;
        decoded->cls = VM_CLS_SHARED;
        decoded->fn = exec_st_bulk;
        if (!vm_push_pointer(decoder, &operands[0], ptx_mod(in, SPACE))) return false;
        vm_push_elements(decoder, &operands[1], 3, false);
        return true;
    case PTX_SEM_CLCCANCEL:
        decoded->list = decoder->fn->list.n;
        decoded->cls = VM_CLS_SHARED;
        decoded->fn = exec_try_cancel;
        decoded->cancel.multicast = ptx_mod(in, MCAST) != 0;
        return vm_push_pointer(decoder, &operands[0], ptx_mod(in, SPACE)) &&
               vm_push_pointer(decoder, &operands[1], ptx_mod(in, SPACE));
    case PTX_SEM_CLCQUERY: return decode_query(decoder, in, operands, decoded);
    case PTX_SEM_POLICY:
        decoded->d = vm_operand(decoder, &operands[0], 3);
        // The instruction's number makes policies of different kinds differ.
        decoded->dsize = (uint8_t)vm_operand_size(decoder, &operands[0], 3);
        decoded->imm = (int64_t)(0x10ull << 56 | in->op);
        decoded->fn = exec_policy;
        return true;
    default: return vm_decode_tensor(decoder, in, operands, decoded);
    }
}
