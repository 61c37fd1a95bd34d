// RUN: cuprum %s -arch=sm_90 -o -
// A statement expression may leave its function: what follows it is not reached, but is there.
// CHECK: .entry _Z1kb(
struct S {
    int a, b, c, d;
};
__device__ int i;
__device__ S s;
__device__ int add(int a, int b) { return a + b; }
__global__ void k(bool b) {
    ({ return; i = 1; });
}
__global__ void value(bool b) {
    i = 2 + ({ if (b) return; else return; 5; }) * add(({ return; 6; }), i);
}
__global__ void aggregate(bool b) {
    s = ({ return; S{1, 2, 3, 4}; });
    i = 3;
}
__global__ void in_loop(int n) {
    for (int k = 0; k < n; k++) i += ({ if (k == 3) break; else continue; 1; });
}
