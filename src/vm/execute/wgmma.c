// SPDX-License-Identifier: Apache-2.0
// wgmma.mma_async (PTX ISA 9.7.15): D = A * B + D of a warpgroup, m64nNkK. The last of the four
// warps to come to the instruction computes it for all of them, 16 rows for each (vm_exec_group): a
// correct program has made A and B visible before (wgmma.fence, fence.proxy.async) and changes
// neither them nor D before wgmma.wait_group, so that it cannot see that this is early. It may
// change them when one thread has passed wgmma.wait_group: all rows are done by then. For the race
// checker the warpgroup's reads last until then. A lies in registers (laid out as A of mma.m16n8k*)
// or, as B always does, in shared memory, described by a 64-bit matrix descriptor (9.7.15.5.1.2):
//   bits 0-13 start address / 16, 16-29 leading and 32-45 stride dimension byte offset / 16,
//   49-51 base offset, 62-63 swizzle: 0 none, 1 128, 2 64, 3 32 bytes
// Canonical layouts, W the width of the swizzle (16 for none): K-major: rows of W bytes in groups
// of eight (stride offset apart), the next W bytes of k a leading offset on. MN-major: W bytes of
// the other dimension, eight k of pitch W, then (swizzled) the next W bytes a leading offset and
// the next eight k a stride offset on; without swizzle the two offsets change places. The swizzle
// exchanges 16-byte pieces by address bits 7-9.
#include "vm/execute/execute.h"
#include "vm/execute/matrix.h"
#include "vm/check/race.h"
#include "ptx/form/op.h"

// list: registers of D, then of A; n: registers of D, 0 standing for none; asize: of A, 0:
// descriptor a: A's descriptor, b: B's, c: scale-d, e: metadata, space: selector; imm: N | K << 16
enum { MODE_SPARSE = 1, MODE_NEG_A = 2, MODE_NEG_B = 4, MODE_A_MN = 8, MODE_B_MN = 16 };

// Bits 62-63 of a descriptor.
static MatDesc descriptor(const Grid *grid, uint64_t v, bool mn) {
    static const uint8_t width[] = {16, 128, 64, 32};
    return vm_mat_descriptor(grid, v, width[v >> 62], mn);
}

// Elements of a matrix in shared memory: row r, number i of k goes to out[r * rs + i * ks].
static void load_shared(Warp *warp, const VmInst *in, const MatDesc *matrix, uint32_t first,
                        uint32_t rows, uint32_t k, uint32_t type, Elem *out, uint32_t rs,
                        uint32_t ks) {
    uint32_t bits = ptx_type_bits((PtxType)type), lines = matrix->mn ? k : rows,
             length = matrix->mn ? rows : k, per = 128 / bits, lane = 0;
    for (uint32_t line = 0; line < lines; line++) {
        for (uint32_t i = 0; i < length; i += per, lane = (lane + 1) % VM_LANES) {
            uint32_t addr = matrix->mn ? vm_mat_piece(matrix, line, (first + i) * bits / 8)
                                       : vm_mat_piece(matrix, first + line, i * bits / 8);
            uint64_t v[2];
            memcpy(v, vm_access(warp, in, lane, addr, 16, VSP_SHARED, VM_READ), 16);
            for (uint32_t q = 0; q < per && i + q < length; q++) {
                uint32_t bit = q * bits;
                Elem e = vm_mat_value(v[bit / 64] >> bit % 64, type, bits);
                out[matrix->mn ? (i + q) * rs + line * ks : line * rs + (i + q) * ks] = e;
            }
        }
    }
}

static void load_registers(Warp *warp, const VmInst *in, uint32_t k, Elem *out) {
    Frag a = vm_fragment(warp, in, in->n, in->group.of_a, in->type2);
    for (uint32_t i = 0; i < a.n * a.per; i++) {
        uint32_t j = i / a.per, q = i % a.per;
        Elem each[VM_LANES];
        vm_frag_get_row(warp, &a, j, q, each);
        for (uint32_t l = 0; l < VM_LANES; l++) {
            uint32_t row = (l >> 2) + 8 * (j & 1);
            out[row * k + (l & 3) * a.per + q + j / 2 * 4 * a.per] = each[l];
        }
    }
}

