// SPDX-License-Identifier: Apache-2.0
// The user may ask the compiler too. What is no whole string constant in the call itself gives 0,
// whatever optimization finds out (as in nvcc).
// RUN: cuprum %s -arch=sm_90 -ftz=true -prec-div=false -o %t.ptx && cuprum run %t.ptx --kernel=ask --print=0 buf:i32:12:zero
// RUN: cuprum %s -arch=sm_90 -ftz=true -prec-div=false -rdc=true -G -o %t.ptx && cuprum run %t.ptx --kernel=ask --print=0 buf:i32:12:zero
// RUN[TEXT]: cuprum %s -arch=sm_90 -ftz=true -rdc=true -o -
// TEXT-NOT: __nvvm_reflect
// CHECK: arg 0: 900 1 0 1 900 0 0 0 0 0 0 0
extern "C" __device__ int __nvvm_reflect(const char *);
__device__ const char named[] = "__CUDA_ARCH";
__device__ const char open_ended[] = {'_', '_', 'C', 'U', 'D', 'A', '_', 'F', 'T', 'Z'};

__device__ int forward(const char *what) { return __nvvm_reflect(what); }

extern "C" __global__ void ask(int *out) {
    out[0] = __nvvm_reflect("__CUDA_ARCH");
    out[1] = __nvvm_reflect("__CUDA_FTZ");
    out[2] = __nvvm_reflect("__CUDA_PREC_DIV");
    out[3] = __nvvm_reflect("__CUDA_PREC_SQRT");
    out[4] = __nvvm_reflect(named);
    out[5] = __nvvm_reflect("x__CUDA_ARCH" + 1);
    out[6] = __nvvm_reflect("__CUDA_ARCH\0");
    out[7] = __nvvm_reflect(open_ended);
    out[8] = __nvvm_reflect("no such name");
    out[9] = forward("__CUDA_ARCH");
    out[10] = __nvvm_reflect((const char *)out);
    out[11] = __nvvm_reflect("");
}
