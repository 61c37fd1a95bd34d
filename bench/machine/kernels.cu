// SPDX-License-Identifier: Apache-2.0
// Twelve kernels and an empty one for the speed of the virtual machine, in CUDA C and in OpenCL C: what the two spell
// differently is named here. plain.c has the same algorithms in C, cases.c their sizes and launches.
#include "shape.h"

#ifdef __OPENCL_VERSION__
#define KERNEL                __kernel void
#define GLOBAL                __global
#define CONSTANT              __constant const
#define SHARED                __local
#define BARRIER()             barrier(CLK_LOCAL_MEM_FENCE)
#define THREAD_X              ((int)get_local_id(0))
#define THREAD_Y              ((int)get_local_id(1))
#define BLOCK_X               ((int)get_group_id(0))
#define BLOCK_Y               ((int)get_group_id(1))
#define GRID_X                ((int)get_num_groups(0))
#define GLOBAL_X              ((int)get_global_id(0))
#define GLOBAL_Y              ((int)get_global_id(1))
#define ATOMIC_ADD(p, v)      atomic_add(p, v)
#define FLOAT4(x, y, z, w)    (float4)(x, y, z, w)
#define RECIPROCAL_ROOT(x)    rsqrt(x)
#define ROOT(x)               sqrt(x)
#define EXP(x)                exp(x)
#define LOG(x)                log(x)
#define ABS(x)                fabs(x)
#define FMA(a, b, c)          fma(a, b, c)
#define FUNCTION
#else
#define KERNEL                extern "C" __global__ void
#define GLOBAL
#define CONSTANT              const
#define SHARED                __shared__
#define BARRIER()             __syncthreads()
#define THREAD_X              ((int)threadIdx.x)
#define THREAD_Y              ((int)threadIdx.y)
#define BLOCK_X               ((int)blockIdx.x)
#define BLOCK_Y               ((int)blockIdx.y)
#define GRID_X                ((int)gridDim.x)
#define GLOBAL_X              ((int)(blockIdx.x * blockDim.x + threadIdx.x))
#define GLOBAL_Y              ((int)(blockIdx.y * blockDim.y + threadIdx.y))
#define ATOMIC_ADD(p, v)      atomicAdd(p, v)
#define FLOAT4(x, y, z, w)    make_float4(x, y, z, w)
#define RECIPROCAL_ROOT(x)    rsqrtf(x)
#define ROOT(x)               sqrtf(x)
#define EXP(x)                expf(x)
#define LOG(x)                logf(x)
#define ABS(x)                fabsf(x)
#define FMA(a, b, c)          fmaf(a, b, c)
#define FUNCTION              __device__
#endif

KERNEL empty(void) {}

KERNEL saxpy(int n, float a, GLOBAL const float *x, GLOBAL float *y) {
    int i = GLOBAL_X;
    if (i < n) y[i] = a * x[i] + y[i];
}

// Five points; the border stays as it is.
KERNEL stencil(int width, int height, GLOBAL const float *in, GLOBAL float *out) {
    int x = GLOBAL_X, y = GLOBAL_Y, at = y * width + x;
    if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
        out[at] = 0.5f * in[at] + 0.125f * (in[at - 1] + in[at + 1] + in[at - width] + in[at + width]);
}

// Accelerations of bodies (position and mass), a block's worth of which is in shared memory at a time.
KERNEL nbody(int n, GLOBAL const float4 *bodies, GLOBAL float4 *out) {
    SHARED float4 tile[NBODY_THREADS];
    int i = GLOBAL_X;
    float4 me = bodies[i];
    float ax = 0, ay = 0, az = 0;
    for (int base = 0; base < n; base += NBODY_THREADS) {
        tile[THREAD_X] = bodies[base + THREAD_X];
        BARRIER();
        for (int j = 0; j < NBODY_THREADS; j++) {
            float4 other = tile[j];
            float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            float inverse = RECIPROCAL_ROOT(dx * dx + dy * dy + dz * dz + NBODY_SOFTENING);
            float force = other.w * inverse * inverse * inverse;
            ax += dx * force;
            ay += dy * force;
            az += dz * force;
        }
        BARRIER();
    }
    out[i] = FLOAT4(ax, ay, az, 0);
}

// Rounds until a point leaves. The fused operations are written out, so that all forms round alike.
KERNEL mandelbrot(int width, int height, int rounds, GLOBAL int *out) {
    int x = GLOBAL_X, y = GLOBAL_Y;
    float cx = FMA((float)x, 3.0f / width, -2.0f), cy = FMA((float)y, 2.0f / height, -1.0f);
    float zx = 0, zy = 0;
    int round = 0;
    while (round < rounds) {
        float square = zx * zx;
        if (FMA(zy, zy, square) > 4.0f) break;
        float next = FMA(-zy, zy, square) + cx;
        zy = FMA(zx + zx, zy, cy);
        zx = next;
        round++;
    }
    out[y * width + x] = round;
}

