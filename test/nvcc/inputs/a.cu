extern __device__ int twice(int);
__device__ int shared_value = 3;
__global__ void first(int *p) { *p = twice(*p) + shared_value; }
int main() { return 0; }
