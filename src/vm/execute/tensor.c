// SPDX-License-Identifier: Apache-2.0
// Tensor copies (PTX ISA 9.7.9.27.1, chapter 5.5): cp.async.bulk.tensor and its reducing form in
// the modes tile, tile::gather4, tile::scatter4, im2col and im2col_no_offs; tensormap.replace. A
// box is walked element by element (a group of 16 for formats below a byte); its copy in shared
// memory is dense, innermost dimension first, and swizzled by address bits 7-9 (5.5.7).
#include "vm/execute/execute.h"
#include "vm/execute/bulk.h"
#include "vm/check/race.h"
#include "vm/state/tensor_map.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

// list: tensor map, shared address, [mbarrier,] coordinates, [im2col offsets,] [mask of blocks]
enum { T_LOAD = 1, T_MULTI = 2, T_IM2COL = 4, T_ROWS = 8, T_REDUCE = 16, T_PAIRS = 32 };
enum { AT_MAP = 0, AT_SHARED = POINTER_SLOTS, AT_NEXT = 2 * POINTER_SLOTS };

typedef struct {
    Warp *w;
    const VmInst *in;
    uint32_t lane;
    VmMapBits map;
    VmMapType type;
    VmPointer shared;
    uint32_t nbar;       // blocks that get the data
    uint32_t rank[16];   // which; UINT32_MAX: the address as it is
    uint64_t at;         // bytes of the box so far
    const VmPointer *to; // of each block
} Tensor;

// Bits 7 to 9 of the address are exclusive-ored into bits 4 to 6, as many as the swizzle has; where
// larger pieces change places, the lower ones of them into the upper of these.
static VmPointer swizzled(const Tensor *tensor, VmPointer p, uint64_t at) {
    p.addr += at;
    static const uint8_t mask[] = {0, 1, 3, 7};
    static const uint8_t drop[] = {0, 1, 0, 2}; // by atomicity
    uint32_t less = tensor->map.swizzle == VM_TENSOR_SWIZZLE_128B ? drop[tensor->map.atomicity] : 0;
    p.addr ^= (p.addr >> 7 & mask[tensor->map.swizzle] >> less) << (4 + less);
    return p;
}

// The value of what lies outside.
static void fill(const Tensor *tensor, uint8_t *v) {
    memset(v, 0, 16);
    // NaN as the type has it: all bits but the sign.
    if (!tensor->map.fill_nan) return;
    switch (tensor->type.ptx) {
    case PTX_F16: memcpy(v, &(uint16_t){0x7fff}, 2); break;
    case PTX_BF16: memcpy(v, &(uint16_t){0x7fff}, 2); break;
    case PTX_F32:
    case PTX_TF32: memcpy(v, &(uint32_t){0x7fffffff}, 4); break;
    case PTX_F64: memcpy(v, &(uint64_t){0x7fffffffffffffff}, 8); break;
    default: break;
    }
}

// Global memory in pieces whose size is a power of two.
static void move(const Tensor *tensor, uint64_t addr, uint8_t *v, bool load) {
    // 12 bytes, packed six-bit numbers, are three words.
    uint32_t n = tensor->type.global, step = n == 12 ? 4 : n;
    for (uint32_t i = 0; i < n; i += step) {
        VmPointer p = {addr + i, VSP_GLOBAL};
        if (load) {
            vm_get(tensor->w, tensor->in, tensor->lane, p, v + i, step);
        } else {
            vm_put(tensor->w, tensor->in, tensor->lane, p, v + i, step);
        }
    }
}

// One element (group) of the box at coordinates c.
static void element(Tensor *tensor, const int64_t *c) {
    uint64_t addr = tensor->map.address;
    bool inside = true;
    for (uint32_t i = 0; i < tensor->map.rank; i++) {
        // dim is the last coordinate.
        inside &= c[i] >= 0 && c[i] <= (int64_t)tensor->map.dim[i];
        addr += i ? (uint64_t)c[i] * tensor->map.stride[i - 1]
                  : (uint64_t)c[i] / tensor->type.group * tensor->type.global;
    }
    uint8_t v[16];
    uint32_t n = tensor->type.shared;
    if (tensor->in->bulk.how & T_LOAD) {
        fill(tensor, v);
        if (inside) move(tensor, addr, v, true);
        for (uint32_t k = 0; k < tensor->nbar; k++)
            vm_put(tensor->w, tensor->in, tensor->lane, swizzled(tensor, tensor->to[k], tensor->at),
                   v, n);
        // What lies outside is not written.
    } else if (inside) {
        vm_get(tensor->w, tensor->in, tensor->lane, swizzled(tensor, tensor->shared, tensor->at), v,
               n);
        if (tensor->in->bulk.how & T_REDUCE) {
            uint64_t x = 0;
            memcpy(&x, v, tensor->type.global);
            vm_reduce(tensor->w, tensor->in, tensor->lane, (VmPointer){addr, VSP_GLOBAL},
                      tensor->in->bulk.operation, tensor->type.ptx, x);
        } else {
            move(tensor, addr, v, false);
        }
    }
    tensor->at += n;
}

