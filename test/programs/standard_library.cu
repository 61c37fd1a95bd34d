// SPDX-License-Identifier: Apache-2.0
// A first program: parts of the standard library in device code: cuda::std.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>

template <class T> __device__ T largest() {
    static_assert(cuda::std::is_arithmetic<T>::value, "a number");
    return cuda::std::numeric_limits<T>::max();
}

__global__ void use(int *out, float *f) {
    cuda::std::array<int, 4> a = {3, 1, 4, 1};
    int s = 0;
    for (int v : a) s += v;
    auto t = cuda::std::make_tuple(s, 2.5f, 'x');
    out[0] = cuda::std::get<0>(t);
    out[1] = (int)a.size() + a.back();
    out[2] = largest<int>();
    out[3] = cuda::std::is_same<decltype(cuda::std::get<2>(t)), char &>::value;
    *f = cuda::std::get<1>(t);
}

int main() {
    int *out;
    float *f;
    cudaMallocManaged(&out, 4 * sizeof(int));
    cudaMallocManaged(&f, sizeof(float));
    use<<<1, 1>>>(out, f);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = out[0] == 9 && out[1] == 5 && out[2] == 2147483647 && out[3] == 1 && *f == 2.5f;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
