// SPDX-License-Identifier: Apache-2.0
// A first program: the longest common part of two strings, with the DPX functions.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <algorithm>
#include <cstdio>
#include <cstring>

__global__ void align(const char *a, int na, const char *b, int nb, int *best) {
    __shared__ int row[2][65];
    int j = threadIdx.x + 1, most = 0;
    row[0][j] = row[1][j] = 0;
    if (j == 1) row[0][0] = row[1][0] = 0;
    __syncthreads();
    // one diagonal after the other would be faster; a row here waits for its left neighbour
    for (int i = 0; i < na; i++) {
        for (int k = 1; k <= nb; k++) {
            if (k == j) {
                int diagonal = row[i % 2][j - 1] + (a[i] == b[j - 1] ? 2 : -1);
                row[(i + 1) % 2][j] =
                    __vimax3_s32_relu(diagonal, row[i % 2][j] - 1, row[(i + 1) % 2][j - 1] - 1);
                most = max(most, row[(i + 1) % 2][j]);
            }
            __syncthreads();
        }
    }
    atomicMax(best, most);
}

int main() {
    const char *a = "accgtgatcaagt", *b = "cgtgattcaa";
    int na = strlen(a), nb = strlen(b), table[32][32] = {}, right = 0;
    for (int i = 1; i <= na; i++) {
        for (int j = 1; j <= nb; j++) {
            int d = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
            table[i][j] = std::max(std::max(d, 0), std::max(table[i - 1][j] - 1, table[i][j - 1] - 1));
            right = std::max(right, table[i][j]);
        }
    }
    char *da, *db;
    int *best;
    cudaMallocManaged(&da, na);
    cudaMallocManaged(&db, nb);
    cudaMallocManaged(&best, sizeof(int));
    memcpy(da, a, na);
    memcpy(db, b, nb);
    *best = 0;
    align<<<1, nb>>>(da, na, db, nb, best);
    if (cudaDeviceSynchronize()) return 1;
    printf("%d %d\n%s\n", *best, right, *best == right ? "PASS" : "FAIL");
    return *best != right;
}
