// SPDX-License-Identifier: Apache-2.0
// __device__ and its kin, and GNU's attributes, among pointer operators and behind qualifiers: they are the declaration's (GNU C,
// Attribute Syntax), as nvcc takes them: of functions, members, templates, friends and operators, of variables and pointers to functions.
// RUN: cuprum run %s -arch=sm_80 buf:i32:4:zero --print=0
// CHECK: arg 0: 66 15 33 0
// RUN[P]: cuprum %s -arch=sm_80 -o -
// P: .func (.param .b32 func_retval0) _ZNK3Row4kept{{.*}}
template <typename T> T const &__device__ __host__ larger(const T &a, const T &b) { return a < b ? b : a; }
int *__device__ behind(int *p) { return p + 1; }
static int &&__device__ moved(int &&x) { return (int &&)x; }
struct Row {
    int a[4];
    int &__host__ __device__ operator[](int i) { return a[i]; }
    const int &__device__ at(int i) const { return a[i]; }
    template <typename T> T *__device__ as() { return (T *)a; }
    static int *__device__ begin(Row &row);
    friend int &__device__ first(Row &row) { return row.a[0]; }
    Row &__device__ operator=(int x) { a[0] = x; return *this; }
    int kept(int x) const __attribute__((noinline)) __device__ { return a[3] * x; }
};
int *__device__ Row::begin(Row &row) { return row.a; }
template <typename T> struct Box {
    T v;
    T &__device__ get();
};
template <typename T> T &__device__ Box<T>::get() { return v; }
__device__ int twice(int x) { return 2 * x; }
int *__device__ *there, *__constant__ fixed;
int (*__constant__ none)(int);
int (*__device__ function)(int) = twice;
__global__ void k(int *out) {
    Row row = {{1, 2, 3, 4}};
    row = 7;
    Box<int> box = {5};
    out[0] = row[1] + row.at(2) + *row.as<int>() + *Row::begin(row) + first(row) + larger(3, 9) + box.get() + moved(6) + twice(10);
    *behind(out) = 15 + (there ? **there : 0) + (fixed ? *fixed : 0) + (none ? none(1) : 0);
    out[2] = function(2) + row.kept(7) + 1;
}
