// SPDX-License-Identifier: Apache-2.0
// tcgen05 but for mma (PTX ISA 9.7.16): allocation of tensor memory, loads and stores of a warp,
// copies from shared memory, shift, commit, waits and fences. Copies and shifts are done when they
// are issued. A warp of number w reaches lanes 32 * (w % 4) and the 31 behind them.
//
// Loads and stores: lane and column of register j of thread t, from the address on (figures of
// 9.7.16.2.3.1), and the registers of .x1:
//   32x32b    t                           j                              1
//   16x64b    t / 4 + 8 * (t & 1)         (t >> 1 & 1) + 2 * j           1
//   16x128b   t / 4 + 8 * (j & 1)         (t & 3) + 4 * (j / 2)          2
//   16x256b   t / 4 + 8 * (j >> 1 & 1)    2 * (t & 3) + (j & 1) + 8 * (j / 4)   4
//   16x32bx2  t % 16                      j, of the upper 16 threads the distance more   1
// With .pack::16b (.unpack::16b) a register is the lower halves of two columns, so that the columns
// count double.
//
// Copies: rows of 16 or 32 bytes of a matrix whose k is contiguous. Where row r goes:
//   128x256b, 128x128b      lane r
//   4x256b                  lane 32 * r, from the address's lane on
//   64x128b.warpx2::02_13   lanes r and r + 64
//   64x128b.warpx2::01_23   lanes r % 32 + 64 * (r / 32) and 32 more
//   32x128b.warpx4          lanes r, r + 32, r + 64, r + 96
//
// Of a pair (cta_group::2) each block allocates in its own memory, by the same calls and thus at
// the same addresses; what one thread copies or shifts is done in both.
#include "vm/execute/execute.h"
#include "vm/execute/bulk.h"
#include "vm/execute/foreign.h"
#include "vm/check/race.h"
#include "vm/memory/tensor.h"

typedef enum { SHAPE_32X32B, SHAPE_16X64B, SHAPE_16X128B, SHAPE_16X256B, SHAPE_16X32BX2 } Shape;

typedef struct {
    LaneValue address, operand; // of alloc: where the address goes, columns
    bool pair;                  // cta_group::2
    uint32_t shape, n;          // of loads and stores; n: registers
    bool pack;                  // two columns' lower halves in a register
    bool store, reduces, is_max, abs, nan;
    uint32_t reduced; // place in the list; type
    uint32_t type;
    uint32_t halves; // 16x32bx2: columns from one half to the other
    uint32_t rows, bytes, source;
    bool multicast, generic;
} Form;

// What decoding has found: there are more operands than a VmInst has places for.
static const Form *form_of(const VmInst *in) {
    return in->form;
}

// A warp's quarter of the lanes is the hardware's rule for loads and stores alone.
static void check_reach(Warp *warp, const VmInst *in, uint32_t lane, uint32_t at) {
    if (at / 32 == warp->id % 4) return;
    vm_fault(warp, in, lane, VM_ERR_ILLEGAL, at,
             "warp %u reaches lanes %u to %u of tensor memory, not %u", warp->id,
             32 * (warp->id % 4), 32 * (warp->id % 4) + 31, at);
}

// ---- allocation --------------------------------------------------------------------------------

// Columns are given in units of 32, an allocation at a multiple of its size.
static bool is_free(const VmTensor *tensor, uint32_t at, uint32_t n) {
    for (uint32_t i = at; i < at + n; i++) {
        if (i >= TENSOR_COLUMNS / 32 || tensor->used[i]) return false;
    }
    return true;
}

// Also what is given back must be such a number.
static void check_count(Warp *warp, const VmInst *in, uint32_t columns) {
    bool ok = columns >= 32 && columns <= TENSOR_COLUMNS && !(columns & (columns - 1));
    if (!ok)
        vm_fault(warp, in, 0, VM_ERR_ILLEGAL, columns,
                 "tcgen05: %u columns are no power of two from 32 to 512", columns);
}

