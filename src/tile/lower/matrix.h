// SPDX-License-Identifier: Apache-2.0
// Private to products of matrices (matrix.c, outer.c).
#ifndef CUPRUM_TILE_MATRIX_H
#define CUPRUM_TILE_MATRIX_H

#include "tile/lower/lower_int.h"

typedef struct {
    TileTypeKind in, acc;
    TargetFeature needs;
    const char *name;          // of the intrinsic, behind "llvm.nvvm."
    uint8_t rows, depth, pack; // log2: of the instruction; elements of a word. It has 8 columns.
} MatrixRow;

// Sizes of a product, log2; stack: of the matrices.
typedef struct {
    uint32_t rows, columns, depth, stack;
} MatrixShape;

// What bits of warps' numbers are, and the first bits that are not theirs.
typedef struct {
    int8_t row[TL_THREAD_BITS], column[TL_THREAD_BITS], stack[TL_THREAD_BITS];
    uint32_t next_row, next_column, next_stack;
} MatrixWarps;

// The instruction for an operation; NULL: the target has none.
const MatrixRow *tl_matrix_row(TileLower *lower, const TileOp *product);
MatrixShape tl_matrix_shape(const TileOp *op);
void tl_matrix_layouts(const TileLower *lower, const MatrixRow *instruction,
                       const MatrixShape *shape, TlLayout *sum, TlLayout *left, TlLayout *right);
// A factor in a layout, as numbers of a kind, times its scales if it has any.
IrValue **tl_matrix_factor(TileLower *lower, const TileOp *product, bool left, TileTypeKind kind,
                           const TlLayout *wanted);

typedef struct {
    TileLower *lower;
    const TileOp *op;
    const MatrixRow *row;
    MatrixShape shape;
    TlLayout sum, left, right;
    IrValue **a, **b, **c;
    IrValue **words[2]; // of the factors' fragments, by their first element's register
    IrFunc *fn;
    IrValue *in_depth; // whether the lane's part of the depth exists; NULL: always
} MatrixProduct;
// The register of a layout that has an element.
uint32_t tl_reg_of(const TlLayout *layout, uint64_t place);
// Registers of a factor's fragment, as the instruction takes them.
uint32_t tl_fragment_words(const MatrixProduct *p, bool left, uint64_t outer, uint64_t depth,
                           uint64_t stack, IrValue **out);

// wgmma.c: by four warps together
// Whether such a product may be one of wgmma's: its warps are rows then.
bool tl_is_group_product(const TileLower *lower, const MatrixRow *instruction,
                         const MatrixShape *shape);
// How the tile of a load must lie to be a factor of the product; false: it is none of it.
bool tl_group_places(TileLower *lower, const TileOp *product, bool left, const TileOp *load,
                     TlPlaces *order);
// The product, added to p->c; false: its right factor cannot be laid out.
bool tl_group_multiply(MatrixProduct *p);

// outer.c: without such instructions
TlLayout tl_outer_layout(const TileLower *lower, const MatrixShape *shape);
void tl_outer_product(TileLower *lower, const TileOp *product);

#endif
