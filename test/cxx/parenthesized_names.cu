// Parentheses around a declarator's name, once or twice, with suffixes inside and behind: parameters and variables.
// EACH: -O0, -O3
// RUN: cuprum run %s %E -w --print=0:5 buf:i32:5:zero
// CHECK: arg 0: 3 7 9 4 8
__device__ int value(int ((a))) { return a + 2; }
__device__ int pointed(int ((*p))) { return *p + 5; }
__device__ int listed(int ((v)[2])) { return v[1]; }
__device__ int twice(int x) { return 2 * x; }
__device__ int called(int ((*f)(int)), int (n)) { return f(n); }
__device__ int behind(int ((f))(int), int ((n))) { return f(n); }
__global__ void k(int *(o)) {
    int(x) = 1, (y)[2] = {2, 9}, *(p) = y;
    o[0] = value(x);
    o[1] = pointed(p);
    o[2] = listed(y);
    o[3] = called(twice, 2);
    o[4] = behind(twice, 4);
}
