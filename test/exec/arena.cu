// A program may take most of the device's memory at its start: what nobody wrote takes none of the host's, and has the pattern all the same.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit %s -o %t && cuprum exec %t
// CHECK: 0 7 7 7 1 1 1
// CHECK: 0 7 7 7 1 1 1
// CHECK: host memory: little
// RUN[C]: cuprum nvcc --no-toolkit %s -o %t && cuprum exec --check=mem,init --quiet %t
// C: 0 7 7 7 1 1 1
#include <cstdio>
#include <sys/resource.h>
__global__ void mark(char *at, size_t size) { at[0] = at[size / 2] = at[size - 1] = 7; }
// what the kernel wrote; whether what lies beside it is as new memory is
static void look(const char *arena, size_t size, char fresh) {
    char v[6] = {};
    size_t at[6] = {0, size / 2, size - 1, 1, size / 2 + 1, size - 2};
    for (int i = 0; i < 6; i++) cudaMemcpy(v + i, arena + at[i], 1, cudaMemcpyDeviceToHost);
    std::printf(" %d %d %d %d %d %d\n", v[0], v[1], v[2], v[3] == fresh, v[4] == fresh, v[5] == fresh);
}
int main() {
    size_t free, total;
    char *arena, *small, fresh;
    cudaMemGetInfo(&free, &total);
    size_t size = free / 4 * 3 + 1001; // ends inside a page
    cudaMalloc(&small, 100);
    cudaMemcpy(&fresh, small, 1, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 2; i++) {
        std::printf("%d", cudaMalloc(&arena, size));
        mark<<<1, 1>>>(arena, size);
        cudaDeviceSynchronize();
        look(arena, size, fresh);
        cudaFree(arena);
    }
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    std::printf("host memory: %s\n", used.ru_maxrss < 1 << 20 ? "little" : "much");
}
