// SPDX-License-Identifier: Apache-2.0
// Constexpr lambdas came with C++17.
// RUN: cuprum --syntax-only --check-all -w -x c++ -std=c++14 %s
auto constant = []() constexpr { return 1; }; // ERROR: constexpr lambdas are not enabled in this mode
