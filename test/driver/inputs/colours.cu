__device__ void take(int *p);
__global__ void k(float *p, unsigned n) { if (n < 0) take(p); }
__device__ int pointless(unsigned n) { return n < 0; }
