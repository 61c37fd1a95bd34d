// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device --check-all -std=c++17 %s
// A generic lambda captures the constants that its body names where they are evaluated: an instance
// may use them as objects, and then the closure has no room. What hides them is not captured.
__device__ inline long object(const long &x) { return x; }
template <class F> __device__ constexpr unsigned long size(const F &) { return sizeof(F); }

__device__ long use(long s) {
    const long c = 42;
    constexpr long array[2] = {1, 2};
    auto value = [=](auto) { return c + s; };
    static_assert(sizeof value == 16);
    auto bound = [=](auto) { return object(c) + s; };
    static_assert(sizeof bound == 16);
    auto whole = [=](auto i) { return array[i] + s; };
    static_assert(sizeof whole == 24);
    auto unevaluated = [=](auto) { return sizeof(c) + sizeof s + noexcept(object(c)); };
    static_assert(sizeof unevaluated == 1);
    auto local = [=](auto) {
        long c = 1, &r = c;
        for (long s = 0; s < 2; s++) r += s;
        return c;
    };
    static_assert(sizeof local == 1);
    auto parameter = [=](auto c, long s) { return c + s; };
    static_assert(sizeof parameter == 1);
    auto block = [=](auto) {
        {
            const long *c = nullptr;
            if (c) return 1l;
        }
        return object(c);
    };
    static_assert(sizeof block == 8);
    auto inner = [=](auto) { return [c = s](auto s) { return c + s; }(1l); };
    static_assert(sizeof inner == 8);
    return value(1) + bound(1) + whole(1) + unevaluated(1) + local(1) + parameter(1l, 2) + block(1) + inner(1);
}
