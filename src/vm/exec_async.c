// SPDX-License-Identifier: Apache-2.0
// mbarrier (PTX ISA 9.7.13.15). The object is ours: bits 0-19 pending arrivals, 20-39 arrivals per
// phase, 40-61 pending transaction bytes (signed), 63 parity of the running phase. A state token is
// the object's value. Copies are done at once, so a phase never waits for the hardware.
#include "vm/bulk.h"
#include "vm/race.h"

#define FIELD(v, at, n) ((v) >> (at) & ((1ull << (n)) - 1))

typedef struct {
    uint64_t pending, expected;
    int64_t tx;
    uint64_t parity;
} Mbar;

static Mbar mbar_get(uint64_t v) {
    return (Mbar){FIELD(v, 0, 20), FIELD(v, 20, 20), (int64_t)(v << 2) >> 42, v >> 63};
}
static uint64_t mbar_put(Mbar m) {
    return m.pending | m.expected << 20 | ((uint64_t)m.tx & 0x3fffff) << 40 | m.parity << 63;
}
static void complete(Mbar *m) {
    if (m->pending || m->tx) return;
    m->pending = m->expected;
    m->parity ^= 1;
}

static uint64_t address(Warp *w, const VmInst *in, uint32_t i) {
    const void *a = vm_row(w, in->a);
    return (in->flags & VF_ADDR64 ? ((const uint64_t *)a)[i] : ((const uint32_t *)a)[i]) +
           (uint64_t)in->imm;
}

static uint64_t *object(Warp *w, const VmInst *in, uint32_t i) {
    VmAccess kind = in->mod == PTX_SEM_MBARINIT ? VM_WRITE : VM_ATOMIC;
    if (w->grid->checks & VM_CHECK_SYNC) {
        vm_sync_mbarrier(w, in, i, address(w, in, i), kind == VM_WRITE,
                         in->mod == PTX_SEM_MBARINVAL);
    }
    return (uint64_t *)(void *)vm_access(w, in, i, address(w, in, i), 8, (VmSpace)in->space, kind);
}

// For the race checker: an arrival releases (.release is the default), a test that finds the phase
// ended acquires.
static void order(Warp *w, const VmInst *in, uint32_t i, bool ended) {
    if (!w->race) return;
    switch (in->mod) {
    case PTX_SEM_MBARARRIVE:
    case PTX_SEM_MBARDROP:
    case PTX_SEM_CPASYNCMBAR:
    case PTX_SEM_MBARCOMPLETE:
        vm_race_release_at(w, in, i, address(w, in, i), (VmSpace)in->space);
        break;
    case PTX_SEM_MBARTEST:
        if (ended) vm_race_acquire_at(w, in, i, address(w, in, i), (VmSpace)in->space);
        break;
    default: break;
    }
}

static void exec_mbar(Warp *w, const VmInst *in, uint32_t mask) {
    uint64_t count[VM_LANES], r[VM_LANES] = {0};
    uint32_t p = 0;
    for (int i = 0; i < VM_LANES; i++) count[i] = 1;
    if (in->b != REF_NONE) vm_load_row(w, in->b, in->asize, count);
    bool tx = in->flags & VF_HI;
    VM_EACH(i, mask) {
        uint64_t *q = object(w, in, i);
        Mbar m = mbar_get(*q);
        r[i] = *q;
        switch (in->mod) {
        case PTX_SEM_MBARINIT:
            if (!count[i] || count[i] >= 1u << 20)
                vm_fault(w, in, i, VM_ERR_ILLEGAL, count[i], "mbarrier.init with a count of %u",
                         (unsigned)count[i]);
            m = (Mbar){count[i], count[i], 0, 0};
            break;
        case PTX_SEM_MBARINVAL: m = (Mbar){0}; break;
        case PTX_SEM_MBAREXPECT: m.tx += (int64_t)count[i]; break;
        case PTX_SEM_MBARCOMPLETE:
            m.tx -= (int64_t)count[i];
            complete(&m);
            break;
        case PTX_SEM_MBARDROP:
        case PTX_SEM_MBARARRIVE: {
            uint64_t n = tx ? 1 : count[i];
            if (tx) m.tx += (int64_t)count[i];
            if (n > m.pending)
                vm_fault(w, in, i, VM_ERR_ILLEGAL, n, "mbarrier: more arrivals than expected");
            m.pending -= n;
            if (in->mod == PTX_SEM_MBARDROP) m.expected -= n;
            complete(&m);
            break;
        }
        case PTX_SEM_CPASYNCMBAR:
            if (tx) { // .noinc: counts as one of the expected arrivals
                if (m.pending) m.pending--;
                complete(&m);
            }
            break;
        case PTX_SEM_MBARTEST: { // has the phase of the token (or parity) ended?
            uint64_t phase = in->flags & VF_WRAP ? count[i] & 1 : count[i] >> 63;
            p |= (uint32_t)(m.parity != phase) << i;
            break;
        }
        default: break;
        }
        order(w, in, i, p >> i & 1);
        if (in->mod != PTX_SEM_MBARTEST) *q = mbar_put(m);
    }
    if (in->mod == PTX_SEM_MBARTEST) {
        vm_set_pred(vm_row(w, in->d), p, mask);
        if (p != mask) w->yield = true; // others must run to arrive
    } else if (in->d != REF_NONE) {
        vm_store_row(w, in->d, in->dsize, r, mask);
    }
    w->block->progress = true;
}

