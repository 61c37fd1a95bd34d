// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++20 %s
// The destructor of a temporary counts for noexcept [except.spec]/6.
struct Throws {
    Throws() noexcept;
    Throws(int) noexcept;
    Throws(const Throws &) noexcept;
    ~Throws() noexcept(false);
};
struct Member { Throws t; };
struct Quiet {
    Quiet() noexcept;
    ~Quiet();
};
struct Trivial { int i; };
template <class T> T &&value() noexcept;
Throws result() noexcept;
Quiet quiet() noexcept;
Trivial trivial() noexcept;
void *operator new(decltype(sizeof 0), int) noexcept;
void by_value(Throws) noexcept;
static_assert(!noexcept(Throws()) && !noexcept(Throws(1)) && !noexcept(static_cast<Throws>(1)));
static_assert(!noexcept(result()) && !noexcept((Throws(), 1)) && !noexcept(by_value(1)));
static_assert(noexcept(value<Throws &>() = value<const Throws &>()));
static_assert(noexcept(value<Throws>()));
static_assert(noexcept(new (1) Throws(1))); // stays
static_assert(!noexcept(new (1) int((Throws(), 1))));
static_assert(noexcept(Quiet()) && noexcept(quiet()) && noexcept(Trivial{1}) && noexcept(trivial()));
static_assert(!__is_nothrow_constructible(Throws) && !__is_nothrow_constructible(Member));
template <class T> concept quietly = requires { { T() } noexcept; };
static_assert(quietly<Quiet> && !quietly<Throws>);
