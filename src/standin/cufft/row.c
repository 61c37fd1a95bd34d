// SPDX-License-Identifier: Apache-2.0
// The discrete Fourier transform of one row, of any length, in double.
//
// Lengths whose prime factors are small: Stockham's autosort algorithm with mixed radices (Van
// Loan, Computational Frameworks for the Fast Fourier Transform, 1992, 1.7 and 2.2). A stage of
// radix r takes x as r blocks of m rows of s elements and gives m rows of r blocks:
//
//     y[q + s (r p + k)] = w^(s p k) sum over j of x[q + s (p + m j)] exp(-2 pi i j k / r)
//
// Others: Bluestein's, a convolution of a length that is a power of two (2.4.4 there).
#include "standin/cufft/cufft.h"

#include <complex.h>
#include <math.h>

enum { LARGEST_RADIX = 61, MAX_STAGES = 64 };

struct CufftRow {
    int64_t n;
    int stages, radix[MAX_STAGES];
    StandinComplex *root;      // exp(-2 pi i k / n)
    CufftRow *convolution;     // Bluestein's: of its length
    StandinComplex *chirp;     // exp(-pi i k k / n)
    StandinComplex *transform; // of the chirp's conjugates
};

// exp(-2 pi i k / n), accurate: the angle is brought into the first eighth.
static StandinComplex root_of(int64_t k, int64_t n) {
    const double pi = 3.14159265358979323846;
    int64_t eighth = 8 * k / n;
    // the distance to the nearest quarter
    int64_t quarter = (eighth + 1) / 2;
    double angle = 2 * pi * (double)(4 * k - quarter * n) / (4.0 * (double)n);
    double c = cos(angle), s = sin(angle);
    switch (quarter & 3) {
    case 0: return STANDIN_COMPLEX(c, -s);
    case 1: return STANDIN_COMPLEX(-s, -c);
    case 2: return STANDIN_COMPLEX(-c, s);
    default: return STANDIN_COMPLEX(s, c);
    }
}

// The radices, 4 first; false: a prime factor is too large.
static bool factor(CufftRow *row) {
    int64_t rest = row->n;
    while (rest % 4 == 0) row->radix[row->stages++] = 4, rest /= 4;
    for (int r = 2; r <= LARGEST_RADIX && rest > 1; r++)
        while (rest % r == 0) row->radix[row->stages++] = r, rest /= r;
    return rest == 1;
}

// j k = (j^2 + k^2 - (k - j)^2) / 2, so with the chirp c:
//
//     X[k] = c[k] sum over j of x[j] c[j] conj(c[k - j])
//
// False: no memory; what is there already goes with the row.
static bool make_bluestein(CufftRow *row) {
    int64_t n = row->n, length = 1;
    while (length < 2 * n - 1) length *= 2;
    row->convolution = cufft_row_new(length);
    row->chirp = calloc((size_t)n, sizeof *row->chirp);
    row->transform = calloc((size_t)length, sizeof *row->transform);
    StandinComplex *space = calloc((size_t)length, sizeof *space);
    bool ok = row->convolution && row->chirp && row->transform && space;
    for (int64_t k = 0; ok && k < n; k++) {
        // k * k modulo 2 n, which is the chirp's period: the angle keeps all its digits
        int64_t square = (int64_t)((__int128)k * k % (2 * n));
        // the kernel is even: negative distances stand at the end of the cycle
        row->chirp[k] = root_of(square, 2 * n);
        row->transform[k] = row->transform[k ? length - k : 0] = conj(row->chirp[k]);
    }
    if (ok) cufft_row_run(row->convolution, row->transform, space);
    free(space);
    return ok;
}

// A row of Bluestein's has one below it, of a power of two, which has none.
CufftRow *cufft_row_new(int64_t n) {
    CufftRow *row = calloc(1, sizeof *row);
    if (!row) return NULL;
    row->n = n;
    bool ok = true;
    if (factor(row)) {
        row->root = malloc((size_t)n * sizeof *row->root);
        ok = row->root != NULL;
        for (int64_t k = 0; ok && k < n; k++) row->root[k] = root_of(k, n);
    } else {
        ok = make_bluestein(row);
    }
    if (ok) return row;
    cufft_row_free(row);
    return NULL;
}

void cufft_row_free(CufftRow *row) {
    if (!row) return;
    cufft_row_free(row->convolution);
    free(row->root);
    free(row->chirp);
    free(row->transform);
    free(row);
}

int64_t cufft_row_space(const CufftRow *row) {
    return row->convolution ? 2 * row->convolution->n : row->n;
}

