// Partial and explicit specializations of an inline namespace's templates stand in the namespace around it, where a use
// within the inline namespace finds them.
// RUN: cuprum %s --check-all -o - | grep entry
namespace lib {
inline namespace v1 {
template <class T> struct trait {
    static constexpr int value = 0;
};
template <class T> constexpr int variable = 0;
template <class T> using trait_t = trait<T>;
template <class T> constexpr int ask() { return trait_t<T>::value + variable<T>; }
} // namespace v1
} // namespace lib
template <class T> struct Box {};
namespace lib {
template <class T> struct trait<Box<T>> {
    static constexpr int value = 1;
};
template <> struct trait<char> {
    static constexpr int value = 2;
};
template <class T> constexpr int variable<Box<T>> = 10;
template <> constexpr int variable<char> = 20;
} // namespace lib
template <class T> struct Late {
    int m[lib::trait_t<T>::value + lib::variable<T>];
};
static_assert(sizeof(Late<Box<int>>) == 44 && sizeof(Late<char>) == 88);
static_assert(lib::ask<Box<int>>() == 11 && lib::ask<char>() == 22 && lib::ask<long>() == 0);
__global__ void k() {}
// CHECK: _Z1kv