// Each block of a pair allocates in its own memory: the same calls give the same addresses.
static void exec_alloc(Warp *warp, const VmInst *in, uint32_t mask) {
    const Form *form = form_of(in);
    VmTensor *tensor = vm_tensor_of(warp->block);
    uint32_t columns = (uint32_t)vm_lane_value(warp, &form->operand, 0), at = 0, n = columns / 32;
    check_count(warp, in, columns);
    if (form->pair) vm_tensor_pair(warp, in, 0);
    if (tensor->relinquished)
        vm_fault(warp, in, 0, VM_ERR_ILLEGAL, 0,
                 "tcgen05.alloc after tcgen05.relinquish_alloc_permit");
    while (at < TENSOR_COLUMNS / 32 && !is_free(tensor, at, n)) at += n;
    if (at >= TENSOR_COLUMNS / 32)
        vm_fault(warp, in, 0, VM_ERR_DEADLOCK, columns,
                 "tcgen05.alloc waits for %u columns of tensor memory that the block has taken "
                 "itself",
                 columns);
    for (uint32_t i = at; i < at + n; i++) tensor->used[i] = true;
    tensor->columns[at] = (uint16_t)columns;
    tensor->made = vm_site(warp, in, 0);
    uint32_t address = at * 32;
    uint64_t to = vm_lane_value(warp, &form->address, 0);
    VmSpace space = form->generic ? VSP_GENERIC : VSP_SHARED;
    memcpy(vm_access(warp, in, 0, to, 4, space, VM_WRITE), &address, 4);
}

// A whole allocation, as tcgen05.alloc gave it.
static void exec_dealloc(Warp *warp, const VmInst *in, uint32_t mask) {
    const Form *form = form_of(in);
    VmTensor *tensor = vm_tensor_of(warp->block);
    uint32_t columns = (uint32_t)vm_lane_value(warp, &form->operand, 0);
    uint32_t address = (uint32_t)vm_lane_value(warp, &form->address, 0), at = address / 32;
    check_count(warp, in, columns);
    bool right = address % 32 == 0 && at < TENSOR_COLUMNS / 32 && tensor->columns[at] == columns;
    if (!right)
        vm_fault(warp, in, 0, VM_ERR_ILLEGAL, address,
                 "tcgen05.dealloc of %u columns at 0x%x, which no tcgen05.alloc gave", columns,
                 address);
    tensor->columns[at] = 0;
    for (uint32_t i = at; i < at + columns / 32; i++) tensor->used[i] = false;
}

static void exec_relinquish(Warp *warp, const VmInst *in, uint32_t mask) {
    vm_tensor_of(warp->block)->relinquished = true;
}

// ---- loads and stores --------------------------------------------------------------------------

// Lane and column of register j of thread t, from the address on.
static void place(const Form *form, uint32_t t, uint32_t j, uint32_t *lane, uint32_t *column) {
    switch ((Shape)form->shape) {
    case SHAPE_32X32B:
        *lane = t;
        *column = j;
        break;
    case SHAPE_16X64B:
        *lane = t / 4 + 8 * (t & 1);
        *column = (t >> 1 & 1) + 2 * j;
        break;
    case SHAPE_16X128B:
        *lane = t / 4 + 8 * (j & 1);
        *column = (t & 3) + 4 * (j / 2);
        break;
    case SHAPE_16X256B:
        *lane = t / 4 + 8 * (j >> 1 & 1);
        *column = 2 * (t & 3) + (j & 1) + 8 * (j / 4);
        break;
    case SHAPE_16X32BX2:
        *lane = t % 16;
        *column = j;
        break;
    }
}

// Of two columns where a register holds both.
static void move(Warp *warp, const VmInst *in, uint32_t t, uint32_t lane, uint32_t column,
                 uint32_t *reg) {
    const Form *form = form_of(in);
    VmAccess kind = form->store ? VM_WRITE : VM_READ;
    uint32_t *cell = vm_tensor_cell(warp, in, t, warp->block, lane, column, kind, false);
    if (!form->pack) {
        *(form->store ? cell : reg) = form->store ? *reg : *cell;
        return;
    }
    uint32_t *next = vm_tensor_cell(warp, in, t, warp->block, lane, column + 1, kind, false);
    if (form->store) {
        *cell = *reg & 0xffff;
        *next = *reg >> 16;
    } else {
        *reg = (*cell & 0xffff) | *next << 16;
    }
}