// The box with the innermost dimension fastest. Coordinates step by the element strides.
static void walk_tile(Tensor *tensor, const int64_t *at) {
    int64_t c[5] = {0};
    uint32_t i[5] = {0}, rank = tensor->map.rank;
    for (;;) {
        for (uint32_t d = 0; d < rank; d++) c[d] = at[d] + i[d];
        element(tensor, c);
        uint32_t d = 0;
        for (; d < rank; d++) { // the next place
            i[d] += d ? tensor->map.step[d] : tensor->type.group * tensor->map.step[0];
            if (i[d] < tensor->map.box[d]) break;
            i[d] = 0;
        }
        if (d == rank) return;
    }
}

// tile::gather4, tile::scatter4: four rows of a matrix, coordinates {column, row, row, row, row}
static void walk_rows(Tensor *tensor, const int64_t *at) {
    for (uint32_t r = 0; r < 4; r++) {
        for (uint32_t i = 0; i < tensor->map.box[0]; i += tensor->type.group)
            element(tensor, (int64_t[]){at[0] + i, at[1 + r]});
    }
}

// Pixels along width, height, depth and images, inside the box of base pixels.
static void walk_im2col(Tensor *tensor, const int64_t *at, const uint64_t *offset) {
    uint32_t rank = tensor->map.rank, space = rank - 2;
    int64_t base[5], c[5];
    memcpy(base, at, sizeof base);
    // Each base pixel has all its channels together.
    for (uint32_t p = 0; p < tensor->map.pixels; p++) {
        for (uint32_t i = 0; i < tensor->map.channels; i += tensor->type.group) {
            memcpy(c, base, sizeof c);
            c[0] = at[0] + i;
            for (uint32_t d = 0; d < space; d++) c[1 + d] += (int64_t)offset[d];
            element(tensor, c);
        }
        // Along the images there is no end: the number of pixels ends the walk.
        for (uint32_t d = 1; d < rank; d++) {
            base[d] += tensor->map.step[d];
            if (d == rank - 1 || base[d] <= (int64_t)tensor->map.dim[d] + tensor->map.upper[d - 1])
                break;
            base[d] = tensor->map.lower[d - 1];
        }
    }
}

// The map may be in global, constant or parameter memory.
static void read_map(Warp *warp, const VmInst *in, uint32_t lane, VmPointer p, VmMapBits *m) {
    for (uint32_t i = 0; i < sizeof *m; i += 16)
        vm_get(warp, in, lane, (VmPointer){p.addr + i, p.space}, (uint8_t *)m + i, 16);
}

// The blocks that a load goes to: a mask of the cluster's ranks, or the address's own.
static uint32_t targets(Tensor *tensor, uint32_t at, VmPointer *to, uint32_t *rank) {
    to[0] = tensor->shared;
    rank[0] = UINT32_MAX;
    if (!(tensor->in->bulk.how & T_MULTI)) return 1;
    // At most 16 blocks are in a cluster.
    uint32_t mask = (uint32_t)vm_list_value(tensor->w, at, tensor->lane) & 0xffff, n = 0;
    VM_EACH(r, mask) {
        to[n] = (VmPointer){vm_of_rank(tensor->shared, r), tensor->shared.space};
        rank[n++] = r;
    }
    return n;
}

// The block whose mbarrier is told what the block of a rank has got. In pairs (cta_group::2) it is
// that one or the other of its pair: the one whose rank is odd or even as that of the mbarrier is.
static uint32_t barrier_rank(const Warp *warp, const VmInst *in, VmPointer bar, uint32_t rank) {
    uint32_t own = warp->block->rank, at = (uint32_t)bar.addr >> VM_RANK_SHIFT;
    if (!(in->bulk.how & T_PAIRS)) return rank;
    uint32_t of = at >= VM_RANK_FIRST ? at - VM_RANK_FIRST : at ? own : own & ~1u;
    return (rank & ~1u) | (of & 1);
}

