// SPDX-License-Identifier: Apache-2.0
// mbarrier (PTX ISA 9.7.13.15). The object is ours: bits 0-19 pending arrivals, 20-39 arrivals per
// phase, 40-61 pending transaction bytes (signed), 63 parity of the running phase. A state token is
// the object's value. Copies are done at once, so a phase never waits for the hardware.
#include "vm/execute/execute.h"
#include "vm/execute/bulk.h"
#include "vm/check/race.h"
#include "vm/memory/tensor.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

#include <stdio.h>

#define FIELD(v, at, n) ((v) >> (at) & ((1ull << (n)) - 1))

typedef struct {
    uint64_t pending, expected;
    int64_t tx;
    uint64_t parity;
} Mbar;

// Shifting out the parity and the bit beside it extends the sign of the bytes.
static Mbar mbar_get(uint64_t v) {
    return (Mbar){FIELD(v, 0, 20), FIELD(v, 20, 20), (int64_t)(v << 2) >> 42, v >> 63};
}
static uint64_t mbar_put(Mbar m) {
    return m.pending | m.expected << 20 | ((uint64_t)m.tx & 0x3fffff) << 40 | m.parity << 63;
}
// A phase ends with its last arrival and its last byte; the next begins with all arrivals pending.
static void complete(Mbar *m) {
    if (m->pending || m->tx) return;
    m->pending = m->expected;
    m->parity ^= 1;
}

static uint64_t address(Warp *warp, const VmInst *in, uint32_t i) {
    const void *a = vm_row(warp, in->a);
    return (in->flags & VF_ADDR64 ? ((const uint64_t *)a)[i] : ((const uint32_t *)a)[i]) +
           (uint64_t)in->access.offset;
}

// The object in memory, with what the checkers want to know of the access.
static uint64_t *object(Warp *warp, const VmInst *in, uint32_t i) {
    VmAccess kind = in->mod == PTX_SEM_MBARINIT ? VM_WRITE : VM_ATOMIC;
    if (warp->grid->checks & VM_CHECK_SYNC) {
        vm_sync_mbarrier(warp, in, i, address(warp, in, i), kind == VM_WRITE,
                         in->mod == PTX_SEM_MBARINVAL);
    }
    return (uint64_t *)(void *)vm_access(warp, in, i, address(warp, in, i), 8, (VmSpace)in->space,
                                         kind);
}

// Work on tensor memory that was committed to the mbarrier.
static void tensor_work_ends(Warp *warp, const VmInst *in, uint32_t i) {
    VmTarget target;
    if (vm_locate(warp, i, address(warp, in, i), 8, (VmSpace)in->space, &target) && target.block)
        vm_tensor_waited(warp->block->cluster, (uint64_t)target.block->rank << 32 | target.off);
}

// For the race checker: an arrival releases (.release is the default), a test that finds the phase
// ended acquires.
static void order(Warp *warp, const VmInst *in, uint32_t i, bool ended) {
    if (!warp->race) return;
    switch (in->mod) {
    case PTX_SEM_CPASYNCMBAR:
        vm_race_group_arrive(warp, i, address(warp, in, i), (VmSpace)in->space);
        // what the lane itself has done is released as by any arrival
        vm_race_release_at(warp, in, i, address(warp, in, i), (VmSpace)in->space);
        break;
    case PTX_SEM_MBARARRIVE:
    case PTX_SEM_MBARDROP:
    case PTX_SEM_MBARCOMPLETE:
        vm_race_release_at(warp, in, i, address(warp, in, i), (VmSpace)in->space);
        break;
    case PTX_SEM_MBARTEST:
        if (ended) tensor_work_ends(warp, in, i);
        if (ended) vm_race_acquire_at(warp, in, i, address(warp, in, i), (VmSpace)in->space);
        break;
    default: break;
    }
}