// -0 is below +0, as for min and max elsewhere.
static bool less(const Form *form, uint32_t a, uint32_t b) {
    float x, y;
    if (form->type == PTX_U32) return a < b;
    if (form->type == PTX_S32) return (int32_t)a < (int32_t)b;
    memcpy(&x, &a, 4);
    memcpy(&y, &b, 4);
    return x < y || (x == y && a >> 31 > b >> 31);
}

static bool is_nan(const Form *form, uint32_t a) {
    return form->type == PTX_F32 && (a & 0x7fffffff) > 0x7f800000;
}

// Of NaNs one counts only with .NaN, or if there is nothing else.
static uint32_t reduce(const Form *form, uint32_t sum, uint32_t value, bool first) {
    if (form->abs) value &= 0x7fffffff;
    if (first) return value;
    if (is_nan(form, value)) return form->nan ? 0x7fffffff : sum;
    if (is_nan(form, sum)) return form->nan ? 0x7fffffff : value;
    return less(form, value, sum) != form->is_max ? value : sum;
}

// All threads have the same address. Registers are rows of the list, of a store as of a load.
static void exec_move(Warp *warp, const VmInst *in, uint32_t mask) {
    const Form *form = form_of(in);
    const VmRef *reg = warp->fn->list.at + in->list;
    const uint8_t *size = warp->fn->list_size.at + in->list;
    uint32_t address = (uint32_t)vm_lane_value(warp, &form->address, 0);
    for (uint32_t t = 0; t < VM_LANES; t++) {
        uint32_t sum = 0;
        for (uint32_t j = 0; j < form->n; j++) {
            uint32_t lane = 0, column = 0, value = 0;
            place(form, t, j, &lane, &column);
            if (form->pack) column *= 2;
            if (form->shape == SHAPE_16X32BX2 && t >= 16) column += form->halves;
            lane += address >> 16;
            check_reach(warp, in, t, lane);
            uint8_t *row = (uint8_t *)vm_row(warp, reg[j]) + ((size_t)t << size[j]);
            if (form->store) memcpy(&value, row, 4);
            move(warp, in, t, lane, (address & 0xffff) + column, &value);
            if (!form->store) memcpy(row, &value, 4);
            sum = form->reduces ? reduce(form, sum, value, j == 0) : 0;
        }
        uint32_t at = form->reduced;
        if (form->reduces)
            memcpy((uint8_t *)vm_row(warp, warp->fn->list.at[at]) +
                       ((size_t)t << warp->fn->list_size.at[at]),
                   &sum, 4);
    }
}

// ---- copies ------------------------------------------------------------------------------------

enum { SOURCE_BYTES, SOURCE_B6, SOURCE_B4 };

// Sixteen elements of 6 or 4 bits become bytes; those of 4 bits stand at bits 2 to 5.
static void unpack(uint8_t piece[16], uint32_t source) {
    uint8_t from[18] = {0};
    if (source == SOURCE_BYTES) return;
    memcpy(from, piece, 16);
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t bit = i * (source == SOURCE_B6 ? 6 : 4);
        uint32_t two = (uint32_t)from[bit / 8] | (uint32_t)from[bit / 8 + 1] << 8;
        piece[i] = source == SOURCE_B6 ? two >> bit % 8 & 63 : (two >> bit % 8 & 15) << 2;
    }
}

// Where row r of the source goes, the k-th time; false: it has gone everywhere.
static bool copy_lane(const Form *form, uint32_t r, uint32_t k, uint32_t *lane) {
    switch (form->shape) {
    case 4: *lane = 32 * r; return k < 1;                           // 4x256b
    case 32: *lane = r + 32 * k; return k < 4;                      // 32x128b.warpx4
    case 64: *lane = r + 64 * k; return k < 2;                      // 64x128b.warpx2::02_13
    case 65: *lane = r % 32 + 64 * (r / 32) + 32 * k; return k < 2; // ::01_23
    default: *lane = r; return k < 1;
    }
}

