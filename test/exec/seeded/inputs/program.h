// SPDX-License-Identifier: Apache-2.0
// Whole programs, each in a namespace with `template <bool bug> bool run()`, which makes its mistake or does not and says whether
// the result is right. `program NAME bug` and `program NAME ok` run one; the latter fails when its result is wrong.
// Where a mistake is found stands beside it, as in cases.h.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

struct Program {
    const char *name;
    bool (*with_mistake)();
    bool (*mended)();
};

template <int n> int run_program(const Program (&all)[n], int argc, char **argv) {
    for (int i = 0; i < n && argc == 3; i++) {
        if (strcmp(all[i].name, argv[1]) != 0) continue;
        bool bug = strcmp(argv[2], "bug") == 0;
        bool right = bug ? all[i].with_mistake() : all[i].mended();
        cudaDeviceSynchronize();
        if (!right && !bug) puts("wrong result");
        return right || bug ? 0 : 3;
    }
    puts("no such program");
    return 2;
}
#define PROGRAM(name) {#name, name::run<true>, name::run<false>}
#define PROGRAMS(...)                                                                              \
    int main(int argc, char **argv) {                                                              \
        static const Program all[] = {__VA_ARGS__};                                                \
        return run_program(all, argc, argv);                                                       \
    }

// Memory of the device with the values of a vector, for as long as it lives.
template <typename T> struct Buffer {
    T *at;
    size_t n;
    explicit Buffer(const std::vector<T> &values) : n(values.size()) {
        cudaMalloc(&at, n * sizeof(T));
        cudaMemcpy(at, values.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    }
    explicit Buffer(size_t count, T value = T()) : Buffer(std::vector<T>(count, value)) {}
    Buffer(const Buffer &) = delete;
    ~Buffer() { cudaFree(at); }
    operator T *() const { return at; }
    std::vector<T> values() const {
        std::vector<T> all(n);
        cudaMemcpy(all.data(), at, n * sizeof(T), cudaMemcpyDeviceToHost);
        return all;
    }
};

// first, first + 1, ... modulo some number, so that products of them stay small
template <typename T> std::vector<T> counting(size_t n, int first = 0, int modulo = 1 << 20) {
    std::vector<T> all(n);
    for (size_t i = 0; i < n; i++) all[i] = T((first + (int)i) % modulo);
    return all;
}
inline int blocks_of(int n, int per_block) { return (n + per_block - 1) / per_block; }