// Puts the stored elements of 16 rows into their columns.
static void spread(Warp *warp, const VmInst *in, const Elem *stored, uint32_t k, Elem *out) {
    MatMeta meta = {.type = in->type2,
                    .bits = ptx_type_bits((PtxType)in->type2),
                    .k = k,
                    .selector = in->group.selector};
    memcpy(meta.word, vm_row(warp, in->e), sizeof meta.word);
    memset(out, 0, 16 * k * sizeof *out);
    for (uint32_t r = 0; r < 16; r++) {
        for (uint32_t i = 0; i < k / 2; i++)
            out[r * k + vm_sparse_column(&meta, r, i) % k] = stored[r * (k / 2) + i];
    }
}

static void negate(Elem *e, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) e[i].f = -e[i].f;
}

static uint64_t uniform(Warp *warp, VmRef r) {
    uint64_t v;
    memcpy(&v, vm_row(warp, r), 8);
    return v;
}

// A's 16 rows of the warp.
static Elem *load_rows(Warp *warp, const VmInst *in, Arena *tmp, uint32_t k) {
    uint32_t modes = in->group.modes, ka = modes & MODE_SPARSE ? k / 2 : k;
    Elem *elem = arena_array(tmp, Elem, 16 * k);
    Elem *stored = modes & MODE_SPARSE ? arena_array(tmp, Elem, 16 * ka) : elem;
    if (in->group.of_a) {
        load_registers(warp, in, ka, stored);
    } else {
        MatDesc da = descriptor(warp->grid, uniform(warp, in->a), modes & MODE_A_MN);
        load_shared(warp, in, &da, 16 * (warp->id % 4), 16, ka, in->type2, stored, ka, 1);
    }
    if (modes & MODE_SPARSE) spread(warp, in, stored, k, elem);
    if (modes & MODE_NEG_A) negate(elem, 16 * k);
    return elem;
}

// The warp's rows of D.
static void multiply_rows(Warp *warp, const VmInst *in, Arena *tmp, const Elem *b) {
    uint32_t n = in->group.n, k = in->group.k;
    bool ints = vm_mat_is_int(in->type);
    const Elem *a = load_rows(warp, in, tmp, k);
    Elem *sum = arena_array(tmp, Elem, 16 * n);
    for (uint32_t r = 0; r < 16; r++) vm_row_times(a + r * k, b, k, n, ints, sum + r * n);

    bool add = vm_get_pred(warp, in, in->c) & 1;
    Frag frag = vm_fragment(warp, in, 0, in->n, in->type);
    for (uint32_t l = 0; l < VM_LANES; l++) {
        for (uint32_t i = 0; i < frag.n * frag.per; i++) {
            uint32_t row = (l >> 2) + 8 * (i >> 1 & 1), col = i / 4 * 8 + 2 * (l & 3) + (i & 1);
            Elem acc = {.i = 0};
            if (add) acc = vm_frag_get(warp, &frag, l, i / frag.per, i % frag.per);
            if (ints) {
                acc.i += sum[row * n + col].i;
            } else {
                acc.f += sum[row * n + col].f;
            }
            vm_frag_put(warp, &frag, l, i / frag.per, i % frag.per, acc, in->flags & VF_SAT);
        }
    }
}

// For all warps of the warpgroup, which stand at the instruction (their frames are current).
static void exec_wgmma(Warp *last, const VmInst *in, uint32_t mask) {
    Block *block = last->block;
    uint32_t n = in->group.n, k = in->group.k, first = last->id & ~3u;
    Arena *tmp = &block->worker->ctx.scratch;
    ArenaMark mark = arena_mark(tmp);
    Elem *elem = arena_array(tmp, Elem, n * k);
    uint64_t loaded = 0;
    if (last->race) vm_race_wgmma(block, first);

    for (uint32_t i = first; i < first + 4; i++) {
        Warp *warp = block->warp[i];
        ArenaMark rows = arena_mark(tmp);
        uint64_t bits = uniform(warp, in->b);
        // B is the same for all; the checkers want to see every warp read it
        if (i == first || bits != loaded || warp->grid->checks) {
            MatDesc db = descriptor(warp->grid, bits, in->group.modes & MODE_B_MN);
            load_shared(warp, in, &db, 0, n, k, in->type3, elem, 1, n);
            if (in->group.modes & MODE_NEG_B) negate(elem, n * k);
            loaded = bits;
        }
        multiply_rows(warp, in, tmp, elem);
        arena_reset(tmp, rows);
    }

    if (last->race) vm_race_wgmma_end(block, first);
    arena_reset(tmp, mark);
}