// Objects are changed in place: the lanes of a warp run one after the other.
static void exec_mbar(Warp *warp, const VmInst *in, uint32_t mask) {
    uint64_t count[VM_LANES], r[VM_LANES] = {0};
    uint32_t p = 0;
    for (int i = 0; i < VM_LANES; i++) count[i] = 1;
    if (in->b != REF_NONE) vm_load_row(warp, in->b, in->asize, count);
    // With expect_tx the operand counts bytes, and one thread arrives.
    bool tx = in->flags & VF_HI;
    VM_EACH(i, mask) {
        uint64_t *q = object(warp, in, i);
        Mbar mbar = mbar_get(*q);
        r[i] = *q;
        switch (in->mod) {
        case PTX_SEM_MBARINIT:
            if (!count[i] || count[i] >= 1u << 20)
                vm_fault(warp, in, i, VM_ERR_ILLEGAL, count[i], "mbarrier.init with a count of %u",
                         (unsigned)count[i]);
            mbar = (Mbar){count[i], count[i], 0, 0};
            break;
        case PTX_SEM_MBARINVAL: mbar = (Mbar){0}; break;
        case PTX_SEM_MBAREXPECT: mbar.tx += (int64_t)count[i]; break;
        case PTX_SEM_MBARCOMPLETE:
            mbar.tx -= (int64_t)count[i];
            complete(&mbar);
            break;
        case PTX_SEM_MBARDROP:
        case PTX_SEM_MBARARRIVE: {
            uint64_t n = tx ? 1 : count[i];
            if (tx) mbar.tx += (int64_t)count[i];
            if (n > mbar.pending)
                vm_fault(warp, in, i, VM_ERR_ILLEGAL, n, "mbarrier: more arrivals than expected");
            mbar.pending -= n;
            // A thread that drops out is not expected in later phases either.
            if (in->mod == PTX_SEM_MBARDROP) mbar.expected -= n;
            complete(&mbar);
            break;
        }
        case PTX_SEM_CPASYNCMBAR:
            if (tx) { // .noinc: counts as one of the expected arrivals
                if (mbar.pending) mbar.pending--;
                complete(&mbar);
            }
            break;
        case PTX_SEM_MBARTEST: { // has the phase of the token (or parity) ended?
            uint64_t phase = in->flags & VF_WRAP ? count[i] & 1 : count[i] >> 63;
            p |= (uint32_t)(mbar.parity != phase) << i;
            break;
        }
        default: break;
        }
        order(warp, in, i, p >> i & 1);
        if (in->mod != PTX_SEM_MBARTEST) *q = mbar_put(mbar);
    }
    if (in->mod == PTX_SEM_MBARTEST) {
        vm_set_pred(vm_row(warp, in->d), p, mask);
        if (p != mask) warp->yield = true; // others must run to arrive
    } else if (in->d != REF_NONE) {
        vm_store_row(warp, in->d, in->dsize, r, mask);
    }
    // A thread that waits may go on now.
    warp->block->progress = true;
}

bool vm_mbarrier_wait(const VmInst *in, const uint8_t *host, char *to, size_t n) {
    uint64_t bits;
    if (in->fn != exec_mbar || in->mod != PTX_SEM_MBARTEST) return false;
    memcpy(&bits, host, sizeof bits);
    Mbar m = mbar_get(bits);
    int k = snprintf(to, n, "wait at an mbarrier, to which %u of %u arrivals are missing",
                     (unsigned)m.pending, (unsigned)m.expected);
    if (m.tx && k > 0 && (size_t)k < n)
        snprintf(to + k, n - (size_t)k,
                 m.tx > 0 ? " and %lld bytes are to come" : " and %lld bytes too many have come",
                 (long long)(m.tx > 0 ? m.tx : -m.tx));
    return true;
}

// Hardware takes its time for what ends at an mbarrier, and programs rely on it: all threads find
// the phase ended before the next one ends, which the thread that started it may begin at once.
static void others_see(Warp *warp) {
    warp->block->progress = true;
    warp->yield = true;
}

// Copies are done at once; only the race checker knows when they would end.
void vm_copy_begin(Warp *warp, uint32_t lane, VmPointer p) {
    if (warp->race) vm_race_copy(warp, lane, p.addr);
}

void vm_mbar_complete(Warp *warp, const VmInst *in, uint32_t lane, VmPointer pointer, uint64_t n) {
    if (warp->race) vm_race_copied(warp, lane, pointer.addr, pointer.space);
    uint64_t *q =
        (uint64_t *)(void *)vm_access(warp, in, lane, pointer.addr, 8, pointer.space, VM_ATOMIC);
    Mbar m = mbar_get(*q);
    m.tx -= (int64_t)n;
    complete(&m);
    *q = mbar_put(m);
    others_see(warp);
}

void vm_mbar_arrive(Warp *warp, const VmInst *in, uint32_t lane, VmPointer pointer) {
    if (warp->race) vm_race_release_at(warp, in, lane, pointer.addr, pointer.space);
    uint64_t *at =
        (uint64_t *)(void *)vm_access(warp, in, lane, pointer.addr, 8, pointer.space, VM_ATOMIC);
    Mbar mbar = mbar_get(*at);
    if (!mbar.pending)
        vm_fault(warp, in, lane, VM_ERR_ILLEGAL, 1, "mbarrier: more arrivals than expected");
    mbar.pending--;
    complete(&mbar);
    *at = mbar_put(mbar);
    others_see(warp);
}

