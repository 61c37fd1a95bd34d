// SPDX-License-Identifier: Apache-2.0
// Atomic functions, by type.
// A part of cuprum_runtime.h.
#ifndef CUPRUM_ATOMIC_H
#define CUPRUM_ATOMIC_H

#if __cuprum_says(atomicAdd*)
__CUPRUM_DEV__ int atomicAdd(int *p, int v) {
    return __iAtomicAdd(p, v);
}
__CUPRUM_DEV__ unsigned int atomicAdd(unsigned int *p, unsigned int v) {
    return __uAtomicAdd(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicAdd(unsigned long long *p, unsigned long long v) {
    return __ullAtomicAdd(p, v);
}
__CUPRUM_DEV__ unsigned long atomicAdd(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicAdd((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ float atomicAdd(float *p, float v) {
    return __fAtomicAdd(p, v);
}
__CUPRUM_DEV__ double atomicAdd(double *p, double v) {
    return __dAtomicAdd(p, v);
}
__CUPRUM_DEV__ int atomicAdd_block(int *p, int v) {
    return __iAtomicAdd_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicAdd_block(unsigned int *p, unsigned int v) {
    return __uAtomicAdd_block(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicAdd_block(unsigned long long *p, unsigned long long v) {
    return __ullAtomicAdd_block(p, v);
}
__CUPRUM_DEV__ unsigned long atomicAdd_block(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicAdd_block((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ float atomicAdd_block(float *p, float v) {
    return __fAtomicAdd_block(p, v);
}
__CUPRUM_DEV__ double atomicAdd_block(double *p, double v) {
    return __dAtomicAdd_block(p, v);
}
__CUPRUM_DEV__ int atomicAdd_system(int *p, int v) {
    return __iAtomicAdd_system(p, v);
}
__CUPRUM_DEV__ unsigned int atomicAdd_system(unsigned int *p, unsigned int v) {
    return __uAtomicAdd_system(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicAdd_system(unsigned long long *p, unsigned long long v) {
    return __ullAtomicAdd_system(p, v);
}
__CUPRUM_DEV__ unsigned long atomicAdd_system(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicAdd_system((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ float atomicAdd_system(float *p, float v) {
    return __fAtomicAdd_system(p, v);
}
__CUPRUM_DEV__ double atomicAdd_system(double *p, double v) {
    return __dAtomicAdd_system(p, v);
}
#endif
#if __cuprum_says(atomicSub*)
__CUPRUM_DEV__ int atomicSub(int *p, int v) {
    return __iAtomicAdd(p, (int)(0u - (unsigned int)v));
}
__CUPRUM_DEV__ unsigned int atomicSub(unsigned int *p, unsigned int v) {
    return __uAtomicAdd(p, 0u - v);
}
__CUPRUM_DEV__ int atomicSub_block(int *p, int v) {
    return __iAtomicAdd_block(p, (int)(0u - (unsigned int)v));
}
__CUPRUM_DEV__ unsigned int atomicSub_block(unsigned int *p, unsigned int v) {
    return __uAtomicAdd_block(p, 0u - v);
}
__CUPRUM_DEV__ int atomicSub_system(int *p, int v) {
    return __iAtomicAdd_system(p, (int)(0u - (unsigned int)v));
}
__CUPRUM_DEV__ unsigned int atomicSub_system(unsigned int *p, unsigned int v) {
    return __uAtomicAdd_system(p, 0u - v);
}
#endif
#if __cuprum_says(atomicExch*)
__CUPRUM_DEV__ int atomicExch(int *p, int v) {
    return __iAtomicExch(p, v);
}
__CUPRUM_DEV__ unsigned int atomicExch(unsigned int *p, unsigned int v) {
    return __uAtomicExch(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicExch(unsigned long long *p, unsigned long long v) {
    return __ullAtomicExch(p, v);
}
__CUPRUM_DEV__ unsigned long atomicExch(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicExch((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ float atomicExch(float *p, float v) {
    return __fAtomicExch(p, v);
}
__CUPRUM_DEV__ int atomicExch_block(int *p, int v) {
    return __iAtomicExch_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicExch_block(unsigned int *p, unsigned int v) {
    return __uAtomicExch_block(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicExch_block(unsigned long long *p, unsigned long long v) {
    return __ullAtomicExch_block(p, v);
}
__CUPRUM_DEV__ unsigned long atomicExch_block(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicExch_block((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ float atomicExch_block(float *p, float v) {
    return __fAtomicExch_block(p, v);
}
__CUPRUM_DEV__ int atomicExch_system(int *p, int v) {
    return __iAtomicExch_system(p, v);
}
__CUPRUM_DEV__ unsigned int atomicExch_system(unsigned int *p, unsigned int v) {
    return __uAtomicExch_system(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicExch_system(unsigned long long *p, unsigned long long v) {
    return __ullAtomicExch_system(p, v);
}
__CUPRUM_DEV__ unsigned long atomicExch_system(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicExch_system((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ float atomicExch_system(float *p, float v) {
    return __fAtomicExch_system(p, v);
}
#endif
#if __cuprum_says(atomicMin*)
__CUPRUM_DEV__ int atomicMin(int *p, int v) {
    return __iAtomicMin(p, v);
}
__CUPRUM_DEV__ unsigned int atomicMin(unsigned int *p, unsigned int v) {
    return __uAtomicMin(p, v);
}
__CUPRUM_DEV__ long long atomicMin(long long *p, long long v) {
    return __illAtomicMin(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicMin(unsigned long long *p, unsigned long long v) {
    return __ullAtomicMin(p, v);
}
__CUPRUM_DEV__ long atomicMin(long *p, long v) {
    return (long)__illAtomicMin((long long *)p, (long long)v);
}
__CUPRUM_DEV__ unsigned long atomicMin(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicMin((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicMin_block(int *p, int v) {
    return __iAtomicMin_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicMin_block(unsigned int *p, unsigned int v) {
    return __uAtomicMin_block(p, v);
}
__CUPRUM_DEV__ long long atomicMin_block(long long *p, long long v) {
    return __illAtomicMin_block(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicMin_block(unsigned long long *p, unsigned long long v) {
    return __ullAtomicMin_block(p, v);
}
__CUPRUM_DEV__ long atomicMin_block(long *p, long v) {
    return (long)__illAtomicMin_block((long long *)p, (long long)v);
}
__CUPRUM_DEV__ unsigned long atomicMin_block(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicMin_block((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicMin_system(int *p, int v) {
    return __iAtomicMin_system(p, v);
}
__CUPRUM_DEV__ unsigned int atomicMin_system(unsigned int *p, unsigned int v) {
    return __uAtomicMin_system(p, v);
}
__CUPRUM_DEV__ long long atomicMin_system(long long *p, long long v) {
    return __illAtomicMin_system(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicMin_system(unsigned long long *p, unsigned long long v) {
    return __ullAtomicMin_system(p, v);
}
__CUPRUM_DEV__ long atomicMin_system(long *p, long v) {
    return (long)__illAtomicMin_system((long long *)p, (long long)v);
}
__CUPRUM_DEV__ unsigned long atomicMin_system(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicMin_system((unsigned long long *)p, (unsigned long long)v);
}
#endif
#if __cuprum_says(atomicMax*)
__CUPRUM_DEV__ int atomicMax(int *p, int v) {
    return __iAtomicMax(p, v);
}
__CUPRUM_DEV__ unsigned int atomicMax(unsigned int *p, unsigned int v) {
    return __uAtomicMax(p, v);
}
__CUPRUM_DEV__ long long atomicMax(long long *p, long long v) {
    return __illAtomicMax(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicMax(unsigned long long *p, unsigned long long v) {
    return __ullAtomicMax(p, v);
}
__CUPRUM_DEV__ long atomicMax(long *p, long v) {
    return (long)__illAtomicMax((long long *)p, (long long)v);
}
__CUPRUM_DEV__ unsigned long atomicMax(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicMax((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicMax_block(int *p, int v) {
    return __iAtomicMax_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicMax_block(unsigned int *p, unsigned int v) {
    return __uAtomicMax_block(p, v);
}
__CUPRUM_DEV__ long long atomicMax_block(long long *p, long long v) {
    return __illAtomicMax_block(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicMax_block(unsigned long long *p, unsigned long long v) {
    return __ullAtomicMax_block(p, v);
}
__CUPRUM_DEV__ long atomicMax_block(long *p, long v) {
    return (long)__illAtomicMax_block((long long *)p, (long long)v);
}
__CUPRUM_DEV__ unsigned long atomicMax_block(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicMax_block((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicMax_system(int *p, int v) {
    return __iAtomicMax_system(p, v);
}
__CUPRUM_DEV__ unsigned int atomicMax_system(unsigned int *p, unsigned int v) {
    return __uAtomicMax_system(p, v);
}
__CUPRUM_DEV__ long long atomicMax_system(long long *p, long long v) {
    return __illAtomicMax_system(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicMax_system(unsigned long long *p, unsigned long long v) {
    return __ullAtomicMax_system(p, v);
}
__CUPRUM_DEV__ long atomicMax_system(long *p, long v) {
    return (long)__illAtomicMax_system((long long *)p, (long long)v);
}
__CUPRUM_DEV__ unsigned long atomicMax_system(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicMax_system((unsigned long long *)p, (unsigned long long)v);
}
#endif
#if __cuprum_says(atomicAnd*)
__CUPRUM_DEV__ int atomicAnd(int *p, int v) {
    return __iAtomicAnd(p, v);
}
__CUPRUM_DEV__ unsigned int atomicAnd(unsigned int *p, unsigned int v) {
    return __uAtomicAnd(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicAnd(unsigned long long *p, unsigned long long v) {
    return __ullAtomicAnd(p, v);
}
__CUPRUM_DEV__ long long atomicAnd(long long *p, long long v) {
    return __llAtomicAnd(p, v);
}
__CUPRUM_DEV__ unsigned long atomicAnd(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicAnd((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicAnd_block(int *p, int v) {
    return __iAtomicAnd_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicAnd_block(unsigned int *p, unsigned int v) {
    return __uAtomicAnd_block(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicAnd_block(unsigned long long *p, unsigned long long v) {
    return __ullAtomicAnd_block(p, v);
}
__CUPRUM_DEV__ long long atomicAnd_block(long long *p, long long v) {
    return __llAtomicAnd_block(p, v);
}
__CUPRUM_DEV__ unsigned long atomicAnd_block(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicAnd_block((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicAnd_system(int *p, int v) {
    return __iAtomicAnd_system(p, v);
}
__CUPRUM_DEV__ unsigned int atomicAnd_system(unsigned int *p, unsigned int v) {
    return __uAtomicAnd_system(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicAnd_system(unsigned long long *p, unsigned long long v) {
    return __ullAtomicAnd_system(p, v);
}
__CUPRUM_DEV__ long long atomicAnd_system(long long *p, long long v) {
    return __llAtomicAnd_system(p, v);
}
__CUPRUM_DEV__ unsigned long atomicAnd_system(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicAnd_system((unsigned long long *)p, (unsigned long long)v);
}
#endif
#if __cuprum_says(atomicOr*)
__CUPRUM_DEV__ int atomicOr(int *p, int v) {
    return __iAtomicOr(p, v);
}
__CUPRUM_DEV__ unsigned int atomicOr(unsigned int *p, unsigned int v) {
    return __uAtomicOr(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicOr(unsigned long long *p, unsigned long long v) {
    return __ullAtomicOr(p, v);
}
__CUPRUM_DEV__ long long atomicOr(long long *p, long long v) {
    return __llAtomicOr(p, v);
}
__CUPRUM_DEV__ unsigned long atomicOr(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicOr((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicOr_block(int *p, int v) {
    return __iAtomicOr_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicOr_block(unsigned int *p, unsigned int v) {
    return __uAtomicOr_block(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicOr_block(unsigned long long *p, unsigned long long v) {
    return __ullAtomicOr_block(p, v);
}
__CUPRUM_DEV__ long long atomicOr_block(long long *p, long long v) {
    return __llAtomicOr_block(p, v);
}
__CUPRUM_DEV__ unsigned long atomicOr_block(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicOr_block((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicOr_system(int *p, int v) {
    return __iAtomicOr_system(p, v);
}
__CUPRUM_DEV__ unsigned int atomicOr_system(unsigned int *p, unsigned int v) {
    return __uAtomicOr_system(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicOr_system(unsigned long long *p, unsigned long long v) {
    return __ullAtomicOr_system(p, v);
}
__CUPRUM_DEV__ long long atomicOr_system(long long *p, long long v) {
    return __llAtomicOr_system(p, v);
}
__CUPRUM_DEV__ unsigned long atomicOr_system(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicOr_system((unsigned long long *)p, (unsigned long long)v);
}
#endif
#if __cuprum_says(atomicXor*)
__CUPRUM_DEV__ int atomicXor(int *p, int v) {
    return __iAtomicXor(p, v);
}
__CUPRUM_DEV__ unsigned int atomicXor(unsigned int *p, unsigned int v) {
    return __uAtomicXor(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicXor(unsigned long long *p, unsigned long long v) {
    return __ullAtomicXor(p, v);
}
__CUPRUM_DEV__ long long atomicXor(long long *p, long long v) {
    return __llAtomicXor(p, v);
}
__CUPRUM_DEV__ unsigned long atomicXor(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicXor((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicXor_block(int *p, int v) {
    return __iAtomicXor_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicXor_block(unsigned int *p, unsigned int v) {
    return __uAtomicXor_block(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicXor_block(unsigned long long *p, unsigned long long v) {
    return __ullAtomicXor_block(p, v);
}
__CUPRUM_DEV__ long long atomicXor_block(long long *p, long long v) {
    return __llAtomicXor_block(p, v);
}
__CUPRUM_DEV__ unsigned long atomicXor_block(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicXor_block((unsigned long long *)p, (unsigned long long)v);
}
__CUPRUM_DEV__ int atomicXor_system(int *p, int v) {
    return __iAtomicXor_system(p, v);
}
__CUPRUM_DEV__ unsigned int atomicXor_system(unsigned int *p, unsigned int v) {
    return __uAtomicXor_system(p, v);
}
__CUPRUM_DEV__ unsigned long long atomicXor_system(unsigned long long *p, unsigned long long v) {
    return __ullAtomicXor_system(p, v);
}
__CUPRUM_DEV__ long long atomicXor_system(long long *p, long long v) {
    return __llAtomicXor_system(p, v);
}
__CUPRUM_DEV__ unsigned long atomicXor_system(unsigned long *p, unsigned long v) {
    return (unsigned long)__ullAtomicXor_system((unsigned long long *)p, (unsigned long long)v);
}
#endif
#if __cuprum_says(atomicInc*)
__CUPRUM_DEV__ unsigned int atomicInc(unsigned int *p, unsigned int v) {
    return __uAtomicInc(p, v);
}
__CUPRUM_DEV__ unsigned int atomicInc_block(unsigned int *p, unsigned int v) {
    return __uAtomicInc_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicInc_system(unsigned int *p, unsigned int v) {
    return __uAtomicInc_system(p, v);
}
#endif
#if __cuprum_says(atomicDec*)
__CUPRUM_DEV__ unsigned int atomicDec(unsigned int *p, unsigned int v) {
    return __uAtomicDec(p, v);
}
__CUPRUM_DEV__ unsigned int atomicDec_block(unsigned int *p, unsigned int v) {
    return __uAtomicDec_block(p, v);
}
__CUPRUM_DEV__ unsigned int atomicDec_system(unsigned int *p, unsigned int v) {
    return __uAtomicDec_system(p, v);
}
#endif
#if __cuprum_says(atomicCAS* *bfloat*) // sums of bfloat16 are made of it
__CUPRUM_DEV__ int atomicCAS(int *p, int cmp, int v) {
    return __iAtomicCAS(p, cmp, v);
}
__CUPRUM_DEV__ unsigned int atomicCAS(unsigned int *p, unsigned int cmp, unsigned int v) {
    return __uAtomicCAS(p, cmp, v);
}
__CUPRUM_DEV__ unsigned long long atomicCAS(unsigned long long *p, unsigned long long cmp,
                                            unsigned long long v) {
    return __ullAtomicCAS(p, cmp, v);
}
__CUPRUM_DEV__ unsigned long atomicCAS(unsigned long *p, unsigned long cmp, unsigned long v) {
    return __ullAtomicCAS((unsigned long long *)p, cmp, v);
}
__CUPRUM_DEV__ int atomicCAS_block(int *p, int cmp, int v) {
    return __iAtomicCAS_block(p, cmp, v);
}
__CUPRUM_DEV__ unsigned int atomicCAS_block(unsigned int *p, unsigned int cmp, unsigned int v) {
    return __uAtomicCAS_block(p, cmp, v);
}
__CUPRUM_DEV__ unsigned long long atomicCAS_block(unsigned long long *p, unsigned long long cmp,
                                                  unsigned long long v) {
    return __ullAtomicCAS_block(p, cmp, v);
}
__CUPRUM_DEV__ unsigned long atomicCAS_block(unsigned long *p, unsigned long cmp, unsigned long v) {
    return __ullAtomicCAS_block((unsigned long long *)p, cmp, v);
}
__CUPRUM_DEV__ int atomicCAS_system(int *p, int cmp, int v) {
    return __iAtomicCAS_system(p, cmp, v);
}
__CUPRUM_DEV__ unsigned int atomicCAS_system(unsigned int *p, unsigned int cmp, unsigned int v) {
    return __uAtomicCAS_system(p, cmp, v);
}
__CUPRUM_DEV__ unsigned long long atomicCAS_system(unsigned long long *p, unsigned long long cmp,
                                                   unsigned long long v) {
    return __ullAtomicCAS_system(p, cmp, v);
}
__CUPRUM_DEV__ unsigned long atomicCAS_system(unsigned long *p, unsigned long cmp,
                                              unsigned long v) {
    return __ullAtomicCAS_system((unsigned long long *)p, cmp, v);
}
__CUPRUM_DEV__ unsigned short atomicCAS(unsigned short *p, unsigned short cmp, unsigned short v) {
    return __usAtomicCAS(p, cmp, v);
}
#endif

#endif
