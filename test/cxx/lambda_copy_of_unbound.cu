// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --check-all --syntax-only %s
// A lambda captures the object of a class that is read unbound by copy: members of it are known by
// name only.
template <int N> struct S {
    int a;
    __device__ int member();
    __device__ static int fixed();
    __device__ int go() {
        auto address = [*this] { return &a; };
        auto value = [*this] { return a + member() + fixed() + this->a + (*this).member(); };
        auto inner = [*this] { return [*this] { return a + member(); }; };
        auto changed = [*this]() mutable { return [this] { return a++; }; };
        return *address() + value() + inner()() + changed()() + sizeof(a);
    }
    __device__ int wrong() {
        return [*this] { return nothing; }(); // ERROR: identifier "nothing" is undefined
    }
};
