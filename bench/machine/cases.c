// SPDX-License-Identifier: Apache-2.0
// The cases: sizes, what the buffers hold, launches.
#include "machine.h"
#include "shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE       0.02f
#define VOLATILITY 0.3f
enum { ROUNDS = 256, HISTOGRAM_BLOCKS = 256, LEAST_ENTRIES = 5, MORE_ENTRIES = 26 };

static void *allocated(size_t bytes) {
    // Whole cache lines, so that plain C's vectors are as well placed as a device's buffers.
    void *memory = aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (!memory) {
        fprintf(stderr, "machine: out of memory\n");
        exit(2);
    }
    memset(memory, 0, bytes);
    return memory;
}

static void *add_buffer(Work *work, BufferKind kind, size_t count, bool changes) {
    Buffer *buffer = &work->buffers[work->buffer_count++];
    *buffer =
        (Buffer){.kind = kind, .changes = changes, .bytes = kind == BYTES ? count : 4 * count};
    buffer->start = allocated(buffer->bytes);
    buffer->host = allocated(buffer->bytes);
    return buffer->start;
}

// A number that looks random, the same for the same i (the finalizer of MurmurHash3).
static uint32_t mixed(uint32_t i) {
    i = (i ^ i >> 16) * 0x85ebca6bu;
    i = (i ^ i >> 13) * 0xc2b2ae35u;
    return i ^ i >> 16;
}

static float between(float least, float most, uint32_t i) {
    return least + (most - least) * (float)(mixed(i) >> 8) / 16777216.0f;
}

static float *add_floats(Work *work, size_t count, float least, float most) {
    float *values = add_buffer(work, FLOATS, count, false);
    uint32_t seed = (uint32_t)work->buffer_count << 28;
    for (size_t i = 0; i < count; i++) values[i] = between(least, most, seed + (uint32_t)i);
    return values;
}

static float *add_result(Work *work, size_t count) {
    return add_buffer(work, FLOATS, count, true);
}

static void *host(const Work *work, int i) {
    return work->buffers[i].host;
}

static Argument of_int(int i) {
    return (Argument){.size = sizeof i, .i = i};
}
static Argument of_float(float f) {
    return (Argument){.size = sizeof f, .f = f};
}
static Argument of_buffer(const Work *work, int i) {
    return (Argument){.size = sizeof work->buffers[i].handle, .handle = work->buffers[i].handle};
}

static void launch(Work *work, const char *kernel, Shape grid, Shape block, const Argument *args,
                   int n) {
    work->device->launch(work->state, kernel, grid, block, args, n);
}

#define LAUNCH(work, kernel, grid, block, ...)                                                     \
    launch(work, kernel, grid, block, (const Argument[]){__VA_ARGS__},                             \
           sizeof((const Argument[]){__VA_ARGS__}) / sizeof(Argument))

static Shape line(int x) {
    return (Shape){x, 1};
}
static Shape blocks_for(int n, int threads) {
    return line((n + threads - 1) / threads);
}
static Shape square(int n) {
    return (Shape){n, n};
}

static void empty_prepare(Work *work) {
    work->n = work->small ? 64 : 16384;
}
static void empty_launch(Work *work) {
    launch(work, "empty", line(work->n), line(256), NULL, 0);
}

static void saxpy_prepare(Work *work) {
    work->n = work->small ? 10000 : 4 << 20;
    add_floats(work, (size_t)work->n, -1, 1);
    add_floats(work, (size_t)work->n, -1, 1);
    work->buffers[1].changes = true;
}
static void saxpy_plain(Work *work) {
    plain_saxpy(work->n, 2.5f, host(work, 0), host(work, 1));
}
static void saxpy_launch(Work *work) {
    LAUNCH(work, "saxpy", blocks_for(work->n, 256), line(256), of_int(work->n), of_float(2.5f),
           of_buffer(work, 0), of_buffer(work, 1));
}

static void stencil_prepare(Work *work) {
    work->n = work->small ? 128 : 2048;
    size_t count = (size_t)work->n * (size_t)work->n;
    add_floats(work, count, 0, 1);
    add_result(work, count);
}
static void stencil_plain(Work *work) {
    plain_stencil(work->n, work->n, host(work, 0), host(work, 1));
}
static void stencil_launch(Work *work) {
    LAUNCH(work, "stencil", square(work->n / 16), square(16), of_int(work->n), of_int(work->n),
           of_buffer(work, 0), of_buffer(work, 1));
}

static void nbody_prepare(Work *work) {
    work->n = work->small ? 512 : 4096;
    add_floats(work, 4 * (size_t)work->n, 0.1f, 1);
    add_result(work, 4 * (size_t)work->n);
}
static void nbody_plain(Work *work) {
    plain_nbody(work->n, host(work, 0), host(work, 1));
}
static void nbody_launch(Work *work) {
    LAUNCH(work, "nbody", line(work->n / NBODY_THREADS), line(NBODY_THREADS), of_int(work->n),
           of_buffer(work, 0), of_buffer(work, 1));
}

