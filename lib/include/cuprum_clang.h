// SPDX-License-Identifier: Apache-2.0
// What clang's preprocessor promises (`__has_builtin`) to a text that our front end reads: device code of `cuprum build` and `cuprum nvcc`
// with clang++ as the host's compiler. Both names are templates of clang's; libstdc++ and CCCL use them.
#ifndef CUPRUM_CLANG_H
#define CUPRUM_CLANG_H
#if defined __clang__ && defined __cplusplus && __cplusplus >= 201103L
template <template <class T, T...> class Sequence, class T, T count>
using __make_integer_seq = Sequence<T, __integer_pack(count)...>;

template <decltype(sizeof 0) index, class First, class... Rest> struct __cuprum_pack_element {
    using type = typename __cuprum_pack_element<index - 1, Rest...>::type;
};
template <class First, class... Rest> struct __cuprum_pack_element<0, First, Rest...> {
    using type = First;
};
template <decltype(sizeof 0) index, class... Types>
using __type_pack_element = typename __cuprum_pack_element<index, Types...>::type;
#endif
#endif
