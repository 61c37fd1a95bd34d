// RUN[W]: cuprum --syntax-only --check-all %s
// RUN[SUP]: cuprum --syntax-only --check-all --diag-suppress=20035,20036,20037,20039,20040,20050 %s
// SUP-NOT: warning
// Functions redeclared for other spaces, with nvcc's numbers.
__device__ int to_host(int);
__host__ int to_host(int) { return 1; } // WARNING[W]: a __device__ function("to_host") redeclared with __host__, hence treated as a __host__ __device__ function
__device__ int to_both(int);
__host__ __device__ int to_both(int) { return 1; } // WARNING[W]: a __device__ function("to_both") redeclared with __host__ __device__, hence treated as a __host__ __device__ function
__device__ int to_none(int);
int to_none(int) { return 1; } // WARNING[W]: a __device__ function("to_none") redeclared without __device__, hence treated as a __host__ __device__ function
int to_device(int);
__device__ int to_device(int) { return 1; } // WARNING[W]: a __host__ function("to_device") redeclared with __device__, hence treated as a __host__ __device__ function
int to_hd(int);
__host__ __device__ int to_hd(int) { return 1; } // WARNING[W]: a __host__ function("to_hd") redeclared with __host__ __device__, hence treated as a __host__ __device__ function
__host__ __device__ int fewer(int);
__device__ int fewer(int) { return 1; }
int host(int);
__host__ int host(int) { return 1; }
struct S {
    __device__ int member(int);
};
int S::member(int) { return 1; } // WARNING[W]: a __device__ function("S::member") redeclared without __device__, hence treated as a __host__ __device__ function
inline __global__ void k(int *p) { *p = 1; } // WARNING[W]: inline qualifier ignored for "__global__" function
