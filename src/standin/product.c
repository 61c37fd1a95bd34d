// SPDX-License-Identifier: Apache-2.0
// Products of matrices of any type, ours: for the types that BLAS does not know (16 and 8 bits,
// mixed ones) and for computers without BLAS. The operands are copied into rows of A and columns of
// B as doubles; sums are made in double in the order of k and rounded once.
#include "standin/standin.h"

#include <complex.h>

// A matrix is turned by exchanging its two steps; nothing is moved.
StandinMatrix standin_op(void *at, int type, int64_t ld, char op) {
    if (op == 'N') return (StandinMatrix){at, type, 1, ld, false};
    return (StandinMatrix){at, type, ld, 1, op == 'C'};
}

// n elements that lie `step` apart.
// Complex numbers become pairs of doubles, and so do real ones that meet complex ones.
static void gather(const StandinMatrix *from, int64_t first, int64_t step, int64_t n, double *to,
                   bool is_complex) {
    for (int64_t i = 0; i < n; i++) {
        StandinComplex value = standin_load(from->type, from->at, first + i * step);
        if (!is_complex) {
            to[i] = creal(value);
            continue;
        }
        to[2 * i] = creal(value);
        to[2 * i + 1] = from->conjugate ? -cimag(value) : cimag(value);
    }
}

enum { ROWS = 4 }; // at once, against one column

// Four sums that do not wait for one another; each is made in the order of k. Rows that are not
// there give sums that nobody takes.
static void real_sums(const double *rows, const double *column, int64_t k, double sum[ROWS]) {
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (int64_t p = 0; p < k; p++) {
        double factor = column[p];
        s0 += rows[p] * factor;
        s1 += rows[k + p] * factor;
        s2 += rows[2 * k + p] * factor;
        s3 += rows[3 * k + p] * factor;
    }
    sum[0] = s0, sum[1] = s1, sum[2] = s2, sum[3] = s3;
}

// Written out: the compiler's product of complex numbers looks for NaN each time.
static StandinComplex complex_sum(const double *row, const double *column, int64_t k) {
    double real = 0, imaginary = 0;
    for (int64_t p = 0; p < 2 * k; p += 2) {
        real += row[p] * column[p] - row[p + 1] * column[p + 1];
        imaginary += row[p] * column[p + 1] + row[p + 1] * column[p];
    }
    return STANDIN_COMPLEX(real, imaginary);
}

// Rounded once, to the type of C.
static void put(const StandinMatrix *c, int64_t i, int64_t j, StandinComplex alpha,
                StandinComplex sum, StandinComplex beta) {
    int64_t at = i * c->row + j * c->column;
    // where beta is 0 what was there does not count, whatever it was
    StandinComplex value = alpha * sum;
    if (beta != 0) value += beta * standin_load(c->type, c->at, at);
    standin_store(c->type, c->at, at, value);
}

// All columns of B are copied once, the rows of A some at a time: each is read often, and loading
// an element of 8 bits costs more than its product.
void standin_product(StandinRun *run, int64_t m, int64_t n, int64_t k, StandinComplex alpha,
                     StandinMatrix a, StandinMatrix b, StandinComplex beta, StandinMatrix c) {
    bool is_complex = standin_type_is_complex(a.type) || standin_type_is_complex(b.type);
    int64_t length = is_complex ? 2 * k : k;
    // factors of 0 make sums of nothing, not of infinities
    if (alpha == 0) k = length = 0;
    double *rows = standin_scratch(run, (uint64_t)(ROWS * length), sizeof *rows);
    double *columns = standin_scratch(run, (uint64_t)(n * length), sizeof *columns);
    for (int64_t j = 0; columns && j < n; j++)
        gather(&b, j * b.column, b.row, k, columns + j * length, is_complex);
    for (int64_t i = 0; rows && columns && i < m; i += ROWS) {
        int64_t some = m - i < ROWS ? m - i : ROWS;
        for (int64_t r = 0; r < some; r++)
            gather(&a, (i + r) * a.row, a.column, k, rows + r * length, is_complex);
        for (int64_t j = 0; j < n; j++) {
            double sum[ROWS];
            if (!is_complex) real_sums(rows, columns + j * length, k, sum);
            for (int64_t r = 0; r < some; r++)
                put(&c, i + r, j, alpha,
                    is_complex ? complex_sum(rows + r * length, columns + j * length, k) : sum[r],
                    beta);
        }
    }
    free(rows);
    free(columns);
}
