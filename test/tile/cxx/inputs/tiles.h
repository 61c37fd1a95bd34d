// SPDX-License-Identifier: Apache-2.0
// A few of the classes and functions of NVIDIA's cuda_tile.h, declared in as few words as the compiler needs to know
// them by: so these tests want no toolkit.
#pragma once
typedef unsigned long size_t;
#define TILE __attribute__((tile))
#define KNOWN __attribute__((tile_builtin))
#define KERNEL __attribute__((tile_global))

template<typename T, size_t... N> struct KNOWN extents {
    T open[sizeof...(N)];
    static constexpr size_t count = (N * ... * 1);
    TILE T extent(size_t i) const {
        constexpr size_t fixed[] = {N...};
        return fixed[i] == size_t(-1) ? open[i] : T(fixed[i]);
    }
};
template<typename T, size_t... N> struct KNOWN strides {};
template<size_t... N> using shape = extents<unsigned, N...>;
template<typename E, typename S> class KNOWN alignas(alignof(E)) tile final {
    unsigned char bytes[sizeof(E) * S::count];
public:
    tile() = default;
    template<typename O> KNOWN explicit tile(O);
    template<typename O> KNOWN explicit operator O();
};
template<typename T> struct parts { using element = T; };
template<typename E, typename S> struct parts<tile<E, S>> { using element = E; };
template<typename T, typename E> struct with { using type = E; };
template<typename F, typename S, typename E> struct with<tile<F, S>, E> { using type = tile<E, S>; };
template<typename T, typename E> using with_t = typename with<T, E>::type;
template<typename P> struct loaded;
template<typename E, typename S> struct loaded<tile<E *, S>> { using type = tile<E, S>; };
template<typename E, typename S> struct loaded<tile<const E *, S>> { using type = tile<E, S>; };

enum class KNOWN rounding_mode : unsigned char { even, zero, negative, positive, approximate, full, away };
enum class KNOWN memory_order : unsigned char { relaxed, acquire, release, acq_rel };
enum class KNOWN thread_scope : unsigned char { system, device, block };
template<rounding_mode> struct rounding_mode_constant {};
template<int... N> struct dimension_map {};

template<unsigned I> KNOWN unsigned bid();
template<typename T> KNOWN T iota();
template<typename T> KNOWN T zeros();
template<typename T> KNOWN T full(typename parts<T>::element);
template<typename S, typename E, typename F> KNOWN tile<E, S> reshape(tile<E, F>);
template<typename T, typename E, typename S> KNOWN tile<T, S> element_cast(tile<E, S>);
template<typename E, typename S> KNOWN tile<E, S> operator+(tile<E, S>, tile<E, S>);
template<typename E, typename S> KNOWN tile<E, S> operator+(tile<E, S>, E);
template<typename E, typename S> KNOWN tile<E *, S> operator+(E *, tile<int, S>);
template<typename E, typename S> KNOWN tile<E, S> operator-(tile<E, S>, tile<E, S>);
template<typename E, typename S> KNOWN tile<E, S> operator*(tile<E, S>, tile<E, S>);
template<typename E, typename S> KNOWN tile<E, S> operator*(tile<E, S>, E);
template<rounding_mode M, typename E, typename S> KNOWN tile<E, S> div(tile<E, S>, tile<E, S>, rounding_mode_constant<M>);
template<typename E, typename S> KNOWN tile<bool, S> operator<(tile<E, S>, E);
template<typename S> KNOWN tile<bool, S> operator!(tile<bool, S>);
template<typename E, typename S> KNOWN tile<E, S> select(tile<bool, S>, tile<E, S>, tile<E, S>);
template<typename P> KNOWN typename loaded<P>::type load(P);
template<typename P, typename M> KNOWN typename loaded<P>::type load_masked(P, M);
template<typename P, typename V> KNOWN void store(P, V);
template<typename P, typename V, typename M> KNOWN void store_masked(P, V, M);
template<memory_order O, thread_scope S, typename E> KNOWN E atomic_add(E *, E);
template<int D, typename E, size_t N> KNOWN tile<E, shape<1>> sum(tile<E, shape<N>>);
template<typename A, typename B, typename C> KNOWN C mma(A, B, C);
template<typename T> KNOWN T unheard_of(T);
using I16 = tile<int, shape<16>>;
using F16 = tile<float, shape<16>>;
