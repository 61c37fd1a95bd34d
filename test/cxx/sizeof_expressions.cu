// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device --check-all -std=c++17 %s
// `T()` behind `sizeof (` begins a function type or an expression [dcl.ambig.res]: what stands
// behind it decides.
struct S {
    int x() const;
    S *operator->();
    int operator[](int) const;
    char operator()(int) const;
    friend char operator+(S, S);
    char v;
};
template <class T> struct Type {
    static const bool function = false;
};
template <class R, class... A> struct Type<R(A...)> {
    static const bool function = true;
};
static_assert(sizeof(S().x()) == 4 && sizeof(S().v) == 1 && sizeof(S()->v) == 1 && sizeof(S()[1]) == 4);
static_assert(sizeof(S()(2)) == 1 && sizeof(S() + S()) == 1 && sizeof(S().x(), 'c') == 1 && sizeof(int() * 2l) == 8);
static_assert(Type<S()>::function && Type<S(int)>::function);
template <class T> constexpr int expressions(T t) {
    return sizeof(T().x(), 'c') + sizeof(T()[1]) + sizeof(t.v, 1.0) + sizeof(decltype(int(T().x())));
}
static_assert(expressions(S()) == 1 + 4 + 8 + 4);
using Members = Type<S() const>;
using Refs = Type<S() &>;
using Moved = Type<S() &&>;
using Throws = Type<S() noexcept>;
int type = sizeof(S()); // WARNING: the size of type "S ()" is taken as 1