// n: coordinates
static void tensor_lane(Warp *warp, const VmInst *in, uint32_t l) {
    uint32_t at = in->list + AT_NEXT;
    bool load = in->bulk.how & T_LOAD;
    Tensor tensor = {
        .w = warp, .in = in, .lane = l, .shared = vm_pointer(warp, in->list + AT_SHARED, l)};
    VmPointer bar = {0}, to[16], map = vm_pointer(warp, in->list + AT_MAP, l);
    if (load) {
        bar = vm_pointer(warp, at, l);
        at += POINTER_SLOTS;
    }
    read_map(warp, in, l, map, &tensor.map);
    tensor.type = vm_map_type(tensor.map.type);
    bool im2col = in->bulk.how & T_IM2COL, rows = in->bulk.how & T_ROWS;
    uint32_t want = rows ? 2u : in->n;
    if (!vm_map_valid(&tensor.map) || tensor.map.rank != want || tensor.map.im2col != im2col ||
        tensor.map.interleave)
        vm_fault(warp, in, l, VM_ERR_ILLEGAL, map.addr, "no tensor map of this rank and mode");
    if (tensor.shared.addr % 128)
        vm_fault(warp, in, l, VM_ERR_MISALIGNED, tensor.shared.addr,
                 "tensor copy: the shared address is not a multiple of 128");
    int64_t c[5] = {0};
    uint64_t offset[3] = {0};
    for (uint32_t i = 0; i < in->n; i++) c[i] = (int32_t)vm_list_value(warp, at++, l);
    for (uint32_t i = 0; i < in->bulk.offsets; i++)
        offset[i] = vm_list_value(warp, at++, l) & 0xffff;
    tensor.to = to;
    tensor.nbar = targets(&tensor, at, to, tensor.rank);
    if (load)
        vm_copy_begin(warp, l, bar);
    else if (warp->race)
        vm_race_group_copy(warp, l, true);
    if (rows) {
        walk_rows(&tensor, c);
    } else if (im2col) {
        walk_im2col(&tensor, c, offset);
    } else {
        walk_tile(&tensor, c);
    }
    if (!load && warp->race) vm_race_group_copied(warp);
    for (uint32_t k = 0; load && k < tensor.nbar; k++) {
        VmPointer b = bar;
        if (tensor.rank[k] != UINT32_MAX)
            b.addr = vm_of_rank(bar, barrier_rank(warp, in, bar, tensor.rank[k]));
        vm_copy_begin(warp, l, b); // later than all that was written
        vm_mbar_complete(warp, in, l, b, tensor.at);
    }
}

// A store by another lane from the same shared memory to the same place.
static bool is_same_store(Warp *warp, const VmInst *in, uint32_t lane, uint32_t other) {
    uint32_t at = in->list + AT_NEXT;
    VmPointer from = vm_pointer(warp, in->list + AT_SHARED, lane),
              from_other = vm_pointer(warp, in->list + AT_SHARED, other);
    VmPointer map = vm_pointer(warp, in->list + AT_MAP, lane),
              map_other = vm_pointer(warp, in->list + AT_MAP, other);
    bool same = from.addr == from_other.addr && map.addr == map_other.addr;
    for (uint32_t i = 0; i < in->n && same; i++, at++)
        same = vm_list_value(warp, at, lane) == vm_list_value(warp, at, other);
    return same;
}

// CUTLASS's epilogues store by all lanes of a warp what one would: hardware does it once.
static void exec_tensor(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t first = (uint32_t)__builtin_ctz(mask);
    bool store = !(in->bulk.how & (T_LOAD | T_REDUCE));
    VM_EACH(l, mask) {
        if (!store || l == first || !is_same_store(warp, in, l, first)) tensor_lane(warp, in, l);
    }
}

static bool decode_mode(Decoder *decoder, const PtxInst *in, VmInst *decoded) {
    switch (ptx_mod(in, LMODE)) {
    case PTX_LMODE_NONE:
    case PTX_LMODE_TILE: return true;
    case PTX_LMODE_GATHER4:
    case PTX_LMODE_SCATTER4: decoded->bulk.how |= T_ROWS; return true;
    case PTX_LMODE_IM2COL:
    case PTX_LMODE_NO_OFFS: decoded->bulk.how |= T_IM2COL; return true;
    default: decoder->why = "im2col::w"; return false;
    }
}

// The coordinates, 1 to 5 of them, after the addresses.
static bool push_coordinates(Decoder *decoder, const PtxInst *in, const PtxOpnd *tex,
                             VmInst *decoded) {
    const PtxOpnd *c = &decoder->f->extra.at[tex->id + 1];
    uint32_t want = decoded->bulk.how & T_ROWS ? 5 : ptx_mod(in, DIM),
             n = c->kind == PTXO_VEC ? c->n : 1;
    vm_push_elements(decoder, c, 2, false);
    decoded->n = (uint8_t)n;
    if (n != want) decoder->why = "a tensor copy with another number of coordinates";
    return n == want;
}

