__device__ int shared_v = 3; __device__ int other(int a) { return a * 2; }
