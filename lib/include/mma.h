// SPDX-License-Identifier: Apache-2.0
// nvcuda::wmma: matrix products by a warp (CUDA C++ Programming Guide, "Warp Matrix Functions"). The compiler's functions
// (src/cuda/builtin_mma.def) are found by traits of matrix, shape and type; what no trait names does not compile.
#ifndef CUPRUM_MMA_H
#define CUPRUM_MMA_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda/std/type_traits>

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

__device__ inline float __float_to_tf32(float v) {
    unsigned int bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(v));
    return __uint_as_float(bits);
}

namespace __cuprum {

// How a type of elements lies in a fragment: what it is stored as, how many are in one of those, and one in all of them.
template <class T> struct Stored {
    using type = T;
    using argument = T;
    static constexpr int packed = 1;
    __device__ static T all(T v) { return v; }
};
template <> struct Stored<precision::tf32> {
    using type = float;
    using argument = float;
    static constexpr int packed = 1;
    __device__ static float all(float v) { return v; }
};
template <class S, int bits> struct StoredBits {
    using type = S;
    using argument = S;
    static constexpr int packed = 32 / bits;
    __device__ static S all(S v) {
        constexpr unsigned int each = bits == 4 ? 0x11111111u : 0xffffffffu;
        return (S)(((unsigned int)v & ((1u << bits) - 1)) * each);
    }
};
template <> struct Stored<experimental::precision::u4> : StoredBits<unsigned int, 4> {};
template <> struct Stored<experimental::precision::s4> : StoredBits<int, 4> {};
template <> struct Stored<experimental::precision::b1> : StoredBits<unsigned int, 1> {};

// Elements that one thread has of a matrix, and the functions that load and store it.
template <class Use, int m, int n, int k, class T> struct Matrix;
// The product: by the types of the result and of what is added.
template <int m, int n, int k, class T, class D, class C> struct Product;

template <class Layout> inline constexpr int number_of = 0;
template <> inline constexpr int number_of<col_major> = 1;

#define __CUPRUM_MATRIX(Use, m, n, k, T, elements, word, load_function)                            \
    template <> struct Matrix<Use, m, n, k, T> {                                                   \
        static constexpr int count = elements;                                                     \
        template <int layout>                                                                      \
        __device__ static void load(void *to, const void *from, unsigned int stride) {             \
            load_function((word *)to, (const word *)from, stride, layout);                         \
        }                                                                                          \
    };
#define __CUPRUM_RESULT(m, n, k, T, elements, word, load_function, store_function)                 \
    template <> struct Matrix<accumulator, m, n, k, T> {                                           \
        static constexpr int count = elements;                                                     \
        template <int layout>                                                                      \
        __device__ static void load(void *to, const void *from, unsigned int stride) {             \
            load_function((word *)to, (const word *)from, stride, layout);                         \
        }                                                                                          \
        template <int layout>                                                                      \
        __device__ static void store(void *to, const void *from, unsigned int stride) {            \
            store_function((word *)to, (const word *)from, stride, layout);                        \
        }                                                                                          \
    };
#define __CUPRUM_PRODUCT(m, n, k, T, D, C, word, word_d, word_c, function)                         \
    template <> struct Product<m, n, k, T, D, C> {                                                 \
        template <int layout>                                                                      \
        __device__ static void make(void *d, const void *a, const void *b, const void *c,          \
                                    bool saturate) {                                               \
            if (saturate)                                                                          \
                function((word_d *)d, (const word *)a, (const word *)b, (const word_c *)c, layout, \
                         1);                                                                       \
            else                                                                                   \
                function((word_d *)d, (const word *)a, (const word *)b, (const word_c *)c, layout, \
                         0);                                                                       \
        }                                                                                          \
    };

// ---- half ---------------------------------------------------------------------------------------
#define __CUPRUM_HALF(m, n, k, g)                                                                  \
    __CUPRUM_MATRIX(matrix_a, m, n, k, __half, 16, int, __hmma_##g##_ld_a)                         \
    __CUPRUM_MATRIX(matrix_b, m, n, k, __half, 16, int, __hmma_##g##_ld_b)                         \
    __CUPRUM_RESULT(m, n, k, __half, 8, int, __hmma_##g##_ld_c_f16, __hmma_##g##_st_c_f16)         \
    __CUPRUM_RESULT(m, n, k, float, 8, float, __hmma_##g##_ld_c_f32, __hmma_##g##_st_c_f32)        \
    __CUPRUM_PRODUCT(m, n, k, __half, __half, __half, int, int, int, __hmma_##g##_mma_f16f16)      \
    __CUPRUM_PRODUCT(m, n, k, __half, __half, float, int, int, float, __hmma_##g##_mma_f16f32)     \
    __CUPRUM_PRODUCT(m, n, k, __half, float, __half, int, float, int, __hmma_##g##_mma_f32f16)     \
    __CUPRUM_PRODUCT(m, n, k, __half, float, float, int, float, float, __hmma_##g##_mma_f32f32)
__CUPRUM_HALF(16, 16, 16, m16n16k16)
__CUPRUM_HALF(32, 8, 16, m32n8k16)
__CUPRUM_HALF(8, 32, 16, m8n32k16)
#undef __CUPRUM_HALF

// ---- bytes (sm_72) and less (sm_75) -------------------------------------------------------------
#define __CUPRUM_BYTES(m, n, k, g, of_a, of_b)                                                     \
    __CUPRUM_MATRIX(matrix_a, m, n, k, signed char, of_a, int, __imma_##g##_ld_a_s8)               \
    __CUPRUM_MATRIX(matrix_a, m, n, k, unsigned char, of_a, int, __imma_##g##_ld_a_u8)             \
    __CUPRUM_MATRIX(matrix_b, m, n, k, signed char, of_b, int, __imma_##g##_ld_b_s8)               \
    __CUPRUM_MATRIX(matrix_b, m, n, k, unsigned char, of_b, int, __imma_##g##_ld_b_u8)             \
    __CUPRUM_RESULT(m, n, k, int, 8, int, __imma_##g##_ld_c, __imma_##g##_st_c_i32)                \
    __CUPRUM_PRODUCT(m, n, k, signed char, int, int, int, int, int, __imma_##g##_mma_s8)           \
    __CUPRUM_PRODUCT(m, n, k, unsigned char, int, int, int, int, int, __imma_##g##_mma_u8)
__CUPRUM_BYTES(16, 16, 16, m16n16k16, 8, 8)
__CUPRUM_BYTES(32, 8, 16, m32n8k16, 16, 4)
__CUPRUM_BYTES(8, 32, 16, m8n32k16, 4, 16)
#undef __CUPRUM_BYTES
__CUPRUM_MATRIX(matrix_a, 8, 8, 32, experimental::precision::s4, 8, int, __imma_m8n8k32_ld_a_s4)
__CUPRUM_MATRIX(matrix_a, 8, 8, 32, experimental::precision::u4, 8, int, __imma_m8n8k32_ld_a_u4)
__CUPRUM_MATRIX(matrix_b, 8, 8, 32, experimental::precision::s4, 8, int, __imma_m8n8k32_ld_b_s4)
__CUPRUM_MATRIX(matrix_b, 8, 8, 32, experimental::precision::u4, 8, int, __imma_m8n8k32_ld_b_u4)
__CUPRUM_RESULT(8, 8, 32, int, 2, int, __imma_m8n8k32_ld_c, __imma_m8n8k32_st_c_i32)
__CUPRUM_PRODUCT(8, 8, 32, experimental::precision::s4, int, int, int, int, int,
                 __imma_m8n8k32_mma_s4)
__CUPRUM_PRODUCT(8, 8, 32, experimental::precision::u4, int, int, int, int, int,
                 __imma_m8n8k32_mma_u4)
__CUPRUM_MATRIX(matrix_a, 8, 8, 128, experimental::precision::b1, 32, int,
                __bmma_m8n8k128_ld_a_b1)
__CUPRUM_MATRIX(matrix_b, 8, 8, 128, experimental::precision::b1, 32, int,
                __bmma_m8n8k128_ld_b_b1)
__CUPRUM_RESULT(8, 8, 128, int, 2, int, __bmma_m8n8k128_ld_c, __bmma_m8n8k128_st_c_i32)

// ---- double, tf32, bfloat (sm_80) ---------------------------------------------------------------
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__CUPRUM_MATRIX(matrix_a, 8, 8, 4, double, 1, double, __dmma_m8n8k4_ld_a)
__CUPRUM_MATRIX(matrix_b, 8, 8, 4, double, 1, double, __dmma_m8n8k4_ld_b)
__CUPRUM_RESULT(8, 8, 4, double, 2, double, __dmma_m8n8k4_ld_c, __dmma_m8n8k4_st_c_f64)
__CUPRUM_PRODUCT(8, 8, 4, double, double, double, double, double, double, __dmma_m8n8k4_mma_f64)
__CUPRUM_MATRIX(matrix_a, 16, 16, 8, precision::tf32, 4, int, __mma_tf32_m16n16k8_ld_a)
__CUPRUM_MATRIX(matrix_b, 16, 16, 8, precision::tf32, 4, int, __mma_tf32_m16n16k8_ld_b)
__CUPRUM_RESULT(16, 16, 8, float, 8, float, __mma_tf32_m16n16k8_ld_c, __mma_m16n16k8_st_c_f32)
__CUPRUM_PRODUCT(16, 16, 8, precision::tf32, float, float, int, float, float,
                 __mma_tf32_m16n16k8_mma_f32)
#define __CUPRUM_BFLOAT(m, n, k, g, of_a, of_b)                                                    \
    __CUPRUM_MATRIX(matrix_a, m, n, k, __nv_bfloat16, of_a, int, __mma_bf16_##g##_ld_a)            \
    __CUPRUM_MATRIX(matrix_b, m, n, k, __nv_bfloat16, of_b, int, __mma_bf16_##g##_ld_b)            \
    __CUPRUM_PRODUCT(m, n, k, __nv_bfloat16, float, float, int, float, float,                      \
                     __mma_bf16_##g##_mma_f32)
__CUPRUM_BFLOAT(16, 16, 16, m16n16k16, 8, 8)
__CUPRUM_BFLOAT(32, 8, 16, m32n8k16, 16, 4)
__CUPRUM_BFLOAT(8, 32, 16, m8n32k16, 4, 16)
#undef __CUPRUM_BFLOAT
#endif
#undef __CUPRUM_MATRIX
#undef __CUPRUM_RESULT
#undef __CUPRUM_PRODUCT

template <class T> using Plain = cuda::std::type_identity_t<T>;
// Elements of less than a byte, and tf32's, are not what the memory is a pointer to.
template <class T>
using Memory =
    cuda::std::conditional_t<(Stored<T>::packed > 1), void,
                             cuda::std::conditional_t<cuda::std::is_same_v<T, precision::tf32>,
                                                      float, T>>;

} // namespace __cuprum

template <class Use, int m, int n, int k, class T, class Layout = void> class fragment {
    using Stored = __cuprum::Stored<T>;

  public:
    typedef T element_type;
    typedef typename Stored::type storage_element_type;
    enum {
        num_elements = __cuprum::Matrix<Use, m, n, k, T>::count,
        num_storage_elements = num_elements / Stored::packed
    };
    alignas(sizeof(storage_element_type) * num_storage_elements >= 16
                ? 16
                : sizeof(storage_element_type) * num_storage_elements)
        storage_element_type x[num_storage_elements];
};

template <class Use, int m, int n, int k, class T, class Layout>
__device__ inline void
fill_fragment(fragment<Use, m, n, k, T, Layout> &f,
              const typename __cuprum::Stored<T>::argument &v) {
    for (int i = 0; i < f.num_storage_elements; i++) f.x[i] = __cuprum::Stored<T>::all(v);
}

template <class Use, int m, int n, int k, class T, class Layout>
__device__ inline void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f,
                                        const __cuprum::Memory<T> *p, unsigned int stride) {
    static_assert(!cuda::std::is_void_v<Layout>, "an accumulator is loaded with a layout");
    __cuprum::Matrix<Use, m, n, k, T>::template load<__cuprum::number_of<Layout>>(&f, p, stride);
}
template <int m, int n, int k, class T>
__device__ inline void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const __cuprum::Plain<T> *p,
                                        unsigned int stride, layout_t layout) {
    using M = __cuprum::Matrix<accumulator, m, n, k, T>;
    if (layout == mem_row_major)
        M::template load<0>(&f, p, stride);
    else
        M::template load<1>(&f, p, stride);
}
template <int m, int n, int k, class T>
__device__ inline void store_matrix_sync(__cuprum::Plain<T> *p,
                                         const fragment<accumulator, m, n, k, T> &f,
                                         unsigned int stride, layout_t layout) {
    using M = __cuprum::Matrix<accumulator, m, n, k, T>;
    if (layout == mem_row_major)
        M::template store<0>(p, &f, stride);
    else
        M::template store<1>(p, &f, stride);
}

// d = a * b + c
template <int m, int n, int k, class T, class A, class B, class D, class C>
__device__ inline void mma_sync(fragment<accumulator, m, n, k, D> &d,
                                const fragment<matrix_a, m, n, k, T, A> &a,
                                const fragment<matrix_b, m, n, k, T, B> &b,
                                const fragment<accumulator, m, n, k, C> &c, bool satf = false) {
    constexpr int layout = __cuprum::number_of<A> * 2 + __cuprum::number_of<B>;
    __cuprum::Product<m, n, k, T, D, C>::template make<layout>(&d, &a, &b, &c, satf);
}
__device__ inline void
bmma_sync(fragment<accumulator, 8, 8, 128, int> &d,
          const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> &a,
          const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> &b,
          const fragment<accumulator, 8, 8, 128, int> &c,
          experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    if (op == experimental::bmmaBitOpAND) {
        __bmma_m8n8k128_mma_and_popc_b1((int *)&d, (const int *)&a, (const int *)&b,
                                        (const int *)&c, 1);
        return;
    }
#endif
    __bmma_m8n8k128_mma_xor_popc_b1((int *)&d, (const int *)&a, (const int *)&b, (const int *)&c,
                                    1);
}

namespace experimental {
using wmma::bmma_sync;
}

} // namespace wmma
} // namespace nvcuda

#endif
