// SPDX-License-Identifier: Apache-2.0
// Templates and members of templates declared again with another exception specification [except.spec]/4.
// RUN: cuprum --syntax-only --check-all -w -x c++ -std=c++17 %s
template <class T> void none() noexcept;
template <class T> void none(); // ERROR: "void none()" was declared before with another exception specification
template <class T> void all() noexcept(true);
template <class T> void all() noexcept {}
template <int N> int value() noexcept(N);
template <int N> int value() noexcept(N + 1); // ERROR: "int value()" was declared before with another exception specification
template <int N> int renamed() noexcept(N > 1);
template <int M> int renamed() noexcept(M > 1);
template <class T> int parameter(T t) noexcept(sizeof(t) > 1);
template <class U> int parameter(U u) noexcept(sizeof(u) > 1);
template <class T> int other(T t) noexcept(sizeof(t) > 1);
template <class U> int other(U u) noexcept(sizeof(u) > 2);
// ERROR@-1: "int other(T)" was declared before with another exception specification
template <class T> struct Members {
    void same() noexcept(sizeof(T) > 1);
    void differs() noexcept(sizeof(T) > 1);
    void lost() noexcept;
    void added();
    template <class U> friend int befriended(U) noexcept(sizeof(T) > 1);
// ERROR@-1: "int befriended(T)" was declared before with another exception specification
};
template <class T> void Members<T>::same() noexcept(sizeof(T) > 1) {}
template <class T> void Members<T>::differs() noexcept(sizeof(T) > 2) {}
// ERROR@-1: "void Members<T>::differs()" was declared before with another exception specification
template <class T> void Members<T>::lost() {}
// ERROR@-1: "void Members<T>::lost()" was declared before with another exception specification
template <class T> void Members<T>::added() noexcept {}
// ERROR@-1: "void Members<T>::added()" was declared before with another exception specification
template <class U> int befriended(U);
Members<int> instance;