static MatDesc copy_source(Warp *warp, const VmInst *in, uint32_t lane, uint64_t bits) {
    MatDesc desc;
    if (!vm_tensor_descriptor(warp->grid, bits, false, &desc))
        vm_fault(warp, in, lane, VM_ERR_ILLEGAL, bits >> 61,
                 "tcgen05.cp with the swizzle mode %u in its descriptor", (unsigned)(bits >> 61));
    return desc;
}

// In a block of a pair: the descriptor counts from the shared memory of each.
static void copy_block(Warp *warp, const VmInst *in, uint32_t i, Block *target,
                       const MatDesc *source, uint32_t address) {
    const Form *form = form_of(in);
    vm_tensor_begin(target);
    for (uint32_t r = 0; r < form->rows; r++) {
        for (uint32_t byte = 0; byte < form->bytes; byte += 16) {
            uint8_t piece[16];
            VmPointer from = {vm_mat_piece(source, r, byte), VSP_SHARED};
            from.addr = vm_of_block(warp, from, target);
            vm_get(warp, in, i, from, piece, 16);
            unpack(piece, form->source);
            uint32_t lane;
            for (uint32_t k = 0; copy_lane(form, r, k, &lane); k++) {
                for (uint32_t w = 0; w < 4; w++) {
                    uint32_t column = (address & 0xffff) + byte / 4 + w;
                    memcpy(vm_tensor_cell(warp, in, i, target, (address >> 16) + lane, column,
                                          VM_WRITE, true),
                           piece + 4 * w, 4);
                }
            }
        }
    }
}

static void exec_copy(Warp *warp, const VmInst *in, uint32_t mask) {
    const Form *form = form_of(in);
    VM_EACH(i, mask) {
        uint32_t address = (uint32_t)vm_lane_value(warp, &form->address, i);
        MatDesc desc = copy_source(warp, in, i, vm_lane_value(warp, &form->operand, i));
        copy_block(warp, in, i, warp->block, &desc, address);
        if (form->pair) copy_block(warp, in, i, vm_tensor_pair(warp, in, i), &desc, address);
    }
}

// Lane l has the 32 bytes of lane l + 1, the last of 32 keeps its own.
static void shift_block(Warp *warp, const VmInst *in, uint32_t i, Block *target, uint32_t address) {
    vm_tensor_begin(target);
    for (uint32_t l = address >> 16; l < (address >> 16) + 31; l++) {
        for (uint32_t c = 0; c < 8; c++) {
            uint32_t column = (address & 0xffff) + c;
            uint32_t v = *vm_tensor_cell(warp, in, i, target, l + 1, column, VM_READ, true);
            *vm_tensor_cell(warp, in, i, target, l, column, VM_WRITE, true) = v;
        }
    }
}

static void exec_shift(Warp *warp, const VmInst *in, uint32_t mask) {
    const Form *form = form_of(in);
    VM_EACH(i, mask) {
        uint32_t address = (uint32_t)vm_lane_value(warp, &form->address, i);
        if (address >> 16 & 31)
            vm_fault(warp, in, i, VM_ERR_ILLEGAL, address,
                     "tcgen05.shift from lane %u, no multiple of 32", address >> 16);
        shift_block(warp, in, i, warp->block, address);
        if (form->pair) shift_block(warp, in, i, vm_tensor_pair(warp, in, i), address);
    }
}

// ---- commit, waits, fences ---------------------------------------------------------------------

// One arrival; the checker of races knows by which mbarrier the work of both blocks ends.
static void commit_to(Warp *warp, const VmInst *in, uint32_t lane, VmPointer mbarrier) {
    VmTarget target;
    if (warp->grid->checks & VM_CHECK_RACE &&
        vm_locate(warp, lane, mbarrier.addr, 8, mbarrier.space, &target) && target.block) {
        uint64_t key = (uint64_t)target.block->rank << 32 | target.off;
        vm_tensor_commit(warp->block, key);
        if (form_of(in)->pair) vm_tensor_commit(vm_tensor_pair(warp, in, lane), key);
    }
    vm_mbar_arrive(warp, in, lane, mbarrier);
}

