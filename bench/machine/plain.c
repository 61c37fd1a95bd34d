// SPDX-License-Identifier: Apache-2.0
// The algorithms of kernels.cu in plain C, one thread: loops that a compiler can make vectors of
// where the order of sums allows.
#include "machine.h"
#include "shape.h"

#include <math.h>
#include <string.h>

void plain_saxpy(int n, float a, const float *restrict x, float *restrict y) {
    for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];
}

void plain_stencil(int width, int height, const float *restrict in, float *restrict out) {
    for (int y = 1; y < height - 1; y++) {
        const float *row = in + (size_t)y * width, *above = row - width, *below = row + width;
        float *to = out + (size_t)y * width;
        for (int x = 1; x < width - 1; x++)
            to[x] = 0.5f * row[x] + 0.125f * (row[x - 1] + row[x + 1] + above[x] + below[x]);
    }
}

// A body is four numbers: where it is, and its mass.
void plain_nbody(int n, const float *restrict bodies, float *restrict out) {
    for (int i = 0; i < n; i++) {
        const float *me = bodies + 4 * i;
        float ax = 0, ay = 0, az = 0;
        for (int j = 0; j < n; j++) {
            const float *other = bodies + 4 * j;
            float dx = other[0] - me[0], dy = other[1] - me[1], dz = other[2] - me[2];
            float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + NBODY_SOFTENING);
            float force = other[3] * inverse * inverse * inverse;
            ax += dx * force;
            ay += dy * force;
            az += dz * force;
        }
        out[4 * i] = ax;
        out[4 * i + 1] = ay;
        out[4 * i + 2] = az;
        out[4 * i + 3] = 0;
    }
}

static int rounds_of(float cx, float cy, int rounds) {
    float zx = 0, zy = 0;
    int round = 0;
    while (round < rounds) {
        float square = zx * zx;
        if (fmaf(zy, zy, square) > 4.0f) break;
        float next = fmaf(-zy, zy, square) + cx;
        zy = fmaf(zx + zx, zy, cy);
        zx = next;
        round++;
    }
    return round;
}

void plain_mandelbrot(int width, int height, int rounds, int *restrict out) {
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[y * width + x] = rounds_of(fmaf((float)x, 3.0f / (float)width, -2.0f),
                                           fmaf((float)y, 2.0f / (float)height, -1.0f), rounds);
}

// One tile of C; row by row, so that the innermost loop goes along rows of B and C.
static void tile_product(int n, const float *restrict a, const float *restrict b,
                         float *restrict c) {
    float sums[TILE][TILE] = {0};
    for (int m = 0; m < n; m += TILE)
        for (int i = 0; i < TILE; i++)
            for (int k = 0; k < TILE; k++) {
                float left = a[i * n + m + k];
                for (int j = 0; j < TILE; j++) sums[i][j] += left * b[(m + k) * n + j];
            }
    for (int i = 0; i < TILE; i++) memcpy(c + i * n, sums[i], sizeof sums[i]);
}

void plain_matmul_tiled(int n, const float *restrict a, const float *restrict b,
                        float *restrict c) {
    for (int row = 0; row < n; row += TILE)
        for (int col = 0; col < n; col += TILE)
            tile_product(n, a + row * n, b + col, c + row * n + col);
}

// Four rows of a tile's width, which stay in registers over all of k.
static void register_product(int n, const float *restrict a, const float *restrict b,
                             float *restrict c) {
    float sums0[TILE] = {0}, sums1[TILE] = {0}, sums2[TILE] = {0}, sums3[TILE] = {0};
    for (int k = 0; k < n; k++) {
        float a0 = a[k], a1 = a[n + k], a2 = a[2 * n + k], a3 = a[3 * n + k];
        const float *row = b + k * n;
        for (int j = 0; j < TILE; j++) {
            sums0[j] += a0 * row[j];
            sums1[j] += a1 * row[j];
            sums2[j] += a2 * row[j];
            sums3[j] += a3 * row[j];
        }
    }
    memcpy(c, sums0, sizeof sums0);
    memcpy(c + n, sums1, sizeof sums1);
    memcpy(c + 2 * n, sums2, sizeof sums2);
    memcpy(c + 3 * n, sums3, sizeof sums3);
}

void plain_matmul_registers(int n, const float *restrict a, const float *restrict b,
                            float *restrict c) {
    for (int col = 0; col < n; col += TILE)
        for (int row = 0; row < n; row += EACH)
            register_product(n, a + row * n, b + col, c + row * n + col);
}

void plain_reduction(int n, const float *restrict in, float *restrict out) {
    for (int block = 0; block < n / (2 * REDUCE_THREADS); block++) {
        const float *from = in + block * 2 * REDUCE_THREADS;
        float sum = 0;
        for (int i = 0; i < 2 * REDUCE_THREADS; i++) sum += from[i];
        out[block] = sum;
    }
}

void plain_histogram(int n, const unsigned char *restrict in, unsigned *restrict out) {
    for (int i = 0; i < n; i++) out[in[i]]++;
}

// One pass of the sort, by a digit.
static void sort_pass(int n, int shift, const unsigned *restrict from, unsigned *restrict to) {
    unsigned places[DIGITS] = {0};
    for (int i = 0; i < n; i++) places[from[i] >> shift & (DIGITS - 1)]++;
    unsigned next = 0;
    for (int d = 0; d < DIGITS; d++) {
        unsigned count = places[d];
        places[d] = next;
        next += count;
    }
    for (int i = 0; i < n; i++) to[places[from[i] >> shift & (DIGITS - 1)]++] = from[i];
}

void plain_sort(int n, unsigned *restrict keys, unsigned *restrict other) {
    for (int shift = 0; shift < 32; shift += 2 * DIGIT_BITS) {
        sort_pass(n, shift, keys, other);
        sort_pass(n, shift + DIGIT_BITS, other, keys);
    }
}

void plain_spmv(int n, const int *restrict rows, const int *restrict columns,
                const float *restrict values, const float *restrict x, float *restrict y) {
    for (int row = 0; row < n; row++) {
        float sum = 0;
        for (int k = rows[row]; k < rows[row + 1]; k++) sum += values[k] * x[columns[k]];
        y[row] = sum;
    }
}

static float normal(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) * k *
                 (0.31938153f + k * (-0.356563782f +
                                     k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    return d > 0 ? 1.0f - tail : tail;
}

void plain_blackscholes(int n, float rate, float volatility, const float *restrict price,
                        const float *restrict strike, const float *restrict years,
                        float *restrict call, float *restrict put) {
    for (int i = 0; i < n; i++) {
        float s = price[i], x = strike[i], t = years[i], root = sqrtf(t);
        float d1 =
            (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
        float n1 = normal(d1), n2 = normal(d1 - volatility * root),
              discounted = x * expf(-rate * t);
        call[i] = s * n1 - discounted * n2;
        put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
    }
}

void plain_convolution(int width, int height, const float *restrict window,
                       const float *restrict in, float *restrict out) {
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int dy = 0; dy < WINDOW; dy++)
                for (int dx = 0; dx < WINDOW; dx++)
                    sum += window[dy * WINDOW + dx] * in[(y + dy) * (width + WINDOW - 1) + x + dx];
            out[y * width + x] = sum;
        }
}
