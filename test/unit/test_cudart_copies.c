// SPDX-License-Identifier: Apache-2.0
// Copies that are wrong are refused, never made and never a crash: rows and slices that lie
// somewhere else than 64 bits can tell, what is behind the end of an array, texels of other sizes.
#include "cudart_calls.h"

#define HUGE_STEP (1ull << 63)

// What lies behind the rows is no 64-bit number, or is one by accident.
static void test_rows(void) {
    char host[64] = {0};
    void *p;
    CHECK(cudaMalloc(&p, 4096) == 0);
    CHECK(cudaMemcpy2D(p, HUGE_STEP, host, 8, 8, 3, RT_COPY_HD) == RTE_InvalidValue);
    CHECK(cudaMemset2D(p, HUGE_STEP, 0, 8, 3) == RTE_InvalidValue);
    CHECK(cuMemsetD32_v2((uint64_t)(uintptr_t)p, 0, 1ull << 62) == RTE_InvalidValue);
    CHECK(cuMemsetD32_v2((uint64_t)(uintptr_t)p + 2, 0, 1) == RTE_InvalidValue);
    CHECK(cudaMemcpy(NULL, p, 8, RT_COPY_DH) == RTE_InvalidValue);
    CHECK(cudaFree(p) == 0);
    CHECK(cudaMemcpyBatchAsync(NULL, NULL, NULL, 1, NULL, NULL, 0, NULL) == RTE_InvalidValue);
}

static void test_slices(void) {
    char host[64] = {0};
    void *p;
    CHECK(cudaMalloc(&p, 4096) == 0);
    RtMemcpy3D c = {.kind = RT_COPY_HD, .extent = {8, 2, 2}};
    c.src = (RtPitched){host, 8, 8, 2};
    c.dst = (RtPitched){p, 8, 8, 1}; // slices of one row hold two rows
    CHECK(cudaMemcpy3D(&c) == RTE_InvalidValue);
    c.dst = (RtPitched){p, HUGE_STEP, 8, 2};
    CHECK(cudaMemcpy3D(&c) == RTE_InvalidValue);
    c.dst = (RtPitched){p, 8, 8, 2};
    c.dst_pos = (RtPos){0, ~0ull / 8 + 1, 0};
    CHECK(cudaMemcpy3D(&c) != 0);
    c.dst_pos = (RtPos){0, 0, 0};
    CHECK(cudaMemcpy3D(&c) == 0);
    CHECK(cudaFree(p) == 0);
}

// From memory into an array and back, then between arrays of texels of other sizes.
static void test_arrays(void) {
    void *a;
    char host[64] = {0};
    RtChannels d = {8, 0, 0, 0, RT_CH_UNSIGNED};
    CHECK(cudaMallocArray(&a, &d, 8, 4, 0) == 0);
    char image[32], again[32] = {0};
    for (int i = 0; i < 32; i++) image[i] = (char)(i * 3 + 1);
    RtMemcpy3D in = {.kind = RT_COPY_HD, .extent = {8, 4, 1}, .src = {image, 8, 8, 4}};
    in.dst_array = a;
    CHECK(cudaMemcpy3D(&in) == 0);
    RtMemcpy3D out = {.kind = RT_COPY_DH, .extent = {8, 4, 1}, .dst = {again, 8, 8, 4}};
    out.src_array = a;
    CHECK(cudaMemcpy3D(&out) == 0 && memcmp(image, again, sizeof image) == 0);
    RtChannels wide = {16, 0, 0, 0, RT_CH_UNSIGNED};
    RtMemcpy3D between = {.kind = RT_COPY_DD, .extent = {4, 2, 1}, .src_array = a};
    CHECK(cudaMallocArray(&between.dst_array, &wide, 8, 4, 0) == 0);
    CHECK(cudaMemcpy3D(&between) == RTE_InvalidValue);
    CHECK(cudaFreeArray(between.dst_array) == 0);
    CHECK(cudaMemcpy2DToArray(a, 0, ~0ull, host, 8, 8, 2, RT_COPY_HD) == RTE_InvalidValue);
    CHECK(cudaMemcpyToArray(a, 0, 0, host, 33, RT_COPY_HD) == RTE_InvalidValue);
    CHECK(cudaFreeArray(a) == 0);
}

// A copy of texels one after the other, whose rows end in other places.
static void test_rows_of_other_lengths(void) {
    RtChannels d = {8, 0, 0, 0, RT_CH_UNSIGNED};
    void *a, *b;
    char host[64] = {0};
    CHECK(cudaMallocArray(&a, &d, 8, 4, 0) == 0 && cudaMallocArray(&b, &d, 5, 4, 0) == 0);
    for (int i = 0; i < 20; i++) host[i] = (char)i;
    CHECK(cudaMemcpyToArray(a, 0, 0, host, 20, RT_COPY_HD) == 0);
    CHECK(cudaMemcpyArrayToArray(b, 0, 0, a, 0, 0, 20, RT_COPY_DD) == 0);
    memset(host, 0, sizeof host);
    CHECK(cudaMemcpyFromArray(host, b, 0, 0, 20, RT_COPY_DH) == 0 && host[19] == 19);
    CHECK(cudaFreeArray(a) == 0 && cudaFreeArray(b) == 0);
}

int main(void) {
    void *module;
    load_kernel(&module);
    test_rows();
    test_slices();
    test_arrays();
    test_rows_of_other_lengths();
    return UNIT_END();
}
