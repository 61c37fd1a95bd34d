// `-x c++`: C++ for the host, with none of CUDA's words, names and macros.
// RUN: cuprum -x c++ --syntax-only --check-all %s
// RUN[PP]: cuprum -x c++ --emit=pp %s
// PP-NOT: uint64_t
// PP: struct size_t
// RUN[EMPTY]: cuprum -x c++ %s -o -
// EMPTY-NOT: .entry
// RUN[FAIL]: cuprum -x c++ --syntax-only --check-all -DWRONG %s
// RUN[CUDA]: cuprum -x cu --syntax-only --check-all %s
#if defined(__CUDACC__) || defined(__CUDA_ARCH__) || defined(__NVCC__)
#define CUDA 1
#endif
struct size_t {}; // ERROR[CUDA]: "size_t" has already been declared
struct float2 {   // ERROR[CUDA]: invalid redefinition of "struct float2"
    float x[2];
};
int max(float2, size_t);
int __host__, threadIdx; // ERROR[CUDA]: expected an identifier

// host functions: exceptions and a variable with an initialiser that is code
int made();
int variable = made();
int f(float2 a) {
    try {
        throw max(a, size_t());
    } catch (int n) {
        return n + __host__ + threadIdx; // ERROR[CUDA]: expected an expression
    }
}

#ifdef WRONG
int g() {
    return __fadd_rn(1, 2); // ERROR[FAIL]: identifier "__fadd_rn" is undefined
}
#endif
