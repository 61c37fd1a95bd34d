// SPDX-License-Identifier: Apache-2.0
// Braces inside of template arguments do not end a base clause [class.derived].
// RUN: cuprum %s -std=c++20 -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:8 buf:i32:8:zero
// CHECK: 1 1 0 1 1 1 1 3
enum class Flag : bool {};
template <class T, Flag f> struct Base { static constexpr bool value = (bool)f; };
template <class T> struct Plain : Base<T, Flag{true}> {};
template <int N> struct Two : Base<int, Flag{N > 3}>, Base<char, Flag{}> {};
template <> struct Two<7> : Base<int, Flag{true}> {};
struct NoTemplate : Base<int, Flag{false}> { int q; };
template <class T> struct Part {};
template <class T> struct Part<T *> : Base<T, Flag{true}> {};
template <class... T> struct Many : Base<T, Flag{sizeof(T) > 2}>... {};
template <class T> struct Made : decltype(T{}) {};
struct Closure : Base<decltype([] { return 1; }), Flag{true}> {};
__global__ void k(int *p) {
    p[0] = Plain<int>::value;
    p[1] = Two<5>::Base<int, Flag{true}>::value;
    p[2] = NoTemplate::value;
    p[3] = Two<7>::value;
    p[4] = Part<int *>::value;
    p[5] = sizeof(Many<int, char>);
    p[6] = Closure::value;
    Made<NoTemplate> m;
    m.q = 3;
    p[7] = m.q;
}