// The arrivals that a token has pending.
static void exec_pending(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint64_t *a = vm_row(warp, in->a);
    uint64_t r[VM_LANES];
    for (int i = 0; i < VM_LANES; i++) r[i] = FIELD(a[i], 0, 20);
    vm_store_row(warp, in->d, in->dsize, r, mask);
}

// ---- groups of copies --------------------------------------------------------------------------

// The copies are done already; the race checker wants to know when the program could know.
static void exec_commit(Warp *warp, const VmInst *in, uint32_t mask) {
    if (warp->race) vm_race_group_commit(warp, mask, in->wait.bulk);
}

static void exec_wait(Warp *warp, const VmInst *in, uint32_t mask) {
    if (warp->race) vm_race_group_wait(warp, mask, in->wait.bulk, in->wait.pending, in->wait.reads);
}

// It closes the group that is open as well.
static void exec_wait_all(Warp *warp, const VmInst *in, uint32_t mask) {
    if (!warp->race) return;
    vm_race_group_commit(warp, mask, false);
    vm_race_group_wait(warp, mask, false, 0, false);
}

void vm_decode_copy_groups(const PtxInst *in, const PtxOpnd *operands, VmInst *decoded) {
    bool bulk = is_any_of(in->op, PTXI_bulk_commit, PTXI_bulk_wait);
    if (is_any_of(in->op, PTXI_cp_async_commit, PTXI_bulk_commit)) decoded->fn = exec_commit;
    if (in->op == PTXI_cp_async_wait_all) decoded->fn = exec_wait_all;
    if (is_any_of(in->op, PTXI_cp_async_wait, PTXI_bulk_wait)) {
        decoded->fn = exec_wait;
        decoded->wait.pending = (uint32_t)operands[0].val;
    }
    if (decoded->fn == exec_commit || decoded->fn == exec_wait) decoded->wait.bulk = bulk;
    if (in->op == PTXI_bulk_wait) decoded->wait.reads = ptx_mod(in, BREAD) != 0;
}

bool vm_decode_async(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded);
bool vm_decode_async(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                     VmInst *decoded) {
    uint32_t sem = ptx_rows[in->op].sem;
    decoded->mod = (uint8_t)sem;
    decoded->fn = exec_mbar;
    // VF_HI and VF_WRAP mean what exec_mbar makes of them.
    if (ptx_mod(in, SEM) != PTX_SEM_RELAXED) decoded->flags |= VF_RELEASE;
    uint32_t i = 0;
    switch (sem) {
    case PTX_SEM_MBARPENDING:
        decoded->fn = exec_pending;
        return vm_fill_operands(decoder, in, operands, decoded);
    case PTX_SEM_MBARINIT:
    case PTX_SEM_MBARINVAL:
    case PTX_SEM_MBAREXPECT:
    case PTX_SEM_MBARCOMPLETE: break;
    case PTX_SEM_CPASYNCMBAR:
        if (ptx_mod(in, NOINC)) decoded->flags |= VF_HI;
        break;
    case PTX_SEM_MBARARRIVE:
    case PTX_SEM_MBARDROP:
    case PTX_SEM_MBARTEST:
        // A token may be thrown away.
        if (operands[0].kind != PTXO_SINK) {
            decoded->d = vm_operand(decoder, &operands[0], 3);
            decoded->dsize = (uint8_t)vm_operand_size(decoder, &operands[0], 3);
        }
        i = 1;
        if (sem == PTX_SEM_MBARTEST && ptx_mod(in, PARITY)) decoded->flags |= VF_WRAP;
        if (is_any_of(in->op, PTXI_mbar_arrive_expect, PTXI_mbar_drop_expect))
            decoded->flags |= VF_HI;
        break;
    default: return false;
    }
    if (!vm_decode_address(decoder, &operands[i], ptx_mod(in, SPACE), decoded)) return false;
    if (i + 1 < in->nopnd) {
        // A token is 64 bits, a count or a parity 32.
        uint32_t size = sem == PTX_SEM_MBARTEST && !(decoded->flags & VF_WRAP) ? 3 : 2;
        decoded->b = vm_operand(decoder, &operands[i + 1], size);
        decoded->asize = (uint8_t)vm_operand_size(decoder, &operands[i + 1], size);
    }
    return true;
}