static void exec_commit(Warp *warp, const VmInst *in, uint32_t mask) {
    const Form *form = form_of(in);
    VM_EACH(i, mask) {
        VmPointer mbarrier = {vm_lane_value(warp, &form->address, i),
                              form->generic ? VSP_GENERIC : VSP_SHARED};
        if (!form->multicast) {
            commit_to(warp, in, i, mbarrier);
            continue;
        }
        uint32_t blocks = (uint32_t)vm_lane_value(warp, &form->operand, i) & 0xffff;
        for (uint32_t rank = 0; rank < 16; rank++) {
            VmPointer there = {vm_of_rank(mbarrier, rank), mbarrier.space};
            if (blocks >> rank & 1) commit_to(warp, in, i, there);
        }
    }
}

static void exec_wait_stores(Warp *warp, const VmInst *in, uint32_t mask) {
    vm_tensor_stored(warp);
}

// Loads are done at once; order among threads comes with what they wait for.
static void exec_nothing(Warp *warp, const VmInst *in, uint32_t mask) {}

// ---- decoding ----------------------------------------------------------------------------------

static bool address_of(Decoder *decoder, const Foreign *foreign, uint32_t i, LaneValue *to) {
    return i < foreign->nopnd && vm_lane_address(decoder, &foreign->opnd[i], to);
}

static bool decode_alloc(Decoder *decoder, const Foreign *foreign, VmInst *decoded, Form *out) {
    bool gives = strcmp(foreign->word[1], "alloc") == 0;
    if (foreign->nopnd != 2) return false;
    out->operand = vm_lane_operand(decoder, &foreign->opnd[1], 2);
    out->generic = !vm_foreign_has(foreign, "shared::cta");
    decoded->fn = gives ? exec_alloc : exec_dealloc;
    if (gives) return address_of(decoder, foreign, 0, &out->address);
    out->address = vm_lane_operand(decoder, &foreign->opnd[0], 2);
    return true;
}

// Of loads that reduce; others move bits.
static uint32_t type_of(const Foreign *foreign) {
    static const char *const names[] = {"f32", "u32", "s32", NULL};
    static const uint8_t types[] = {PTX_F32, PTX_U32, PTX_S32};
    int i = vm_foreign_one(foreign, names);
    return i < 0 ? PTX_B32 : types[i];
}

// A vector of as many registers as shape and number say.
static bool decode_registers(Decoder *decoder, const PtxOpnd *vector, VmInst *decoded, Form *move) {
    static const uint8_t of_one[] = {1, 1, 2, 4, 1}; // registers of .x1, by shape
    uint32_t want = move->n * of_one[move->shape];
    decoded->list = decoder->fn->list.n;
    move->n = vm_push_fragment(decoder, vector, PTX_B32, !move->store);
    decoded->n = (uint8_t)move->n;
    return move->n == want;
}

// [address], {registers} of a store; {registers}, (reduced,) [address] of a load; the distance of
// the halves of 16x32bx2 behind the address.
static bool decode_move(Decoder *decoder, const Foreign *foreign, VmInst *decoded, Form *out) {
    static const char *const shapes[] = {"32x32b",  "16x64b",   "16x128b",
                                         "16x256b", "16x32bx2", NULL};
    static const char *const counts[] = {"x1", "x2", "x4", "x8", "x16", "x32", "x64", "x128", NULL};
    int shape = vm_foreign_one(foreign, shapes), count = vm_foreign_one(foreign, counts);
    if (shape < 0 || count < 0 || vm_foreign_has(foreign, "spcompress")) return false;
    out->store = strcmp(foreign->word[1], "st") == 0;
    out->shape = (uint32_t)shape;
    out->n = 1u << count;
    out->pack = vm_foreign_has(foreign, "pack::16b") || vm_foreign_has(foreign, "unpack::16b");
    out->reduces = vm_foreign_has(foreign, "red");
    out->is_max = vm_foreign_has(foreign, "max");
    out->abs = vm_foreign_has(foreign, "abs");
    out->nan = vm_foreign_has(foreign, "NaN");
    out->type = type_of(foreign);
    bool split = shape == SHAPE_16X32BX2;
    uint32_t first = out->store ? 0 : 1 + (out->reduces ? 1u : 0u), want = 2 + split;
    if (foreign->nopnd != want + out->reduces) return false;
    if (split) out->halves = (uint32_t)foreign->opnd[first + 1].val;
    uint32_t registers = out->store ? 1u + split : 0;
    if (!decode_registers(decoder, &foreign->opnd[registers], decoded, out)) return false;
    if (out->reduces) out->reduced = vm_push_elements(decoder, &foreign->opnd[1], 2, true);
    decoded->fn = exec_move;
    return address_of(decoder, foreign, first, &out->address);
}