void vm_copy_begin(Warp *w, uint32_t lane, VmPointer p) {
    if (w->race) vm_race_copy(w, lane, p.addr);
}

void vm_mbar_complete(Warp *w, const VmInst *in, uint32_t lane, VmPointer p, uint64_t n) {
    if (w->race) vm_race_copied(w, lane, p.addr, p.space);
    uint64_t *q = (uint64_t *)(void *)vm_access(w, in, lane, p.addr, 8, p.space, VM_ATOMIC);
    Mbar m = mbar_get(*q);
    m.tx -= (int64_t)n;
    complete(&m);
    *q = mbar_put(m);
    w->block->progress = true;
}

static void exec_pending(Warp *w, const VmInst *in, uint32_t mask) {
    const uint64_t *a = vm_row(w, in->a);
    uint64_t r[VM_LANES];
    for (int i = 0; i < VM_LANES; i++) r[i] = FIELD(a[i], 0, 20);
    vm_store_row(w, in->d, in->dsize, r, mask);
}

bool vm_decode_async(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v);
bool vm_decode_async(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    uint32_t sem = ptx_rows[in->op].sem;
    v->mod = (uint8_t)sem;
    v->fn = exec_mbar;
    if (ptx_mod(in, SEM) != PTX_SEM_RELAXED) v->flags |= VF_RELEASE;
    uint32_t i = 0;
    switch (sem) {
    case PTX_SEM_MBARPENDING: v->fn = exec_pending; return vm_fill_operands(d, in, o, v);
    case PTX_SEM_MBARINIT:
    case PTX_SEM_MBARINVAL:
    case PTX_SEM_MBAREXPECT:
    case PTX_SEM_MBARCOMPLETE: break;
    case PTX_SEM_CPASYNCMBAR:
        if (ptx_mod(in, NOINC)) v->flags |= VF_HI;
        break;
    case PTX_SEM_MBARARRIVE:
    case PTX_SEM_MBARDROP:
    case PTX_SEM_MBARTEST:
        if (o[0].kind != PTXO_SINK) {
            v->d = vm_operand(d, &o[0], 3);
            v->dsize = (uint8_t)vm_operand_size(d, &o[0], 3);
        }
        i = 1;
        if (sem == PTX_SEM_MBARTEST && ptx_mod(in, PARITY)) v->flags |= VF_WRAP;
        if (in->op == PTXI_mbar_arrive_expect || in->op == PTXI_mbar_drop_expect) v->flags |= VF_HI;
        break;
    default: return false;
    }
    if (!vm_decode_address(d, &o[i], ptx_mod(in, SPACE), v)) return false;
    if (i + 1 < in->nopnd) {
        uint32_t size = sem == PTX_SEM_MBARTEST && !(v->flags & VF_WRAP) ? 3 : 2;
        v->b = vm_operand(d, &o[i + 1], size);
        v->asize = (uint8_t)vm_operand_size(d, &o[i + 1], size);
    }
    return true;
}
