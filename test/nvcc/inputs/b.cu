extern __device__ int shared_value;
__device__ int twice(int x) { return 2 * x + shared_value; }
__global__ void second(int *p) { *p = twice(1); }
