// SPDX-License-Identifier: Apache-2.0
// Shared by the matrix instructions (execute/matrix.c, execute/mma.c, execute/wmma.c,
// execute/wgmma.c): elements of every format, register fragments, the product itself. Private to
// src/vm.
#ifndef CUPRUM_VM_MATRIX_H
#define CUPRUM_VM_MATRIX_H

#include "vm/execute/execute.h"
#include "vm/compute/float.h"

// Elements of the largest matrices that one warp multiplies at a time: 16x256 by 256x8, 8x32.
enum { MAT_A = 4096, MAT_B = 2048, MAT_C = 512 };

typedef struct {
    uint32_t m, n, k;
} MatShape;
extern const MatShape vm_mat_shapes[];

// A fragment: registers list[at .. at+n-1] of the lanes, elements of a type.
typedef struct {
    const VmRef *reg;
    const uint8_t *size;
    uint32_t n, type, bits, per; // bits of an element's place; per: elements in a register
} Frag;

typedef union {
    double f;
    int64_t i;
} Elem;

// Elements are integers (b1 among them); else they are floating point.
bool vm_mat_is_int(uint32_t type);
// An element's bits to its value. bits: of its place (e2m1 in bytes: at bits 2 to 5).
Elem vm_mat_value(uint64_t v, uint32_t type, uint32_t bits);
Frag vm_fragment(Warp *warp, const VmInst *in, uint32_t at, uint32_t n, uint32_t type);
Elem vm_frag_get(Warp *warp, const Frag *f, uint32_t lane, uint32_t reg, uint32_t sub);
// The same of all lanes.
void vm_frag_get_row(Warp *warp, const Frag *frag, uint32_t reg, uint32_t sub, Elem row[VM_LANES]);
void vm_frag_put_row(Warp *warp, const Frag *frag, uint32_t reg, uint32_t sub,
                     const Elem row[VM_LANES], bool sat);
void vm_frag_put(Warp *warp, const Frag *frag, uint32_t lane, uint32_t reg, uint32_t sub, Elem elem,
                 bool sat);

// A matrix in shared memory as wgmma and tcgen05 describe it (execute/wgmma.c): W is the width of
// the swizzle.
typedef struct {
    uint32_t start, lead, stride, base, width, xor_mask;
    bool mn;   // the dimension that is not k is contiguous
    bool wide; // pieces of 32 bytes change places, by four lines (128 bytes, tcgen05 alone)
} MatDesc;
MatDesc vm_mat_descriptor(const Grid *grid, uint64_t v, uint32_t width, bool mn);
// Shared address of the 16-byte piece that holds byte `byte` of k of row `line` (K-major), or of
// the other dimension of k `line` (MN-major).
uint32_t vm_mat_piece(const MatDesc *desc, uint32_t line, uint32_t byte);

// Row by row, with no gaps.
typedef struct {
    Elem a[MAT_A], b[MAT_B], c[MAT_C];
} Matrices;
// c += a * b. type: of the result; bitop: PTX_BITOP_* of b1, or 0.
void vm_multiply(Matrices *matrices, MatShape mat_shape, uint32_t type, uint32_t bitop);
// A row of k elements times a matrix of k rows of n, a multiple of 8: sums of products, each in
// order of k, in double or 64 bits.
void vm_row_times(const Elem *row, const Elem *b, uint32_t k, uint32_t n, bool ints, Elem *sum);
void vm_whole_warp(Warp *warp, const VmInst *in, uint32_t mask); // a fault when lanes never come

// Pushes the registers of a vector operand; returns their number.
uint32_t vm_push_fragment(Decoder *decoder, const PtxOpnd *vector, uint32_t type, bool dest);
// Do `regs` registers of all lanes hold that many elements of `bits` bits?
bool vm_fits(uint32_t regs, uint32_t bits, uint32_t elements);

// Sparse matrices (9.7.14.6): the columns of the stored elements of A. Positions of the n stored
// elements of a row of 16 in a fragment of k columns, from a warp's metadata.
typedef struct {
    uint32_t type, bits, k, selector;
    uint32_t word[VM_LANES]; // the metadata of the lanes
} MatMeta;
uint32_t vm_sparse_column(const MatMeta *mat_meta, uint32_t row, uint32_t stored);

// Decoding of the matrix instructions by family. False: another instruction, or `why` says what is
// wrong.
bool vm_decode_mma(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded);
bool vm_decode_wmma(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded);
bool vm_decode_wgmma(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded);
bool vm_decode_ldmatrix(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                        VmInst *decoded);

#endif
