// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies into shared memory (CUDA C++ Programming Guide, "Pipeline Primitives Interface"; PTX ISA,
// cp.async). Before sm_80 the thread copies by itself.
#ifndef CUPRUM_CUDA_PIPELINE_PRIMITIVES_H
#define CUPRUM_CUDA_PIPELINE_PRIMITIVES_H

typedef unsigned long long __mbarrier_t;

// size: 4, 8 or 16, and as much aligned; the last zfill bytes become zero.
static __inline__ __device__ void __pipeline_memcpy_async(void *__restrict__ to,
                                                          const void *__restrict__ from,
                                                          size_t size, size_t zfill = 0) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    unsigned int at = (unsigned int)__cvta_generic_to_shared(to);
    unsigned int n = (unsigned int)(size - zfill);
    size_t source = __cvta_generic_to_global(from);
    if (size == 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(at), "l"(source), "r"(n)
                     : "memory");
    } else if (size == 8) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(at), "l"(source), "r"(n)
                     : "memory");
    } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(at), "l"(source), "r"(n)
                     : "memory");
    }
#else
    for (size_t i = 0; i < size; i += 4) {
        unsigned int word = 0;
        if (i + 4 <= size - zfill) {
            word = *(const unsigned int *)((const char *)from + i);
        } else {
            for (size_t k = i; k < size - zfill; k++)
                word |= (unsigned int)((const unsigned char *)from)[k] << (k - i) * 8;
        }
        *(unsigned int *)((char *)to + i) = word;
    }
#endif
}
static __inline__ __device__ void __pipeline_commit() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
// Until at most n of the last groups are on their way: the instruction wants to know n, so more than 8 are as 8.
static __inline__ __device__ void __pipeline_wait_prior(size_t n) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    switch (n < 8 ? n : 8) {
    case 0: asm volatile("cp.async.wait_all;" ::: "memory"); break;
    case 1: asm volatile("cp.async.wait_group 1;" ::: "memory"); break;
    case 2: asm volatile("cp.async.wait_group 2;" ::: "memory"); break;
    case 3: asm volatile("cp.async.wait_group 3;" ::: "memory"); break;
    case 4: asm volatile("cp.async.wait_group 4;" ::: "memory"); break;
    case 5: asm volatile("cp.async.wait_group 5;" ::: "memory"); break;
    case 6: asm volatile("cp.async.wait_group 6;" ::: "memory"); break;
    case 7: asm volatile("cp.async.wait_group 7;" ::: "memory"); break;
    default: asm volatile("cp.async.wait_group 8;" ::: "memory"); break;
    }
#else
    (void)n;
#endif
}
// The barrier's phase ends no sooner than this thread's copies so far; their arrival is counted at once.
static __inline__ __device__ void __pipeline_arrive_on(__mbarrier_t *barrier) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    unsigned int at = (unsigned int)__cvta_generic_to_shared(barrier);
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(at) : "memory");
#else
    (void)barrier;
#endif
}

#endif
