// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device -std=c++11 --check-all %s
// What later standards allow.
constexpr int none() {} // ERROR: a constexpr function must contain exactly one return statement before C++14
constexpr int one() { return 1; }