static void mandelbrot_prepare(Work *work) {
    work->n = work->small ? 96 : 1024;
    add_buffer(work, INTEGERS, (size_t)work->n * (size_t)work->n, true);
}
static void mandelbrot_plain(Work *work) {
    plain_mandelbrot(work->n, work->n, ROUNDS, host(work, 0));
}
static void mandelbrot_launch(Work *work) {
    LAUNCH(work, "mandelbrot", square(work->n / 16), square(16), of_int(work->n), of_int(work->n),
           of_int(ROUNDS), of_buffer(work, 0));
}

static void matmul_prepare(Work *work) {
    work->n = work->small ? 128 : 512;
    size_t count = (size_t)work->n * (size_t)work->n;
    add_floats(work, count, -1, 1);
    add_floats(work, count, -1, 1);
    add_result(work, count);
}
static void matmul_tiled_plain(Work *work) {
    plain_matmul_tiled(work->n, host(work, 0), host(work, 1), host(work, 2));
}
static void matmul_tiled_launch(Work *work) {
    LAUNCH(work, "matmul_tiled", square(work->n / TILE), square(TILE), of_int(work->n),
           of_buffer(work, 0), of_buffer(work, 1), of_buffer(work, 2));
}
static void matmul_registers_plain(Work *work) {
    plain_matmul_registers(work->n, host(work, 0), host(work, 1), host(work, 2));
}
static void matmul_registers_launch(Work *work) {
    LAUNCH(work, "matmul_registers", square(work->n / BIG_TILE), square(TILE), of_int(work->n),
           of_buffer(work, 0), of_buffer(work, 1), of_buffer(work, 2));
}

static void reduction_prepare(Work *work) {
    work->n = work->small ? 16384 : 4 << 20;
    add_floats(work, (size_t)work->n, 0, 1);
    add_result(work, (size_t)work->n / (2 * REDUCE_THREADS));
}
static void reduction_plain(Work *work) {
    plain_reduction(work->n, host(work, 0), host(work, 1));
}
static void reduction_launch(Work *work) {
    LAUNCH(work, "reduction", line(work->n / (2 * REDUCE_THREADS)), line(REDUCE_THREADS),
           of_buffer(work, 0), of_buffer(work, 1));
}

static void histogram_prepare(Work *work) {
    work->n = work->small ? 100000 : 4 << 20;
    unsigned char *bytes = add_buffer(work, BYTES, (size_t)work->n, false);
    for (int i = 0; i < work->n; i++) bytes[i] = (unsigned char)mixed((uint32_t)i);
    add_buffer(work, INTEGERS, BINS, true);
}
static void histogram_plain(Work *work) {
    plain_histogram(work->n, host(work, 0), host(work, 1));
}
static void histogram_launch(Work *work) {
    LAUNCH(work, "histogram", line(HISTOGRAM_BLOCKS), line(BINS), of_int(work->n),
           of_buffer(work, 0), of_buffer(work, 1));
}

enum { SORT_FROM, SORT_TO, SORT_COUNTS };

static void sort_prepare(Work *work) {
    work->n = work->small ? 8 * SORT_TILE : 1 << 20;
    uint32_t *keys = add_buffer(work, INTEGERS, (size_t)work->n, true);
    for (int i = 0; i < work->n; i++) keys[i] = mixed((uint32_t)i);
    add_buffer(work, INTEGERS, (size_t)work->n, true);
    // The counts are the device's only: plain C has a few on its stack.
    add_buffer(work, INTEGERS, (size_t)(DIGITS * work->n / SORT_TILE), false);
}
static void sort_plain(Work *work) {
    plain_sort(work->n, host(work, SORT_FROM), host(work, SORT_TO));
}
static void sort_launch(Work *work) {
    int blocks = work->n / SORT_TILE;
    for (int shift = 0; shift < 32; shift += DIGIT_BITS) {
        int from = shift / DIGIT_BITS % 2 ? SORT_TO : SORT_FROM,
            to = from == SORT_TO ? SORT_FROM : SORT_TO;
        LAUNCH(work, "sort_count", line(blocks), line(SORT_THREADS), of_int(shift),
               of_buffer(work, from), of_buffer(work, SORT_COUNTS));
        LAUNCH(work, "sort_scan", line(1), line(SCAN_THREADS), of_int(DIGITS * blocks),
               of_buffer(work, SORT_COUNTS));
        LAUNCH(work, "sort_scatter", line(blocks), line(SORT_THREADS), of_int(shift),
               of_buffer(work, from), of_buffer(work, SORT_COUNTS), of_buffer(work, to));
    }
}

