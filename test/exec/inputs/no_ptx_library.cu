// A library whose sums nobody computes where its code is for real GPUs only; it does not look at errors.
__global__ void sum_kernel(int *to, int n) {
    atomicAdd(to, n);
}

extern "C" void add(int *to, int n) {
    sum_kernel<<<1, 1>>>(to, n);
    sum_kernel<<<1, 1>>>(to, n);
}
