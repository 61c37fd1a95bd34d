// SPDX-License-Identifier: Apache-2.0
// Wrong accesses to global, local and shared memory, the device's heap, frees.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: sh %S/inputs/cases.sh %s %t
// (What is not found, and why: README.md.)
// CHECK: local_neighbour: exit status 0 with the mistake
// CHECK: local_of_other: exit status 0 with the mistake
// CHECK: member_past: exit status 0 with the mistake
// CHECK: member_past_shared: exit status 0 with the mistake
// CHECK: memory: 20 cases, 16 found, 20 clean
#include "inputs/cases.h"

struct Packet {
    int head[4];
    int tail[4];
};
__device__ int table[16];
__global__ void past(int *p, int n) {
    p[threadIdx.x] = 1; // BUG global_past: mem: out-of-bounds
}
static void global_past(bool bug) {
    Ints a(64);
    past<<<1, bug ? 65 : 64>>>(a, 64);
}
__global__ void before(int *p, int back) {
    int v = p[(int)threadIdx.x - back]; // BUG global_before: mem: out-of-bounds
    p[threadIdx.x] = v;
}
static void global_before(bool bug) {
    Ints a(64);
    before<<<1, 32>>>(a + 32, bug ? 40 : 32);
}
__global__ void odd(char *p, int step) {
    *(int *)(p + threadIdx.x * step) = 1; // BUG global_misaligned: mem: misaligned
}
static void global_misaligned(bool bug) {
    Ints a(64);
    odd<<<1, 32>>>((char *)(int *)a, bug ? 5 : 4);
}
__global__ void use(int *p) {
    p[threadIdx.x] = 2; // BUG global_freed: mem: use-after-free
}
static void global_freed(bool bug) {
    int *p;
    cudaMalloc(&p, 128);
    if (bug) cudaFree(p);
    use<<<1, 32>>>(p);
    cudaDeviceSynchronize();
    if (!bug) cudaFree(p);
}
__global__ void through(int **p) {
    **p = 3; // BUG global_null: mem: null-pointer
}
static void global_null(bool bug) {
    Ints a(1), b(2);
    int *at = bug ? nullptr : (int *)a;
    cudaMemcpy(b, &at, sizeof at, cudaMemcpyHostToDevice);
    through<<<1, 1>>>((int **)(int *)b);
}
__global__ void variable(int k) {
    table[threadIdx.x + k] = 1; // BUG global_variable: mem: out-of-bounds
}
static void global_variable(bool bug) {
    variable<<<1, 16>>>(bug ? 3 : 0);
}
__global__ void wide(int4 *p, int4 v) {
    p[threadIdx.x] = v; // BUG global_vector: mem: out-of-bounds
}
static void global_vector(bool bug) {
    Ints a(bug ? 126 : 128);
    wide<<<1, 32>>>((int4 *)(int *)a, make_int4(1, 2, 3, 4));
}
__global__ void count(int *p, int k) {
    atomicAdd(p + k, 1); // BUG global_atomic: mem: out-of-bounds
}
static void global_atomic(bool bug) {
    Ints a(8);
    count<<<1, 32>>>(a, bug ? 8 : 7);
}
__global__ void shared_arrays(int *out, int k) {
    __shared__ int a[32], b[32];
    a[threadIdx.x] = b[threadIdx.x] = 0;
    __syncthreads();
    a[threadIdx.x + k] = 1; // BUG shared_static: mem: out-of-bounds
    __syncthreads();
    out[threadIdx.x] = a[31 - threadIdx.x] + b[threadIdx.x];
}
static void shared_static(bool bug) {
    Ints a(32);
    shared_arrays<<<1, 32>>>(a, bug);
}
__global__ void shared_extern(int *out, int k) {
    extern __shared__ int s[];
    s[threadIdx.x + k] = 1; // BUG shared_dynamic: mem: out-of-bounds
    out[threadIdx.x] = k;
}
static void shared_dynamic(bool bug) {
    Ints a(32);
    shared_extern<<<1, 32, 128>>>(a, bug);
}
__global__ void shared_generic(int *out, int **where, int k) {
    __shared__ int s[32];
    *where = s;
    __syncthreads();
    int *p = *(int *volatile *)where;
    p[threadIdx.x + k] = 1; // BUG shared_pointer: mem: out-of-bounds
    out[threadIdx.x] = k;
}
static void shared_pointer(bool bug) {
    Ints a(32), b(2);
    shared_generic<<<1, 32>>>(a, (int **)(int *)b, bug ? 4096 : 0);
}
__global__ void local_array(int *out, int k, int n) {
    int a[8];
    for (int i = 0; i < n; i++) a[i] = i;
    out[threadIdx.x] = a[k + (threadIdx.x & 7)]; // BUG local_past: mem: out-of-bounds
}
static void local_past(bool bug) {
    Ints a(32);
    local_array<<<1, 32>>>(a, bug ? 1000 : 0, 8);
}
__global__ void local_arrays(int *out, int k, int n) {
    int a[8], b[8];
    for (int i = 0; i < n; i++) a[i] = b[i] = i;
    a[k + (threadIdx.x & 7)] = 5; // BUG local_neighbour: mem: out-of-bounds
    out[threadIdx.x] = a[threadIdx.x & 7] + b[threadIdx.x & 3];
}
static void local_neighbour(bool bug) {
    Ints a(32);
    local_arrays<<<1, 32>>>(a, bug, 8);
}
__global__ void member(Packet *p, int k) {
    p->head[threadIdx.x + k] = 1; // BUG member_past: mem: out-of-bounds
}
static void member_past(bool bug) {
    Ints a(8);
    member<<<1, 4>>>((Packet *)(int *)a, bug);
}
__global__ void member_shared(int *out, int k) {
    __shared__ Packet s;
    s.head[threadIdx.x & 3] = s.tail[threadIdx.x & 3] = 0;
    __syncthreads();
    s.head[(threadIdx.x & 3) + k] = 1; // BUG member_past_shared: mem: out-of-bounds
    __syncthreads();
    out[threadIdx.x] = s.tail[threadIdx.x & 3];
}
static void member_past_shared(bool bug) {
    Ints a(4);
    member_shared<<<1, 4>>>(a, bug);
}
__global__ void others_local(int *out, bool bug) {
    __shared__ int *at[32];
    int mine[4];
    for (int i = 0; i < 4; i++) mine[i] = threadIdx.x + i;
    at[threadIdx.x] = mine;
    __syncthreads();
    int *p = at[bug ? threadIdx.x ^ 1 : threadIdx.x];
    out[threadIdx.x] = p[2]; // BUG local_of_other: mem: foreign-local
}
static void local_of_other(bool bug) {
    Ints a(32);
    others_local<<<1, 32>>>(a, bug);
}
__global__ void heap(int *out, int what) {
    int *p = (int *)malloc(64);
    p[what == 1 ? 16 : 15] = 1; // BUG heap_past: mem: out-of-bounds
    out[0] = p[15];
    free(p);
    if (what == 2) free(p);     // BUG heap_double_free: mem: double-free
    if (what == 3) free(out);   // BUG heap_invalid_free: mem: invalid-free
    if (what == 4) p[3] = 1;    // BUG heap_freed: mem: use-after-free
}
static void heap_case(int what) {
    Ints a(1);
    heap<<<1, 1>>>(a, what);
}
__global__ void heap_clean(int *out) {
    int *p = (int *)malloc(64);
    for (int i = 0; i < 16; i++) p[i] = i;
    out[0] = p[15];
    free(p);
}
static void heap_right() {
    Ints a(1);
    heap_clean<<<1, 1>>>(a);
}
static void heap_past(bool bug) { bug ? heap_case(1) : heap_right(); }
static void heap_double_free(bool bug) { bug ? heap_case(2) : heap_right(); }
static void heap_invalid_free(bool bug) { bug ? heap_case(3) : heap_right(); }
static void heap_freed(bool bug) { bug ? heap_case(4) : heap_right(); }

CASES(CASE(global_past), CASE(global_before), CASE(global_misaligned), CASE(global_freed), CASE(global_null), CASE(global_variable),
      CASE(global_vector), CASE(global_atomic), CASE(shared_static), CASE(shared_dynamic), CASE(shared_pointer), CASE(local_past),
      CASE(local_neighbour), CASE(member_past), CASE(member_past_shared), CASE(local_of_other), CASE(heap_past), CASE(heap_double_free),
      CASE(heap_invalid_free), CASE(heap_freed))