// Rows of 5 to 30 entries, anywhere.
static void spmv_prepare(Work *work) {
    work->n = work->small ? 1000 : 1 << 17;
    int *rows = add_buffer(work, INTEGERS, (size_t)work->n + 1, false);
    for (int i = 0; i < work->n; i++)
        rows[i + 1] = rows[i] + LEAST_ENTRIES + (int)(mixed((uint32_t)i) % MORE_ENTRIES);
    size_t entries = (size_t)rows[work->n];
    int *columns = add_buffer(work, INTEGERS, entries, false);
    for (size_t k = 0; k < entries; k++)
        columns[k] = (int)(mixed(~(uint32_t)k) % (uint32_t)work->n);
    add_floats(work, entries, -1, 1);
    add_floats(work, (size_t)work->n, -1, 1);
    add_result(work, (size_t)work->n);
}
static void spmv_plain(Work *work) {
    plain_spmv(work->n, host(work, 0), host(work, 1), host(work, 2), host(work, 3), host(work, 4));
}
static void spmv_launch(Work *work) {
    LAUNCH(work, "spmv", blocks_for(work->n, 256), line(256), of_int(work->n), of_buffer(work, 0),
           of_buffer(work, 1), of_buffer(work, 2), of_buffer(work, 3), of_buffer(work, 4));
}

static void blackscholes_prepare(Work *work) {
    work->n = work->small ? 5000 : 1 << 20;
    size_t count = (size_t)work->n;
    add_floats(work, count, 5, 30);
    add_floats(work, count, 1, 100);
    add_floats(work, count, 0.25f, 10);
    add_result(work, count);
    add_result(work, count);
}
static void blackscholes_plain(Work *work) {
    plain_blackscholes(work->n, RATE, VOLATILITY, host(work, 0), host(work, 1), host(work, 2),
                       host(work, 3), host(work, 4));
}
static void blackscholes_launch(Work *work) {
    LAUNCH(work, "blackscholes", blocks_for(work->n, 256), line(256), of_int(work->n),
           of_float(RATE), of_float(VOLATILITY), of_buffer(work, 0), of_buffer(work, 1),
           of_buffer(work, 2), of_buffer(work, 3), of_buffer(work, 4));
}

static void convolution_prepare(Work *work) {
    work->n = work->small ? 96 : 1024;
    size_t padded = (size_t)work->n + WINDOW - 1;
    add_floats(work, WINDOW * WINDOW, 0, 0.08f);
    add_floats(work, padded * padded, 0, 1);
    add_result(work, (size_t)work->n * (size_t)work->n);
}
static void convolution_plain(Work *work) {
    plain_convolution(work->n, work->n, host(work, 0), host(work, 1), host(work, 2));
}
static void convolution_launch(Work *work) {
    LAUNCH(work, "convolution", square(work->n / 16), square(16), of_int(work->n),
           of_buffer(work, 0), of_buffer(work, 1), of_buffer(work, 2));
}

// Of large.cu: what it computes is compared with nothing.
static void large_prepare(Work *work) {
    unsigned *in = add_buffer(work, INTEGERS, 1024, false);
    for (unsigned i = 0; i < 1024; i++) in[i] = mixed(i);
    add_buffer(work, INTEGERS, 1024, true);
}
static void large_launch(Work *work) {
    LAUNCH(work, "large", line(1), line(32), of_buffer(work, 0), of_buffer(work, 1));
}

const Case cases[] = {
    {"saxpy", saxpy_prepare, saxpy_plain, saxpy_launch, 1e-6, 0, false},
    {"stencil", stencil_prepare, stencil_plain, stencil_launch, 1e-6, 0, false},
    {"nbody", nbody_prepare, nbody_plain, nbody_launch, 1e-4, 0, false},
    {"mandelbrot", mandelbrot_prepare, mandelbrot_plain, mandelbrot_launch, 0, 0.001, false},
    {"matmul_tiled", matmul_prepare, matmul_tiled_plain, matmul_tiled_launch, 1e-5, 0, false},
    {"matmul_registers", matmul_prepare, matmul_registers_plain, matmul_registers_launch, 1e-5, 0,
     false},
    {"reduction", reduction_prepare, reduction_plain, reduction_launch, 1e-5, 0, false},
    {"histogram", histogram_prepare, histogram_plain, histogram_launch, 0, 0, false},
    {"sort", sort_prepare, sort_plain, sort_launch, 0, 0, false},
    {"spmv", spmv_prepare, spmv_plain, spmv_launch, 1e-5, 0, false},
    {"blackscholes", blackscholes_prepare, blackscholes_plain, blackscholes_launch, 1e-5, 0, false},
    {"convolution", convolution_prepare, convolution_plain, convolution_launch, 1e-6, 0, false},
    {"empty", empty_prepare, NULL, empty_launch, 0, 0, false},
    {"large", large_prepare, NULL, large_launch, 0, 0, true},
};
const int case_count = sizeof cases / sizeof cases[0];
