// SPDX-License-Identifier: Apache-2.0
// Special registers (PTX ISA chapter 10): rows that a warp has, 256 bytes apart whatever their
// type. Those that some function of the module reads have a value: most are the same for the whole
// grid and filled once, when a block's memory is made; what depends on the block is filled as it
// starts.
#include "vm/state/state.h"

_Static_assert(VM_FIRST_ZERO_SREG <= 64, "used_sregs has a bit, and a warp a row, for each");

static bool is_used(const Warp *warp, PtxSreg id) {
    return warp->grid->kernel->mod->used_sregs >> id & 1;
}

static void fill32(Warp *warp, PtxSreg id, const uint32_t *v) {
    if (!is_used(warp, id)) return;
    memcpy(warp->sreg + id * 256u, v, 128);
}

// The same value for all lanes.
static void fill_uniform(Warp *warp, PtxSreg id, uint64_t value) {
    uint32_t narrow[VM_LANES];
    if (!is_used(warp, id)) return;
    if (ptx_sregs[id].type == PTX_U64) {
        uint64_t *row = (uint64_t *)(void *)(warp->sreg + id * 256u);
        for (int i = 0; i < VM_LANES; i++) row[i] = value;
        return;
    }
    if (ptx_sregs[id].type == PTX_PRED) {
        *(uint32_t *)(void *)(warp->sreg + id * 256u) = value ? VM_FULL : 0;
        return;
    }
    for (int i = 0; i < VM_LANES; i++) narrow[i] = (uint32_t)value;
    fill32(warp, id, narrow);
}

// What differs from lane to lane: thread indices, lane number, masks.
static void fill_lanes(Warp *warp) {
    const uint32_t *b = warp->grid->bdim;
    uint32_t t[3][VM_LANES], lane[VM_LANES], m[5][VM_LANES];
    uint32_t first = warp->id * VM_LANES;
    uint32_t at[3] = {first % b[0], first / b[0] % b[1], first / b[0] / b[1]};
    for (uint32_t i = 0; i < VM_LANES; i++) {
        for (uint32_t k = 0; k < 3; k++) t[k][i] = at[k];
        // the next thread, x first
        for (uint32_t k = 0; k < 3 && ++at[k] == b[k] && k < 2; k++) at[k] = 0;
        lane[i] = i;
        m[0][i] = 1u << i;
        m[1][i] = (2u << i) - 1;
        m[2][i] = (1u << i) - 1;
        m[3][i] = ~((1u << i) - 1);
        m[4][i] = ~((2u << i) - 1);
    }
    for (uint32_t k = 0; k < 3; k++) fill32(warp, (PtxSreg)(PTXR_TID_X + k), t[k]);
    fill32(warp, PTXR_LANEID, lane);
    for (uint32_t k = 0; k < 5; k++) fill32(warp, (PtxSreg)(PTXR_LANEMASK_EQ + k), m[k]);
}

