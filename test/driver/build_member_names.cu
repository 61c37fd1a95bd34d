// SPDX-License-Identifier: Apache-2.0
// Members with the name of their own type, as in CUB of CUDA 13.1: NVIDIA's host text says the types in full, so that g++ takes
// what it refuses in the source ([basic.scope.class], "changes meaning").
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -std=c++17 -ccbin g++ -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// RUN: cuprum nvcc -std=c++17 -ccbin g++ -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: 4 17 2 4 6
#include <cstdio>
namespace lib {
enum class Algorithm { quick = 3, slow };
template <class T, int N>
struct Exchange {
    T at[N];
};
struct Place {
    int x;
};
struct stat {
    int value;
};

template <class Policy>
struct Wrapper : Policy {
    __host__ __device__ static constexpr Algorithm Algorithm() { return Policy::algorithm; }
};
struct Policy {
    static constexpr Algorithm algorithm = Algorithm::slow;
};

template <class T>
struct Holder {
    lib::Exchange<T, 4> held = {{1, 2, 3, T(9)}};
    __host__ __device__ const Exchange<T, 4> &Exchange() const { return held; }

    lib::Place lib() { return {1}; } // a namespace, which no member hides here
    const lib::Exchange<T, 4> *at(int) const { return &held; }

public:
    Place Place = {8};
    __device__ int Algorithm() { return static_cast<int>(lib::Algorithm::quick) - 1; }
    struct stat stat; // an elaborated name, and what follows is no type
    __host__ __device__ Holder() : stat(lib::stat{6}) {}
};

template <class W>
__global__ void run(int *out) {
    Holder<int> holder;
    out[0] = static_cast<int>(W::Algorithm());
    out[1] = holder.Exchange().at[3] + holder.Place.x;
    out[2] = holder.Algorithm();
}
} // namespace lib

int main() {
    int *device, host[3];
    cudaMalloc(&device, sizeof host);
    lib::run<lib::Wrapper<lib::Policy>><<<1, 1>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    using Slow = lib::Wrapper<lib::Policy>;
    std::printf("%d %d %d %d %d\n", host[0], host[1], host[2], static_cast<int>(Slow::Algorithm()),
                lib::Holder<int>().stat.value);
    return cudaFree(device);
}
