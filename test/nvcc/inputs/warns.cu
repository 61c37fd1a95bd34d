__global__ void k(int *p) { int unused; *p = 1; }
