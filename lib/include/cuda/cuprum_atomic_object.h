// SPDX-License-Identifier: Apache-2.0
// Atomic operations on an object of any type, by thread scope and memory order (libcu++, "Memory Model"; PTX ISA,
// "Memory Consistency Model"). The compiler's functions want constants: an order that is none is one of six calls.
#ifndef CUPRUM_ATOMIC_OBJECT_H
#define CUPRUM_ATOMIC_OBJECT_H

#include <cuda/std/type_traits>

__CUPRUM_STD_BEGIN

enum memory_order {
    memory_order_relaxed = 0,
    memory_order_consume = 1,
    memory_order_acquire = 2,
    memory_order_release = 3,
    memory_order_acq_rel = 4,
    memory_order_seq_cst = 5
};

__CUPRUM_STD_END

namespace cuda {

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

enum thread_scope {
    thread_scope_system = 0,
    thread_scope_device = 1,
    thread_scope_block = 2,
    thread_scope_cluster = 3,
    thread_scope_thread = 10
};

namespace __cuprum {

#if __CUPRUM_DEVICE_CODE__
#define __CUPRUM_ATOMIC_FN__ static __host__ __device__ __forceinline__
#else
#define __CUPRUM_ATOMIC_FN__ static __host__ __device__ inline
#endif

// The compiler's numbers of the scopes.
template <thread_scope s>
inline constexpr int scope_number = s == thread_scope_system    ? 4
                                    : s == thread_scope_device  ? 3
                                    : s == thread_scope_cluster ? 2
                                    : s == thread_scope_block   ? 1
                                                                : 0;
__CUPRUM_HDC__ std::memory_order order_of_failure(std::memory_order o) {
    return o == memory_order_acq_rel   ? memory_order_acquire
           : o == memory_order_release ? memory_order_relaxed
                                       : o;
}

#if __CUPRUM_DEVICE_CODE__
#define __CUPRUM_CALL(name, order, ...) __nv_atomic_##name(__VA_ARGS__, order, scope_number<scope>)
#else
#define __CUPRUM_CALL(name, order, ...) __atomic_##name(__VA_ARGS__, order)
#endif
// One call for each order there may be.
#define __CUPRUM_ORDERS(order, call)                                                               \
    switch (order) {                                                                               \
    case memory_order_relaxed: call(0); break;                                                     \
    case memory_order_consume:                                                                     \
    case memory_order_acquire: call(2); break;                                                     \
    case memory_order_release: call(3); break;                                                     \
    case memory_order_acq_rel: call(4); break;                                                     \
    default: call(5); break;                                                                       \
    }

template <std::size_t n> struct Bits;
template <> struct Bits<1> {
    using type = unsigned char;
};
template <> struct Bits<2> {
    using type = unsigned short;
};
template <> struct Bits<4> {
    using type = unsigned int;
};
template <> struct Bits<8> {
    using type = unsigned long long;
};
template <> struct Bits<16> {
    using type = unsigned __int128;
};
template <class To, class From> __CUPRUM_ATOMIC_FN__ To bits_as(const From &v) {
    To r;
    __builtin_memcpy(&r, &v, sizeof(To));
    return r;
}

template <thread_scope scope> __CUPRUM_ATOMIC_FN__ void fence(std::memory_order order) {
#if __CUPRUM_DEVICE_CODE__
    switch (order) {
    case memory_order_relaxed: break;
    case memory_order_consume:
    case memory_order_acquire: __nv_atomic_thread_fence(2, scope_number<scope>); break;
    case memory_order_release: __nv_atomic_thread_fence(3, scope_number<scope>); break;
    case memory_order_acq_rel: __nv_atomic_thread_fence(4, scope_number<scope>); break;
    default: __nv_atomic_thread_fence(5, scope_number<scope>); break;
    }
#else
    __atomic_thread_fence(order);
#endif
}

// On bits of 1, 2, 4, 8 or 16 bytes.
template <class B, thread_scope scope> struct Word {
    __CUPRUM_ATOMIC_FN__ B load(const B *p, std::memory_order order) {
        B *q = const_cast<B *>(p), r = 0;
        switch (order) {
        case memory_order_relaxed: r = __CUPRUM_CALL(load_n, 0, q); break;
        case memory_order_consume:
        case memory_order_acquire: r = __CUPRUM_CALL(load_n, 2, q); break;
        default: r = __CUPRUM_CALL(load_n, 5, q); break;
        }
        return r;
    }
    __CUPRUM_ATOMIC_FN__ void store(B *p, B v, std::memory_order order) {
        switch (order) {
        case memory_order_relaxed: __CUPRUM_CALL(store_n, 0, p, v); break;
        case memory_order_release: __CUPRUM_CALL(store_n, 3, p, v); break;
        default: __CUPRUM_CALL(store_n, 5, p, v); break;
        }
    }
    __CUPRUM_ATOMIC_FN__ bool compare_exchange(B *p, B *expected, B v, std::memory_order order,
                                               std::memory_order failure) {
        bool r = false;
#if __CUPRUM_DEVICE_CODE__
        (void)failure; // the order of success is as strong
        if constexpr (sizeof(B) == 1) {
            // A byte is a part of a word whose other parts stay as they are.
            unsigned long long at = (unsigned long long)p;
            unsigned int *word = (unsigned int *)(at & ~3ull), shift = (unsigned int)(at & 3) * 8;
            unsigned int now = Word<unsigned int, scope>::load(word, memory_order_relaxed);
            for (;;) {
                if ((B)(now >> shift) != *expected) {
                    *expected = (B)(now >> shift);
                    fence<scope>(order_of_failure(order));
                    return false;
                }
                unsigned int next = (now & ~(255u << shift)) | (unsigned int)v << shift;
                if (Word<unsigned int, scope>::compare_exchange(word, &now, next, order, order))
                    return true;
            }
        } else {
#define __CUPRUM_CAS(o)                                                                            \
    r = __nv_atomic_compare_exchange_n(p, expected, v, false, o, o == 3 ? 0 : o == 4 ? 2 : o,      \
                                       scope_number<scope>)
            __CUPRUM_ORDERS(order, __CUPRUM_CAS)
#undef __CUPRUM_CAS
        }
#else
        r = __atomic_compare_exchange_n(p, expected, v, false, order, failure);
#endif
        return r;
    }
    __CUPRUM_ATOMIC_FN__ B exchange(B *p, B v, std::memory_order order) {
        B r = 0;
        if constexpr (sizeof(B) < 4 && __CUPRUM_DEVICE_CODE__) {
            r = load(p, memory_order_relaxed);
            while (!compare_exchange(p, &r, v, order, memory_order_relaxed)) {}
        } else {
#define __CUPRUM_EXCHANGE(o) r = __CUPRUM_CALL(exchange_n, o, p, v)
            __CUPRUM_ORDERS(order, __CUPRUM_EXCHANGE)
#undef __CUPRUM_EXCHANGE
        }
        return r;
    }
};

template <class T> __CUPRUM_HDC__ bool has_instruction(bool of_float) {
    return std::is_integral_v<T> ? sizeof(T) == 4 || sizeof(T) == 8
                                 : of_float && std::is_floating_point_v<T>;
}

template <class T, thread_scope scope> struct Object {
    static_assert(std::is_trivially_copyable_v<T>, "an atomic object is copied as bits");
    static_assert(sizeof(T) <= 16 && !(sizeof(T) & (sizeof(T) - 1)),
                  "an atomic object has 1, 2, 4, 8 or 16 bytes");
    using B = typename Bits<sizeof(T)>::type;
    using W = Word<B, scope>;

    __CUPRUM_ATOMIC_FN__ T load(const T *p, std::memory_order order) {
        return bits_as<T>(W::load((const B *)p, order));
    }
    __CUPRUM_ATOMIC_FN__ void store(T *p, T v, std::memory_order order) {
        W::store((B *)p, bits_as<B>(v), order);
    }
    __CUPRUM_ATOMIC_FN__ T exchange(T *p, T v, std::memory_order order) {
        return bits_as<T>(W::exchange((B *)p, bits_as<B>(v), order));
    }
    __CUPRUM_ATOMIC_FN__ bool compare_exchange(T *p, T &expected, T v, std::memory_order success,
                                               std::memory_order failure) {
        B now = bits_as<B>(expected);
        bool r = W::compare_exchange((B *)p, &now, bits_as<B>(v), success, failure);
        expected = bits_as<T>(now);
        return r;
    }
    template <class F> __CUPRUM_ATOMIC_FN__ T modify(T *p, std::memory_order order, F f) {
        T now = load(p, memory_order_relaxed);
        while (!compare_exchange(p, now, f(now), order, memory_order_relaxed)) {}
        return now;
    }
#if __CUPRUM_DEVICE_CODE__
#define __CUPRUM_FETCH(name, of_float, otherwise)                                                  \
    __CUPRUM_ATOMIC_FN__ T fetch_##name(T *p, T v, std::memory_order order) {                      \
        if constexpr (has_instruction<T>(of_float)) {                                              \
            T r = 0;                                                                               \
            __CUPRUM_ORDERS(order, __CUPRUM_FETCH_##name)                                          \
            return r;                                                                              \
        } else {                                                                                   \
            return modify(p, order, [v](T now) { return (T)(otherwise); });                        \
        }                                                                                          \
    }
#else
#define __CUPRUM_FETCH(name, of_float, otherwise)                                                  \
    __CUPRUM_ATOMIC_FN__ T fetch_##name(T *p, T v, std::memory_order order) {                      \
        return modify(p, order, [v](T now) { return (T)(otherwise); });                            \
    }
#endif
#define __CUPRUM_FETCH_add(o) r = __CUPRUM_CALL(fetch_add, o, p, v)
#define __CUPRUM_FETCH_sub(o) r = __CUPRUM_CALL(fetch_sub, o, p, v)
#define __CUPRUM_FETCH_and(o) r = __CUPRUM_CALL(fetch_and, o, p, v)
#define __CUPRUM_FETCH_or(o)  r = __CUPRUM_CALL(fetch_or, o, p, v)
#define __CUPRUM_FETCH_xor(o) r = __CUPRUM_CALL(fetch_xor, o, p, v)
#define __CUPRUM_FETCH_min(o) r = __CUPRUM_CALL(fetch_min, o, p, v)
#define __CUPRUM_FETCH_max(o) r = __CUPRUM_CALL(fetch_max, o, p, v)
    __CUPRUM_FETCH(add, true, now + v)
    __CUPRUM_FETCH(sub, true, now - v)
    __CUPRUM_FETCH(and, false, now &v)
    __CUPRUM_FETCH(or, false, now | v)
    __CUPRUM_FETCH(xor, false, now ^ v)
    __CUPRUM_FETCH(min, false, v < now ? v : now)
    __CUPRUM_FETCH(max, false, now < v ? v : now)
#undef __CUPRUM_FETCH
#undef __CUPRUM_FETCH_add
#undef __CUPRUM_FETCH_sub
#undef __CUPRUM_FETCH_and
#undef __CUPRUM_FETCH_or
#undef __CUPRUM_FETCH_xor
#undef __CUPRUM_FETCH_min
#undef __CUPRUM_FETCH_max
    __CUPRUM_ATOMIC_FN__ void wait(const T *p, T old, std::memory_order order) {
        B before = bits_as<B>(old);
        while (W::load((const B *)p, order) == before) {
#if __CUPRUM_DEVICE_CODE__
            __nanosleep(32);
#endif
        }
    }
};

#undef __CUPRUM_CALL
#undef __CUPRUM_ORDERS
#undef __CUPRUM_ATOMIC_FN__

} // namespace __cuprum
} // namespace cuda

#endif
