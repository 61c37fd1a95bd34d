// SPDX-License-Identifier: Apache-2.0
// A first program: a scan of a block in dynamic shared memory, of every element type.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>

template <class T> __global__ void scan(const T *in, T *out, int n) {
    extern __shared__ __align__(16) unsigned char memory[];
    T *a = reinterpret_cast<T *>(memory), *b = a + n;
    int i = threadIdx.x;
    a[i] = in[i];
    __syncthreads();
    for (int k = 1; k < n; k *= 2) {
        b[i] = i >= k ? a[i] + a[i - k] : a[i];
        __syncthreads();
        T *t = a;
        a = b;
        b = t;
    }
    out[i] = a[i];
}

template <class T> static bool test(int n) {
    T *in, *out;
    cudaMallocManaged(&in, n * sizeof(T));
    cudaMallocManaged(&out, n * sizeof(T));
    for (int i = 0; i < n; i++) in[i] = (T)(i % 9 - 4);
    size_t shared = 2 * n * sizeof(T);
    if (cudaFuncSetAttribute(scan<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared)) return false;
    scan<<<1, n, shared>>>(in, out, n);
    if (cudaDeviceSynchronize()) return false;
    T s = 0;
    for (int i = 0; i < n; i++) {
        s += in[i];
        if (out[i] != s) return false;
    }
    return true;
}

int main() {
    bool ok = test<int>(1024) && test<float>(512) && test<double>(256) && test<long long>(64);
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
