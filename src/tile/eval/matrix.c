// SPDX-License-Identifier: Apache-2.0
// Matrix products. Products of elements are exact in double precision, but for those of f64; their
// sum is taken in the order of the depth, from the accumulator on, and rounded once: one of the
// orders and precisions that the specification leaves open.
#include "tile/eval/eval_int.h"

typedef struct {
    uint64_t rows, columns, depth;
    TileTypeKind acc;
} Product;

// The values of a tile's elements. There are few of the narrow formats: each is converted once.
static double *values_of(Eval *e, const uint64_t *bits, uint64_t n, TileTypeKind kind) {
    double *values = arena_array(e->arena, double, n), narrow[256];
    bool is_narrow = te_width(kind) <= 8;
    for (uint32_t i = 0; is_narrow && i < 1u << te_width(kind); i++) narrow[i] = te_double(kind, i);
    for (uint64_t i = 0; i < n; i++)
        values[i] = is_narrow ? narrow[bits[i]] : te_double(kind, bits[i]);
    return values;
}

// Each element times the scale of its block of the depth. Scales have few digits: this is exact.
static void scale_rows(double *values, const double *scale, uint64_t rows, uint64_t depth,
                       uint64_t scales) {
    for (uint64_t i = 0; i < rows; i++) {
        for (uint64_t d = 0; d < depth; d++)
            values[i * depth + d] *= scale[i * scales + d / (depth / scales)];
    }
}

static void scale_columns(double *values, const double *scale, uint64_t depth, uint64_t columns,
                          uint64_t scales) {
    for (uint64_t d = 0; d < depth; d++) {
        for (uint64_t k = 0; k < columns; k++)
            values[d * columns + k] *= scale[d / (depth / scales) * columns + k];
    }
}

static void multiply(const Product *p, const double *a, const double *b, double *sum) {
    for (uint64_t i = 0; i < p->rows; i++) {
        double *row = sum + i * p->columns;
        for (uint64_t d = 0; d < p->depth; d++) {
            double x = a[i * p->depth + d];
            const double *y = b + d * p->columns;
            for (uint64_t k = 0; k < p->columns; k++) row[k] += x * y[k];
        }
    }
}

static Product product_of(const TileOp *op, uint64_t *batches) {
    const TileType *a = op->operand[0]->type, *c = op->operand[2]->type;
    uint32_t row = a->nshape - 2;
    Product p = {.rows = (uint64_t)c->shape[row],
                 .columns = (uint64_t)c->shape[row + 1],
                 .depth = (uint64_t)a->shape[row + 1],
                 .acc = tile_element(c)};
    *batches = tile_count(c) / (p.rows * p.columns);
    return p;
}

// Stacks of matrices are multiplied one by one.
bool te_do_mma(Eval *e, const TileOp *product) {
    uint64_t batches, n = tile_count(product->operand[2]->type), scales = 0;
    Product p = product_of(product, &batches);
    uint64_t left = p.rows * p.depth, right = p.depth * p.columns, out = p.rows * p.columns;
    ArenaMark mark = arena_mark(e->arena);
    double *a = values_of(e, te_operand(e, product, 0), batches * left,
                          tile_element(product->operand[0]->type)),
           *b = values_of(e, te_operand(e, product, 1), batches * right,
                          tile_element(product->operand[1]->type)),
           *sum = values_of(e, te_operand(e, product, 2), n, p.acc), *scale[2] = {NULL, NULL};
    for (uint32_t i = 0; i < 2 && product->code == TILE_O_MMAF_SCALED; i++) {
        const TileType *type = product->operand[3 + i]->type;
        scale[i] =
            values_of(e, te_operand(e, product, 3 + i), tile_count(type), tile_element(type));
    }
    if (scale[0]) scales = tile_count(product->operand[3]->type) / (batches * p.rows);
    for (uint64_t i = 0; i < batches; i++) {
        if (scales) {
            scale_rows(a + i * left, scale[0] + i * p.rows * scales, p.rows, p.depth, scales);
            scale_columns(b + i * right, scale[1] + i * scales * p.columns, p.depth, p.columns,
                          scales);
        }
        multiply(&p, a + i * left, b + i * right, sum + i * out);
    }
    uint64_t *to = te_result(e, product, 0);
    for (uint64_t i = 0; i < n; i++) to[i] = te_from_double(p.acc, sum[i]);
    arena_reset(e->arena, mark);
    return true;
}

// Sums of integers wrap around.
bool te_do_mmai(Eval *e, const TileOp *op) {
    uint64_t batches;
    Product p = product_of(op, &batches);
    bool signed_a = tile_attr(op, "signedness_lhs")->bits,
         signed_b = tile_attr(op, "signedness_rhs")->bits;
    const uint64_t *a = te_operand(e, op, 0), *b = te_operand(e, op, 1), *c = te_operand(e, op, 2);
    uint64_t *to = te_result(e, op, 0);
    for (uint64_t i = 0; i < batches * p.rows; i++) {
        const uint64_t *x = a + i * p.depth, *y = b + i / p.rows * p.depth * p.columns;
        for (uint64_t k = 0; k < p.columns; k++) {
            uint64_t sum = c[i * p.columns + k];
            for (uint64_t d = 0; d < p.depth; d++) {
                uint64_t left = x[d], right = y[d * p.columns + k];
                int64_t product = (signed_a ? (int8_t)left : (int64_t)left) *
                                  (signed_b ? (int8_t)right : (int64_t)right);
                sum += (uint64_t)product;
            }
            to[i * p.columns + k] = sum & te_mask(32);
        }
    }
    return true;
}