// Several have no meaning here: one grid at a time (%gridid), 32 warps a multiprocessor.
void vm_fill_sregs_once(Warp *warp) {
    const Grid *grid = warp->grid;
    uint32_t shared = grid->l->shared;
    // %tid.w and its like have no value of their own
    for (uint64_t used = grid->kernel->mod->used_sregs; used; used &= used - 1)
        memset(warp->sreg + __builtin_ctzll(used) * 256u, 0, 256);
    fill_lanes(warp);
    for (uint32_t k = 0; k < 3; k++) {
        fill_uniform(warp, (PtxSreg)(PTXR_NTID_X + k), grid->bdim[k]);
        fill_uniform(warp, (PtxSreg)(PTXR_NCTAID_X + k), grid->dim[k]);
        fill_uniform(warp, (PtxSreg)(PTXR_NCLUSTERID_X + k), grid->dim[k] / grid->cdim[k]);
        fill_uniform(warp, (PtxSreg)(PTXR_CLUSTER_NCTAID_X + k), grid->cdim[k]);
    }
    fill_uniform(warp, PTXR_CLUSTER_NCTARANK, grid->cdim[0] * grid->cdim[1] * grid->cdim[2]);
    fill_uniform(warp, PTXR_IS_EXPLICIT_CLUSTER, grid->clusters);
    fill_uniform(warp, PTXR_WARPID, warp->id);
    fill_uniform(warp, PTXR_NWARPID, 32);
    fill_uniform(warp, PTXR_NSMID, grid->vm->opt.sms);
    fill_uniform(warp, PTXR_GRIDID, 1);
    fill_uniform(warp, PTXR_DYNAMIC_SMEM, shared);
    fill_uniform(warp, PTXR_TOTAL_SMEM, grid->static_end - VM_SHARED_OFF + shared);
    fill_uniform(warp, PTXR_RESERVED_SMEM_BEGIN, VM_RESERVED_OFF);
    fill_uniform(warp, PTXR_RESERVED_SMEM_END, VM_SHARED_OFF);
    fill_uniform(warp, PTXR_RESERVED_SMEM_CAP, VM_SHARED_OFF - VM_RESERVED_OFF);
    fill_uniform(warp, PTXR_RESERVED_SMEM_0, VM_RESERVED_OFF);
    fill_uniform(warp, PTXR_RESERVED_SMEM_1, VM_RESERVED_OFF + VM_RESERVED_0);
    fill_uniform(warp, PTXR_ENVREG1, grid->workspace >> 32);
    fill_uniform(warp, PTXR_ENVREG2, grid->workspace);
    fill_uniform(warp, PTXR_AGGR_SMEM, grid->static_end - VM_SHARED_OFF + shared);
}

// A block's own: its cluster's place in the grid and its own there. A cluster's blocks are numbered
// x first; blocks go round the multiprocessors.
static uint64_t of_block(const Block *block, PtxSreg id) {
    const Grid *grid = block->grid;
    const uint32_t *cdim = grid->cdim;
    uint32_t k = 0;
    if (id >= PTXR_CLUSTERID_X && id <= PTXR_CLUSTERID_Z) {
        k = id - PTXR_CLUSTERID_X;
        return block->id[k] / cdim[k];
    }
    switch (id) {
    case PTXR_CLUSTER_CTAID_X: return block->rank % cdim[0];
    case PTXR_CLUSTER_CTAID_Y: return block->rank / cdim[0] % cdim[1];
    case PTXR_CLUSTER_CTAID_Z: return block->rank / cdim[0] / cdim[1];
    case PTXR_CLUSTER_CTARANK: return block->rank;
    default: return block->index % grid->vm->opt.sms;
    }
}

#define BIT(id) (1ull << PTXR_##id)
static const uint64_t other_places = BIT(CLUSTERID_X) | BIT(CLUSTERID_Y) | BIT(CLUSTERID_Z) |
                                     BIT(CLUSTER_CTAID_X) | BIT(CLUSTER_CTAID_Y) |
                                     BIT(CLUSTER_CTAID_Z) | BIT(CLUSTER_CTARANK) | BIT(SMID);
#undef BIT

typedef uint32_t AllLanes __attribute__((vector_size(4 * VM_LANES), aligned(4), may_alias));

// Of 32 bits, as all of these have; a row mostly has what the block before had.
static void fill_place(Warp *warp, PtxSreg id, uint32_t value) {
    AllLanes *row = (AllLanes *)(void *)(warp->sreg + id * 256u);
    if ((*row)[0] != value) *row = (AllLanes){0} + value; // a block of a microsecond notices a loop
}

void vm_fill_sregs(Warp *warp) {
    const Block *block = warp->block;
    uint64_t used = warp->grid->kernel->mod->used_sregs;
    for (uint32_t k = 0; k < 3; k++) {
        PtxSreg id = (PtxSreg)(PTXR_CTAID_X + k);
        if (is_used(warp, id)) fill_place(warp, id, block->id[k]);
    }
    for (used &= other_places; used; used &= used - 1) {
        PtxSreg id = (PtxSreg)__builtin_ctzll(used);
        fill_place(warp, id, (uint32_t)of_block(block, id));
    }
}
