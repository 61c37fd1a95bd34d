// SPDX-License-Identifier: Apache-2.0
// Copies by the threads of a group, asynchronous ones from global to shared memory where the hardware has them (sm_80):
// what cuda::memcpy_async and cooperative_groups::memcpy_async are made of.
#ifndef CUPRUM_CUDA_COPY_H
#define CUPRUM_CUDA_COPY_H

#include <cuda/std/type_traits>
#include <cuda_pipeline_primitives.h>

namespace cuda {

// A number of bytes, and what it and both addresses are multiples of.
template <std::size_t alignment> struct aligned_size_t {
    static_assert(alignment && !(alignment & (alignment - 1)), "an alignment is a power of two");
    static constexpr std::size_t align = alignment;
    std::size_t value;
    __CUPRUM_HDC__ explicit aligned_size_t(std::size_t n) : value(n) {}
    __CUPRUM_HDC__ operator std::size_t() const { return value; }
};

enum class async_contract_fulfillment { none, async };

namespace __cuprum {

template <class Shape> inline constexpr std::size_t alignment_of_shape = 1;
template <std::size_t n>
inline constexpr std::size_t alignment_of_shape<aligned_size_t<n>> = n;

template <class C>
__device__ inline void copy_by_threads(unsigned int rank, unsigned int threads, void *to,
                                       const void *from, std::size_t n) {
    for (std::size_t i = rank; i < n / sizeof(C); i += threads) ((C *)to)[i] = ((const C *)from)[i];
}
template <std::size_t size>
__device__ inline void copy_async_by_threads(unsigned int rank, unsigned int threads, void *to,
                                             const void *from, std::size_t n) {
    for (std::size_t i = (std::size_t)rank * size; i < n; i += (std::size_t)threads * size)
        __pipeline_memcpy_async((char *)to + i, (const char *)from + i, size);
}

struct alignas(16) Copied16 {
    unsigned int word[4];
};

// What both addresses are multiples of, at most 16 and at least `known`.
template <std::size_t known>
__device__ inline std::size_t common_alignment(const void *to, const void *from) {
    if constexpr (known >= 16) return 16;
    unsigned int bits = (unsigned int)(unsigned long long)to | (unsigned int)(unsigned long long)from;
    return bits & 3 ? 1 : bits & 7 ? 4 : bits & 15 ? 8 : 16;
}

// true: some of it is on its way; the caller commits, or makes a barrier wait for it.
template <std::size_t known>
__device__ inline bool copy_async(unsigned int rank, unsigned int threads, void *to,
                                  const void *from, std::size_t n) {
    std::size_t align = common_alignment<known>(to, from);
    bool spaces = __CUDA_ARCH__ >= 800 && __isShared(to) && __isGlobal(from);
    if (!spaces || align < 4) {
        if (align == 16 && n % 16 == 0)
            copy_by_threads<Copied16>(rank, threads, to, from, n);
        else if (align >= 4 && n % 4 == 0)
            copy_by_threads<unsigned int>(rank, threads, to, from, n);
        else
            copy_by_threads<unsigned char>(rank, threads, to, from, n);
        return false;
    }
    // The bytes behind the last whole piece go by hand.
    std::size_t whole = n & ~(align - 1);
    if (align == 16)
        copy_async_by_threads<16>(rank, threads, to, from, whole);
    else if (align == 8)
        copy_async_by_threads<8>(rank, threads, to, from, whole);
    else
        copy_async_by_threads<4>(rank, threads, to, from, whole);
    copy_by_threads<unsigned char>(rank, threads, (char *)to + whole, (const char *)from + whole,
                                   n - whole);
    return true;
}

// A thread alone, as a group of one.
struct OneThread {
    __device__ static unsigned int thread_rank() { return 0; }
    __device__ static unsigned int size() { return 1; }
};

template <class T>
inline constexpr std::size_t alignment_of_elements = alignof(T);
template <> inline constexpr std::size_t alignment_of_elements<void> = 1;

template <class T, class Shape, class G>
__device__ inline bool copy_shape(const G &g, T *to, const T *from, const Shape &shape) {
    constexpr std::size_t a = alignment_of_shape<Shape>, b = alignment_of_elements<T>;
    constexpr std::size_t known = a > b ? a : b;
    return copy_async<known>((unsigned int)g.thread_rank(), (unsigned int)g.size(), to, from,
                             (std::size_t)shape);
}

} // namespace __cuprum
} // namespace cuda

#endif
