// SPDX-License-Identifier: Apache-2.0
// tuple_size and tuple_element of the classes of cuda::std: those of cuda::std by these templates, and those of std,
// which structured bindings ask for ([dcl.struct.bind]), by specialisations that lead to them.
#ifndef CUPRUM_STD_TUPLE_SIZE_H
#define CUPRUM_STD_TUPLE_SIZE_H

#include <cuda/std/type_traits>

namespace std {
template <class T> struct tuple_size;
template <cuda::std::size_t i, class T> struct tuple_element;
} // namespace std

__CUPRUM_STD_BEGIN

template <class T> struct tuple_size;
template <class T> struct tuple_size<const T> : integral_constant<size_t, tuple_size<T>::value> {};
template <class T>
struct tuple_size<volatile T> : integral_constant<size_t, tuple_size<T>::value> {};
template <class T>
struct tuple_size<const volatile T> : integral_constant<size_t, tuple_size<T>::value> {};
template <class T> inline constexpr size_t tuple_size_v = tuple_size<T>::value;
template <size_t i, class T> struct tuple_element;
template <size_t i, class T> using tuple_element_t = typename tuple_element<i, T>::type;
template <size_t i, class T> struct tuple_element<i, const T> {
    using type = const tuple_element_t<i, T>;
};
template <size_t i, class T> struct tuple_element<i, volatile T> {
    using type = volatile tuple_element_t<i, T>;
};
template <size_t i, class T> struct tuple_element<i, const volatile T> {
    using type = const volatile tuple_element_t<i, T>;
};

template <size_t i, class... T> struct __type_at;
template <class F, class... T> struct __type_at<0, F, T...> {
    using type = F;
};
template <size_t i, class F, class... T>
struct __type_at<i, F, T...> : __type_at<i - 1, T...> {};

template <class A, class B> struct pair;
template <class... T> class tuple;
template <class T, size_t n> struct array;
template <class T> class complex;
template <class A, class B> struct tuple_size<pair<A, B>> : integral_constant<size_t, 2> {};
template <size_t i, class A, class B> struct tuple_element<i, pair<A, B>> {
    static_assert(i < 2, "a pair has two elements");
    using type = conditional_t<i == 0, A, B>;
};
template <class... T>
struct tuple_size<tuple<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <size_t i, class... T> struct tuple_element<i, tuple<T...>> {
    static_assert(i < sizeof...(T), "there is no such element of the tuple");
    using type = typename __type_at<i, T...>::type;
};
template <class T, size_t n>
struct tuple_size<array<T, n>> : integral_constant<size_t, n> {};
template <size_t i, class T, size_t n> struct tuple_element<i, array<T, n>> {
    static_assert(i < n, "there is no such element of the array");
    using type = T;
};
template <class T> struct tuple_size<complex<T>> : integral_constant<size_t, 2> {};
template <size_t i, class T> struct tuple_element<i, complex<T>> {
    static_assert(i < 2, "a complex number has two parts");
    using type = T;
};

// Every get, for those that call it by its full name before the class's header is read.
template <size_t i, class... T>
__CUPRUM_HDC__ tuple_element_t<i, tuple<T...>> &get(tuple<T...> &t) noexcept;
template <size_t i, class... T>
__CUPRUM_HDC__ const tuple_element_t<i, tuple<T...>> &get(const tuple<T...> &t) noexcept;
template <size_t i, class... T>
__CUPRUM_HDC__ tuple_element_t<i, tuple<T...>> &&get(tuple<T...> &&t) noexcept;
template <size_t i, class A, class B>
__CUPRUM_HDC__ tuple_element_t<i, pair<A, B>> &get(pair<A, B> &t) noexcept;
template <size_t i, class A, class B>
__CUPRUM_HDC__ const tuple_element_t<i, pair<A, B>> &get(const pair<A, B> &t) noexcept;
template <size_t i, class A, class B>
__CUPRUM_HDC__ tuple_element_t<i, pair<A, B>> &&get(pair<A, B> &&t) noexcept;
template <size_t i, class T, size_t n>
__CUPRUM_HDC__ tuple_element_t<i, array<T, n>> &get(array<T, n> &t) noexcept;
template <size_t i, class T, size_t n>
__CUPRUM_HDC__ const tuple_element_t<i, array<T, n>> &get(const array<T, n> &t) noexcept;
template <size_t i, class T, size_t n>
__CUPRUM_HDC__ tuple_element_t<i, array<T, n>> &&get(array<T, n> &&t) noexcept;

__CUPRUM_STD_END

namespace std {
#define __CUPRUM_TUPLE_LIKE(params, type_of)                                                       \
    template <__CUPRUM_ALL params> struct tuple_size<__CUPRUM_ALL type_of>                         \
        : cuda::std::tuple_size<__CUPRUM_ALL type_of> {};                                          \
    template <__CUPRUM_ALL params> struct tuple_size<const __CUPRUM_ALL type_of>                   \
        : cuda::std::tuple_size<__CUPRUM_ALL type_of> {};                                          \
    template <cuda::std::size_t i, __CUPRUM_ALL params>                                            \
    struct tuple_element<i, __CUPRUM_ALL type_of>                                                  \
        : cuda::std::tuple_element<i, __CUPRUM_ALL type_of> {};                                    \
    template <cuda::std::size_t i, __CUPRUM_ALL params>                                            \
    struct tuple_element<i, const __CUPRUM_ALL type_of>                                            \
        : cuda::std::tuple_element<i, const __CUPRUM_ALL type_of> {};
#define __CUPRUM_ALL(...) __VA_ARGS__
__CUPRUM_TUPLE_LIKE((class A, class B), (cuda::std::pair<A, B>))
__CUPRUM_TUPLE_LIKE((class... T), (cuda::std::tuple<T...>))
__CUPRUM_TUPLE_LIKE((class T, cuda::std::size_t n), (cuda::std::array<T, n>))
__CUPRUM_TUPLE_LIKE((class T), (cuda::std::complex<T>))
#undef __CUPRUM_TUPLE_LIKE
#undef __CUPRUM_ALL
} // namespace std

#endif