// wgmma.commit_group and wgmma.wait_group: the work is done already; the race checker wants to know
static void exec_commit(Warp *warp, const VmInst *in, uint32_t mask) {
    if (warp->race) vm_race_wgmma_commit(warp);
}

static void exec_wait(Warp *warp, const VmInst *in, uint32_t mask) {
    if (warp->race) vm_race_wgmma_wait(warp, in->wait.pending);
}

// ---- decoding ----------------------------------------------------------------------------------

// K of each element width: 256 bits of a row; twice that when sparse.
static bool shape_ok(const PtxInst *in, uint32_t k, bool sparse) {
    uint32_t bits = ptx_type_bits((PtxType)in->type[1]);
    return k == 256 / bits * (sparse ? 2 : 1) && bits == ptx_type_bits((PtxType)in->type[2]);
}

// The immediates after scale-d: scale-a, scale-b, then trans-a (A in memory only) and trans-b.
static bool immediates(const PtxInst *in, const PtxOpnd *operands, uint32_t n, VmInst *decoded) {
    bool ints = vm_mat_is_int(in->type[0]);
    bool half = is_any_of(in->type[1], PTX_F16, PTX_BF16);
    uint32_t want = ints ? 0 : half ? decoded->group.of_a ? 3 : 4 : 2;
    if (n != want) return false;
    if (n >= 2 && operands[0].val < 0) decoded->group.modes |= MODE_NEG_A;
    if (n >= 2 && operands[1].val < 0) decoded->group.modes |= MODE_NEG_B;
    if (n == 4 && operands[2].val) decoded->group.modes |= MODE_A_MN;
    if (n >= 3 && operands[n - 1].val) decoded->group.modes |= MODE_B_MN;
    return true;
}

bool vm_decode_wgmma(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                     VmInst *decoded) {
    static const uint16_t depth[] = {8, 16, 32, 64, 128, 256};
    uint32_t shape = ptx_mod(in, WSHAPE) - 1, k = depth[shape / 32], n = 8 * (shape % 32 + 1);
    bool sparse = in->op == PTXI_wgmma_sp;
    uint32_t bits = ptx_type_bits((PtxType)in->type[0]);
    decoded->group.n = (uint16_t)n;
    decoded->group.k = (uint16_t)k;
    decoded->group.modes = sparse ? MODE_SPARSE : 0;
    decoded->list = decoder->fn->list.n;
    decoded->n = (uint8_t)vm_push_fragment(decoder, &operands[0], in->type[0], true);
    if (operands[1].kind == PTXO_VEC) {
        decoded->group.of_a = (uint8_t)vm_push_fragment(decoder, &operands[1], in->type[1], false);
        if (decoded->group.of_a != 4) return false;
    } else {
        decoded->a = vm_operand(decoder, &operands[1], 3);
    }
    decoded->b = vm_operand(decoder, &operands[2], 3);
    const PtxOpnd *rest = operands + 3;
    if (sparse) {
        decoded->e = vm_operand(decoder, &rest[0], 2);
        decoded->group.selector = (uint8_t)rest[1].val;
        rest += 2;
    }
    decoded->c = vm_operand(decoder, &rest[0], 0);
    if (rest[0].flags & PTXOF_NOT) decoded->flags |= VF_PRED_NOT;
    if (in->op != PTXI_wgmma_b1 && ptx_mod(in, MSAT)) decoded->flags |= VF_SAT;
    decoded->ctl = CTL_GROUP;
    decoded->finish = exec_wgmma;
    rest++;
    return shape_ok(in, k, sparse) && vm_fits(decoded->n, bits, 16 * n) &&
           immediates(in, rest, (uint32_t)(operands + in->nopnd - rest), decoded);
}

void vm_decode_wgmma_order(const PtxInst *in, const PtxOpnd *operands, VmInst *decoded) {
    if (in->op == PTXI_wgmma_commit) decoded->fn = exec_commit;
    if (in->op != PTXI_wgmma_wait) return;
    decoded->fn = exec_wait;
    decoded->wait.pending = (uint32_t)operands[0].val;
}