// ---- stages ------------------------------------------------------------------------------------

// Products without the rules for infinities: all is finite or lost.
static inline StandinComplex times(StandinComplex a, StandinComplex b) {
    return STANDIN_COMPLEX(creal(a) * creal(b) - cimag(a) * cimag(b),
                           creal(a) * cimag(b) + cimag(a) * creal(b));
}

// The head's formula for r = 2, where exp(-2 pi i j k / r) is 1 or -1.
static void stage_2(const StandinComplex *x, StandinComplex *y, int64_t m, int64_t s,
                    const StandinComplex *root) {
    for (int64_t p = 0; p < m; p++) {
        const StandinComplex *a = x + s * p, *b = a + s * m;
        StandinComplex *to = y + 2 * s * p, w = root[s * p];
        for (int64_t q = 0; q < s; q++) {
            StandinComplex first = a[q], second = b[q];
            to[q] = first + second;
            to[q + s] = times(first - second, w);
        }
    }
}

// And for r = 4: only 1, -1, i and -i are multiplied by, so 3 products are left for 4 elements.
static void stage_4(const StandinComplex *x, StandinComplex *y, int64_t m, int64_t s,
                    const StandinComplex *root) {
    for (int64_t p = 0; p < m; p++) {
        const StandinComplex *a = x + s * p;
        StandinComplex *to = y + 4 * s * p;
        StandinComplex w1 = root[s * p], w2 = root[2 * s * p], w3 = root[3 * s * p];
        for (int64_t q = 0; q < s; q++) {
            StandinComplex sum = a[q] + a[q + 2 * s * m], odd = a[q + s * m] + a[q + 3 * s * m];
            StandinComplex rest = a[q] - a[q + 2 * s * m];
            StandinComplex other = a[q + s * m] - a[q + 3 * s * m];
            StandinComplex turned = STANDIN_COMPLEX(cimag(other), -creal(other)); // times -i
            to[q] = sum + odd;
            to[q + s] = times(rest + turned, w1);
            to[q + 2 * s] = times(sum - odd, w2);
            to[q + 3 * s] = times(rest - turned, w3);
        }
    }
}

// And for any r, r^2 products for r elements. The roots of r are every n / r-th of n.
static void stage_any(const StandinComplex *x, StandinComplex *y, int64_t n, int r, int64_t m,
                      int64_t s, const StandinComplex *root) {
    for (int64_t p = 0; p < m; p++) {
        for (int64_t q = 0; q < s; q++) {
            const StandinComplex *a = x + q + s * p;
            for (int64_t k = 0; k < r; k++) {
                StandinComplex sum = a[0];
                for (int64_t j = 1; j < r; j++)
                    sum += times(a[s * m * j], root[j * k % r * (n / r)]);
                y[q + s * (r * p + k)] = times(sum, root[s * p * k]);
            }
        }
    }
}

// Each stage reads one array and writes the other; after an odd number of them the result is copied
// back. s times the length is always n, so that one table of roots serves all stages.
static void run_stages(const CufftRow *row, StandinComplex *x, StandinComplex *space) {
    StandinComplex *from = x, *to = space;
    int64_t length = row->n, s = 1;
    for (int i = 0; i < row->stages; i++) {
        int r = row->radix[i];
        int64_t m = length / r;
        if (r == 4)
            stage_4(from, to, m, s, row->root);
        else if (r == 2)
            stage_2(from, to, m, s, row->root);
        else
            stage_any(from, to, row->n, r, m, s, row->root);
        StandinComplex *other = from;
        from = to;
        to = other;
        length = m;
        s *= r;
    }
    if (from != x) memcpy(x, from, (size_t)row->n * sizeof *x);
}

// Without small factors by Bluestein's algorithm: two transforms of the longer row.
void cufft_row_run(const CufftRow *row, StandinComplex *x, StandinComplex *space) {
    if (!row->convolution) {
        run_stages(row, x, space);
        return;
    }
    // `space` is the padded row, and behind it the convolution's own space
    int64_t n = row->n, length = row->convolution->n;
    memset(space, 0, (size_t)length * sizeof *space);
    for (int64_t k = 0; k < n; k++) space[k] = times(x[k], row->chirp[k]);
    cufft_row_run(row->convolution, space, space + length);
    // the inverse transform is that of the conjugates
    for (int64_t k = 0; k < length; k++) space[k] = conj(times(space[k], row->transform[k]));
    cufft_row_run(row->convolution, space, space + length);
    for (int64_t k = 0; k < n; k++) x[k] = times(conj(space[k]), row->chirp[k]) / (double)length;
}
