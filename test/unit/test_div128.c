// SPDX-License-Identifier: Apache-2.0
// Division and remainder of 128 bits in the virtual machine against the host's: all pairs of digits
// around powers of two, multiples of divisors and their neighbours, and random numbers.
#include "cuprum.h"
#include "unit.h"

#include <stdbool.h>
#include <string.h>

typedef unsigned __int128 u128;
typedef __int128 i128;
enum { BATCH = 8192, OPS = 4 };

static uint64_t seed = 20261124;

static const char source[] = "typedef unsigned __int128 U; typedef __int128 I;\n"
                             "extern \"C\" __global__ void k(const U *a, const U *b, U *o) {\n"
                             "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                             "  U x = a[i], y = b[i];\n"
                             "  o[4 * i] = x / y; o[4 * i + 1] = x % y;\n"
                             "  o[4 * i + 2] = (I)x / (I)y; o[4 * i + 3] = (I)x % (I)y;\n"
                             "}\n";

static u128 in[2][BATCH], out[BATCH * OPS];
static cuprum_device *device;
static uint64_t at[3];
static uint32_t filled;

static void expected(u128 x, u128 y, u128 *e) {
    e[0] = x / y;
    e[1] = x % y;
    bool over = x == (u128)1 << 127 && y == ~(u128)0; // undefined for signed numbers
    e[2] = over ? x : (u128)((i128)x / (i128)y);
    e[3] = over ? 0 : (u128)((i128)x % (i128)y);
}

static void flush(void) {
    for (uint32_t k = filled; k < BATCH; k++) in[0][k] = in[1][k] = 1;
    cuprum_device_write(device, at[0], in[0], sizeof in[0]);
    cuprum_device_write(device, at[1], in[1], sizeof in[1]);
    const void *args[] = {&at[0], &at[1], &at[2]};
    cuprum_launch l = {.struct_size = sizeof l, .kernel = "k", .args = args, .nargs = 3};
    l.block[0] = 128;
    l.grid[0] = BATCH / 128;
    CHECK(cuprum_device_launch(device, &l) == CUPRUM_OK);
    cuprum_device_read(device, at[2], out, sizeof out);
    uint32_t bad = 0;
    for (uint32_t k = 0; k < filled; k++) {
        u128 e[OPS];
        expected(in[0][k], in[1][k], e);
        if (memcmp(e, out + OPS * k, sizeof e) == 0) continue;
        if (!bad++)
            fprintf(stderr, "%016lx:%016lx / %016lx:%016lx\n", (uint64_t)(in[0][k] >> 64),
                    (uint64_t)in[0][k], (uint64_t)(in[1][k] >> 64), (uint64_t)in[1][k]);
    }
    CHECK(bad == 0);
    filled = 0;
}

static void try(u128 x, u128 y) {
    if (!y) return;
    in[0][filled] = x;
    in[1][filled] = y;
    if (++filled == BATCH) flush();
}

static u128 pair(uint64_t hi, uint64_t lo) {
    return (u128)hi << 64 | lo;
}

static void boundaries(void) {
    static const uint64_t digit[] = {
        0,          1,          2,         3,          0x7fffffff,       0xffffffff,
        1ull << 32, 1ull << 62, INT64_MAX, 1ull << 63, INT64_MIN + 1ull, UINT64_MAX - 1,
        UINT64_MAX};
    enum { N = sizeof digit / sizeof *digit };
    for (int a = 0; a < N * N; a++) {
        for (int b = 0; b < N * N; b++)
            try(pair(digit[a / N], digit[a % N]), pair(digit[b / N], digit[b % N]));
    }
}

static uint64_t some(void) {
    uint64_t r = unit_random(&seed), n = unit_random(&seed) % 64;
    switch (unit_random(&seed) % 6) {
    case 0: return r >> n;
    case 1: return (1ull << n) + r % 5 - 2;
    case 2: return ~0ull << n;
    case 3: return r % 8;
    default: return r;
    }
}

static void at_random(void) {
    for (int k = 0; k < 10 * BATCH; k++) {
        u128 x = pair(some(), some()), y = pair(unit_random(&seed) % 3 ? some() : 0, some());
        if (k % 3 == 0) x = y * some() + (uint64_t)k % 3 - 1; // around a multiple of y
        try(x, y);
        try(~(u128)0 - some(), y); // the largest dividends
    }
}

int main(void) {
    const char *options[] = {"-arch=sm_75"};
    cuprum_result *c = cuprum_compile("div.cu", source, strlen(source), options, 1);
    CHECK(cuprum_result_status(c) == CUPRUM_OK);
    size_t n;
    const char *ptx = cuprum_result_output(c, &n);
    device = cuprum_device_new(ptx, n);
    for (int k = 0; k < 3; k++)
        at[k] = cuprum_device_alloc(device, k < 2 ? sizeof in[0] : sizeof out);
    boundaries();
    at_random();
    flush();
    cuprum_device_free(device);
    cuprum_result_free(c);
    return UNIT_END();
}