KERNEL matmul_tiled(int n, GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c) {
    SHARED float as[TILE][TILE];
    SHARED float bs[TILE][TILE];
    int tx = THREAD_X, ty = THREAD_Y, row = GLOBAL_Y, col = GLOBAL_X;
    float sum = 0;
    for (int m = 0; m < n; m += TILE) {
        as[ty][tx] = a[row * n + m + tx];
        bs[ty][tx] = b[(m + ty) * n + col];
        BARRIER();
        for (int k = 0; k < TILE; k++) sum += as[ty][k] * bs[k][tx];
        BARRIER();
    }
    c[row * n + col] = sum;
}

// 16 by 16 threads have a tile of 64 by 64, each thread 4 by 4 of it: rows 4 ty and on, columns tx, tx + 16 ...
KERNEL matmul_registers(int n, GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c) {
    SHARED float as[TILE][BIG_TILE + 1];
    SHARED float bs[TILE][BIG_TILE];
    int tx = THREAD_X, ty = THREAD_Y, thread = ty * TILE + tx;
    int row = BLOCK_Y * BIG_TILE, col = BLOCK_X * BIG_TILE;
    float sums[EACH][EACH];
    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j++) sums[i][j] = 0;
    for (int m = 0; m < n; m += TILE) {
        for (int i = 0; i < EACH; i++) {
            as[tx][ty + i * TILE] = a[(row + ty + i * TILE) * n + m + tx];
            bs[thread / BIG_TILE + i * EACH][thread % BIG_TILE] =
                b[(m + thread / BIG_TILE + i * EACH) * n + col + thread % BIG_TILE];
        }
        BARRIER();
        for (int k = 0; k < TILE; k++) {
            float left[EACH], right[EACH];
            for (int i = 0; i < EACH; i++) left[i] = as[k][ty * EACH + i];
            for (int j = 0; j < EACH; j++) right[j] = bs[k][tx + j * TILE];
            for (int i = 0; i < EACH; i++)
                for (int j = 0; j < EACH; j++) sums[i][j] += left[i] * right[j];
        }
        BARRIER();
    }
    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j++) c[(row + ty * EACH + i) * n + col + tx + j * TILE] = sums[i][j];
}

// A sum for each block of twice as many elements as it has threads.
KERNEL reduction(GLOBAL const float *in, GLOBAL float *out) {
    SHARED float sums[REDUCE_THREADS];
    int thread = THREAD_X, at = BLOCK_X * 2 * REDUCE_THREADS + thread;
    sums[thread] = in[at] + in[at + REDUCE_THREADS];
    BARRIER();
    for (int reach = REDUCE_THREADS / 2; reach > 0; reach /= 2) {
        if (thread < reach) sums[thread] += sums[thread + reach];
        BARRIER();
    }
    if (thread == 0) out[BLOCK_X] = sums[0];
}

KERNEL histogram(int n, GLOBAL const unsigned char *in, GLOBAL unsigned *out) {
    SHARED unsigned bins[BINS];
    bins[THREAD_X] = 0;
    BARRIER();
    for (int i = GLOBAL_X; i < n; i += GRID_X * BINS) ATOMIC_ADD(&bins[in[i]], 1u);
    BARRIER();
    ATOMIC_ADD(&out[THREAD_X], bins[THREAD_X]);
}

// Radix sort, a pass: how often each digit is in each block's tile (counts[digit][block]) ...
KERNEL sort_count(int shift, GLOBAL const unsigned *keys, GLOBAL unsigned *counts) {
    SHARED unsigned bins[DIGITS];
    int thread = THREAD_X, first = BLOCK_X * SORT_TILE;
    if (thread < DIGITS) bins[thread] = 0;
    BARRIER();
    for (int k = 0; k < SORT_KEYS; k++)
        ATOMIC_ADD(&bins[keys[first + k * SORT_THREADS + thread] >> shift & (DIGITS - 1)], 1u);
    BARRIER();
    if (thread < DIGITS) counts[thread * GRID_X + BLOCK_X] = bins[thread];
}

