// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device -std=c++20 --check-all %s
// No constant keeps the address of a consteval function [expr.const]/11.
consteval int one() { return 1; }
consteval auto address() { return one; }
struct Holds { int a; int (*f)(); };
consteval Holds holds() { return {1, one}; }
constexpr auto a = address(); // ERROR: expression must have a constant value
// NOTE@-1: the result has the address of consteval function "int one()"
constexpr auto h = holds(); // ERROR: expression must have a constant value
// NOTE@-1: the result has the address of consteval function "int one()"
consteval int inside() { return address()() + holds().a; }
static_assert(inside() == 2);
