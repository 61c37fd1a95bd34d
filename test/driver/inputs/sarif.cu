#define ADD(x) (x) + undefined_thing
template <class T> __device__ void f(T t) { t.x = ADD(1); int unused; }
__device__ void take(int *p);
__global__ void k(float *p) { /* äöü */ take(p); f(1); int y; theadIdx.x; }
__device__ void w(unsigned u, int *p) { /* ö */ if (u < 0) *p = 1; }