// ... their sums from the first on, by one block ...
KERNEL sort_scan(int n, GLOBAL unsigned *counts) {
    SHARED unsigned sums[SCAN_THREADS];
    int thread = THREAD_X, each = (n + SCAN_THREADS - 1) / SCAN_THREADS;
    int from = thread * each, limit = from + each < n ? from + each : n;
    unsigned sum = 0;
    for (int i = from; i < limit; i++) sum += counts[i];
    sums[thread] = sum;
    BARRIER();
    for (int step = 1; step < SCAN_THREADS; step *= 2) {
        unsigned before = thread >= step ? sums[thread - step] : 0;
        BARRIER();
        sums[thread] += before;
        BARRIER();
    }
    unsigned next = sums[thread] - sum;
    for (int i = from; i < limit; i++) {
        unsigned count = counts[i];
        counts[i] = next;
        next += count;
    }
}

// ... and each key to its place. A thread has keys that are neighbours, so that equal digits stay in order.
KERNEL sort_scatter(int shift, GLOBAL const unsigned *keys, GLOBAL const unsigned *starts, GLOBAL unsigned *out) {
    SHARED unsigned tile[SORT_TILE];
    SHARED unsigned ranks[DIGITS * SORT_THREADS]; // of a digit's first key in a thread's keys, within the tile
    SHARED unsigned sums[SORT_THREADS];
    SHARED unsigned places[DIGITS]; // of a digit's first key, less its rank
    int thread = THREAD_X, first = BLOCK_X * SORT_TILE;
    for (int k = 0; k < SORT_KEYS; k++) tile[k * SORT_THREADS + thread] = keys[first + k * SORT_THREADS + thread];
    for (int d = 0; d < DIGITS; d++) ranks[d * SORT_THREADS + thread] = 0;
    BARRIER();
    for (int k = 0; k < SORT_KEYS; k++)
        ranks[(tile[thread * SORT_KEYS + k] >> shift & (DIGITS - 1)) * SORT_THREADS + thread]++;
    BARRIER();
    unsigned sum = 0;
    for (int d = 0; d < DIGITS; d++) sum += ranks[thread * DIGITS + d];
    sums[thread] = sum;
    BARRIER();
    for (int step = 1; step < SORT_THREADS; step *= 2) {
        unsigned before = thread >= step ? sums[thread - step] : 0;
        BARRIER();
        sums[thread] += before;
        BARRIER();
    }
    unsigned next = sums[thread] - sum;
    for (int d = 0; d < DIGITS; d++) {
        unsigned count = ranks[thread * DIGITS + d];
        ranks[thread * DIGITS + d] = next;
        next += count;
    }
    BARRIER();
    if (thread < DIGITS) places[thread] = starts[thread * GRID_X + BLOCK_X] - ranks[thread * SORT_THREADS];
    BARRIER();
    for (int k = 0; k < SORT_KEYS; k++) {
        unsigned key = tile[thread * SORT_KEYS + k], digit = key >> shift & (DIGITS - 1);
        out[places[digit] + ranks[digit * SORT_THREADS + thread]++] = key;
    }
}

// A thread for each row.
KERNEL spmv(int n, GLOBAL const int *rows, GLOBAL const int *columns, GLOBAL const float *values, GLOBAL const float *x,
            GLOBAL float *y) {
    int row = GLOBAL_X;
    if (row >= n) return;
    float sum = 0;
    for (int k = rows[row]; k < rows[row + 1]; k++) sum += values[k] * x[columns[k]];
    y[row] = sum;
}

// The normal distribution (Abramowitz and Stegun, 26.2.17).
FUNCTION float normal(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * ABS(d));
    float tail = 0.39894228f * EXP(-0.5f * d * d) * k *
                 (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    return d > 0 ? 1.0f - tail : tail;
}

KERNEL blackscholes(int n, float rate, float volatility, GLOBAL const float *price, GLOBAL const float *strike,
                    GLOBAL const float *years, GLOBAL float *call, GLOBAL float *put) {
    int i = GLOBAL_X;
    if (i >= n) return;
    float s = price[i], x = strike[i], t = years[i], root = ROOT(t);
    float d1 = (LOG(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
    float n1 = normal(d1), n2 = normal(d1 - volatility * root), discounted = x * EXP(-rate * t);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}

// The input has a border as wide as the window needs.
KERNEL convolution(int width, CONSTANT float *window, GLOBAL const float *in, GLOBAL float *out) {
    int x = GLOBAL_X, y = GLOBAL_Y;
    float sum = 0;
    for (int dy = 0; dy < WINDOW; dy++)
        for (int dx = 0; dx < WINDOW; dx++)
            sum += window[dy * WINDOW + dx] * in[(y + dy) * (width + WINDOW - 1) + x + dx];
    out[y * width + x] = sum;
}
