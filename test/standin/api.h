// SPDX-License-Identifier: Apache-2.0
// The run-time library's functions that the programs of this folder use, and numbers to try.
#ifndef STANDIN_TEST_API_H
#define STANDIN_TEST_API_H

#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>
#include <string.h>

int cudaMalloc(void **at, size_t n);
int cudaFree(void *at);
int cudaMemcpy(void *to, const void *from, size_t n, int kind);
int cudaDeviceSynchronize(void);

enum { R_32F, R_64F, R_16F, R_8I, C_32F, C_64F, R_32I = 10, R_16BF = 14 }; // cudaDataType

// A copy on the device (of `from`, if there is one), and back, which frees it.
static inline void *device(const void *from, size_t n) {
    void *at = NULL;
    cudaMalloc(&at, n);
    if (from) cudaMemcpy(at, from, n, 1);
    return at;
}

static inline void host(void *to, void *at, size_t n) {
    cudaMemcpy(to, at, n, 2);
    cudaFree(at);
}

// In [-1/2, 1/2), with few bits, so that sums of products are exact in double.
static inline double number(void) {
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return (double)(state >> 20) / 4096 - 0.5;
}

static int failures;
static inline void check(const char *what, double distance, double limit) {
    if (distance <= limit) return;
    printf("%s: off by %g\n", what, distance);
    failures++;
}

#endif
