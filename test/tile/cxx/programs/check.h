// SPDX-License-Identifier: Apache-2.0
// Arrays that host and device share, and what a program says of its results.
#include <cuda_tile.h>
#include <cmath>
#include <cstdio>
namespace ct = cuda::tiles;

template<typename T> struct Array {
    T *data = nullptr;
    int n;
    explicit Array(int count) : n(count) {
        cudaMallocManaged(&data, count * sizeof(T));
        for (int i = 0; i < count; i++) data[i] = T();
    }
    ~Array() { cudaFree(data); }
    T &operator[](int i) { return data[i]; }
};

static int wrong, asked;

// Within `off` times the size of what is expected.
template<typename T> void expect(Array<T> &array, int i, double wanted, double off = 0) {
    if (!asked++) cudaDeviceSynchronize();
    double got = double(array[i]);
    if (std::fabs(got - wanted) <= off * std::fmax(1, std::fabs(wanted))) return;
    if (wrong++ < 5) printf("[%d] is %.9g, not %.9g\n", i, got, wanted);
}

static int done() {
    cudaError_t error = cudaDeviceSynchronize();
    if (error) printf("error: %s\n", cudaGetErrorString(error));
    printf("%d values, %d wrong\n", asked, wrong);
    return wrong || error;
}