static bool decode_copy(Decoder *decoder, const Foreign *foreign, VmInst *decoded, Form *out) {
    static const char *const shapes[] = {"128x256b", "4x256b",  "128x128b",
                                         "64x128b",  "32x128b", NULL};
    static const uint8_t rows[] = {128, 4, 128, 64, 32};
    int shape = vm_foreign_one(foreign, shapes);
    if (shape < 0 || foreign->nopnd != 2) return false;
    out->rows = rows[shape];
    out->bytes = shape < 2 ? 32 : 16;
    out->shape = out->rows + vm_foreign_has(foreign, "warpx2::01_23");
    if (vm_foreign_has(foreign, "b6x16_p32")) out->source = SOURCE_B6;
    if (vm_foreign_has(foreign, "b4x16_p64")) out->source = SOURCE_B4;
    out->operand = vm_lane_operand(decoder, &foreign->opnd[1], 3);
    decoded->fn = exec_copy;
    return address_of(decoder, foreign, 0, &out->address);
}

static bool decode_commit(Decoder *decoder, const Foreign *foreign, VmInst *decoded, Form *out) {
    out->multicast = vm_foreign_has(foreign, "multicast::cluster");
    out->generic = !vm_foreign_has(foreign, "shared::cluster");
    if (foreign->nopnd != 1u + out->multicast) return false;
    if (out->multicast) out->operand = vm_lane_operand(decoder, &foreign->opnd[1], 1);
    decoded->fn = exec_commit;
    decoded->flags |= VF_RELEASE;
    return address_of(decoder, foreign, 0, &out->address);
}

bool vm_decode_tensor_memory(Decoder *decoder, const Foreign *foreign, VmInst *decoded) {
    const char *name = foreign->word[1];
    Form *form = arena_new(decoder->arena, Form);
    decoded->form = form;
    decoded->cls = VM_CLS_MATRIX;
    form->pair = vm_foreign_has(foreign, "cta_group::2");
    decoded->ctl = vm_foreign_has(foreign, "aligned") ? CTL_WHOLE : CTL_PLAIN;
    if (strcmp(name, "alloc") == 0 || strcmp(name, "dealloc") == 0)
        return decode_alloc(decoder, foreign, decoded, form);
    if (strcmp(name, "ld") == 0 || strcmp(name, "st") == 0)
        return decode_move(decoder, foreign, decoded, form);
    if (strcmp(name, "cp") == 0) return decode_copy(decoder, foreign, decoded, form);
    if (strcmp(name, "commit") == 0) return decode_commit(decoder, foreign, decoded, form);
    if (strcmp(name, "shift") == 0) {
        decoded->fn = exec_shift;
        return address_of(decoder, foreign, 0, &form->address);
    }
    decoded->fn = strcmp(name, "relinquish_alloc_permit") == 0 ? exec_relinquish
                  : strcmp(name, "wait::st") == 0              ? exec_wait_stores
                                                               : exec_nothing;
    static const char *const known[] = {
        "relinquish_alloc_permit",  "wait::st", "wait::ld", "fence::before_thread_sync",
        "fence::after_thread_sync", NULL};
    return vm_foreign_one(foreign, known) >= 0;
}