static bool decode_load(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                        VmInst *decoded) {
    decoded->bulk.how = T_LOAD;
    if (ptx_mod(in, CTAGROUP) == PTX_CTAGROUP_G2) decoded->bulk.how |= T_PAIRS;
    if (!decode_mode(decoder, in, decoded)) return false;
    if (!vm_push_pointer(decoder, &decoder->f->extra.at[operands[1].id], 0) ||
        !vm_push_pointer(decoder, &operands[0], ptx_mod(in, SPACE)) ||
        !vm_push_pointer(decoder, &operands[2], ptx_mod(in, SPACE)) ||
        !push_coordinates(decoder, in, &operands[1], decoded)) {
        return false;
    }
    uint32_t next = 3;
    if (decoded->bulk.how & T_IM2COL) {
        if (next >= in->nopnd || operands[next].kind != PTXO_VEC ||
            operands[next].n + 2u != decoded->n) {
            decoder->why = "im2col with another number of offsets";
            return false;
        }
        decoded->bulk.offsets = (uint8_t)operands[next].n;
        vm_push_elements(decoder, &operands[next++], 1, false);
    }
    if (ptx_mod(in, MCAST)) {
        decoded->bulk.how |= T_MULTI;
        if (next >= in->nopnd) return false;
        vm_push_elements(decoder, &operands[next], 1, false);
    }
    return true;
}

static bool decode_store(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                         VmInst *decoded) {
    if (in->op == PTXI_bulk_tensor_reduce) {
        decoded->bulk.how |= T_REDUCE;
        decoded->bulk.operation = (uint8_t)ptx_mod(in, AOP);
    }
    return decode_mode(decoder, in, decoded) &&
           vm_push_pointer(decoder, &decoder->f->extra.at[operands[0].id], 0) &&
           vm_push_pointer(decoder, &operands[1], PTX_SPACE_SHARED_CTA) &&
           push_coordinates(decoder, in, &operands[0], decoded);
}

// ---- tensor maps in memory ---------------------------------------------------------------------

// list: address, value
static void exec_replace(Warp *warp, const VmInst *in, uint32_t mask) {
    VM_EACH(l, mask) {
        VmPointer p = vm_pointer(warp, in->list, l);
        VmMapBits m;
        read_map(warp, in, l, p, &m);
        uint64_t v = vm_list_value(warp, in->list + POINTER_SLOTS, l);
        if (!vm_map_replace(&m, in->map.field, in->map.ordinal, v))
            vm_fault(warp, in, l, VM_ERR_ILLEGAL, p.addr, "tensormap.replace of dimension %u",
                     in->map.ordinal);
        for (uint32_t i = 0; i < sizeof m; i += 16)
            vm_put(warp, in, l, (VmPointer){p.addr + i, p.space}, (uint8_t *)&m + i, 16);
    }
}

// The whole warp copies one map; its first lane does.
static void exec_map_copy(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t l = (uint32_t)__builtin_ctz(mask);
    VmPointer to = vm_pointer(warp, in->list, l),
              from = vm_pointer(warp, in->list + POINTER_SLOTS, l);
    VmMapBits m;
    read_map(warp, in, l, from, &m);
    for (uint32_t i = 0; i < sizeof m; i += 16)
        vm_put(warp, in, l, (VmPointer){to.addr + i, to.space}, (uint8_t *)&m + i, 16);
}

static void exec_nothing(Warp *warp, const VmInst *in, uint32_t mask) {}

bool vm_decode_tensor(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                      VmInst *decoded) {
    uint32_t sem = ptx_rows[in->op].sem;
    decoded->list = decoder->fn->list.n;
    decoded->cls = VM_CLS_GLOBAL;
    switch (sem) {
    case PTX_SEM_TENSORLOAD:
        decoded->fn = exec_tensor;
        return decode_load(decoder, in, operands, decoded);
    case PTX_SEM_TENSORSTORE:
        decoded->fn = exec_tensor;
        return decode_store(decoder, in, operands, decoded);
    case PTX_SEM_TENSORPREFETCH:
        decoded->fn = exec_nothing;
        return decode_mode(decoder, in, decoded);
    case PTX_SEM_TENSORMAPCOPY:
        decoded->fn = exec_map_copy;
        return vm_push_pointer(decoder, &operands[0], PTX_SPACE_GLOBAL) &&
               vm_push_pointer(decoder, &operands[1], PTX_SPACE_SHARED_CTA);
    case PTX_SEM_TENSORMAP: {
        bool ordinal = in->nopnd == 3;
        decoded->fn = exec_replace;
        decoded->map.field = (uint8_t)ptx_mod(in, TFIELD);
        decoded->map.ordinal = ordinal ? (uint8_t)operands[1].val : 0;
        if (!vm_push_pointer(decoder, &operands[0], ptx_mod(in, SPACE))) return false;
        vm_push_elements(decoder, &operands[ordinal ? 2 : 1],
                         ptx_type_bits((PtxType)in->type[0]) == 64 ? 3 : 2, false);
        return true;
    }
    default: return false;
    }
}
