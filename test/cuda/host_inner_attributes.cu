// SPDX-License-Identifier: Apache-2.0
// EXIT: 0
// RUN: cuprum nvcc -O2 -c -arch=sm_90 %s -o %t.o && nm -C %t.o | grep -c " [tTW] .*kept"
// REQUIRES: g++
// CHECK: 7
// Toolkits before 13 have a macro __noinline__, which makes an attribute list in a list of what gcc's headers say.
#define __noinline__ __attribute__((noinline))
__attribute__((__noinline__)) int kept_alone(int x) { return x; }
__attribute__((__noinline__, __used__)) static int kept_first(int x) { return x; }
__attribute__((__used__, __noinline__)) static int kept_last(int x) { return x; }
__attribute__((__used__, __noinline__)) __host__ __device__ static int kept_marked(int x) { return x; }
#define __two__ __attribute__((noinline, used))
__attribute__((host, device, __two__)) static int kept_list(int x) { return x; }
[[gnu::__noinline__, gnu::__used__]] static int kept_scoped(int x) { return x; }
template <class T> __attribute__((__noinline__)) __global__ void kernel(T *p) { *p = 1; }
struct Held {
    __attribute__((__noinline__)) int kept_member(int x) { return x; }
};
int main() {
    Held held;
    kernel<<<1, 1>>>((int *)0);
    return held.kept_member(0);
}
