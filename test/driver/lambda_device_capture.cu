// SPDX-License-Identifier: Apache-2.0
// Captures that only one of the two texts has: an error, since host and device would lay out the
// closure differently. Likewise where instances of a template differ.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// RUN[A]: cuprum build --no-toolkit -c -arch=sm_90 --extended-lambda -DARCH %s -o %t.o
// EXIT[A]: 1
// A: error: an extended lambda captures "t" in device code only: what __CUDA_ARCH__ chooses must not change its captures
// RUN[B]: cuprum build --no-toolkit -c -arch=sm_90 --extended-lambda -DINSTANCES %s -o %t.o
// EXIT[B]: 1
// B: error: the captures of an extended lambda differ between instances of the template around it
// RUN[C]: cuprum build --no-toolkit -c -gencode arch=compute_80,code=compute_80 -gencode arch=compute_90,code=compute_90 --extended-lambda -DTARGETS %s -o %t.o
// EXIT[C]: 1
// C: error: {{.*}}lambda_device_capture.cu: what a lambda captures differs between the architectures: what __CUDA_ARCH__ chooses must not change it
// RUN[D]: cuprum nvcc --no-toolkit -c -gencode arch=compute_80,code=compute_80 -gencode arch=compute_90,code=compute_90 --extended-lambda -DTARGETS %s -o %t.o
// EXIT[D]: 2
// D: error: {{.*}}lambda_device_capture.cu: what a lambda captures differs between the architectures: what __CUDA_ARCH__ chooses must not change it
// RUN: cuprum build --no-toolkit -c -arch=sm_90 --extended-lambda %s -o %t.o
template <class F> __global__ void run(F f, long *o) { f(o); }

void arch(long *o, long s, long t) {
    run<<<1, 1>>>([=] __device__(long *o) {
#if defined ARCH && defined __CUDA_ARCH__ || \
    defined TARGETS && (!defined __CUDA_ARCH__ || __CUDA_ARCH__ == 900)
        *o = s + t;
#else
        *o = s;
#endif
    }, o);
}

#ifdef INSTANCES
struct S {
    __host__ __device__ long f(long) const { return 1; }
    __host__ __device__ static long f(char *) { return 1; }
    template <class T> void launch(long *o, T t) {
        run<<<1, 1>>>([=] __device__(long *o) { *o = f(t); }, o);
    }
};
void instances(long *o) {
    S().launch(o, 1l);
    S().launch(o, (char *)o);
}
#endif
