// SPDX-License-Identifier: Apache-2.0
// Dynamic exception specifications before C++17: their types are read.
// RUN: cuprum --syntax-only --check-all -w -x c++ -std=c++14 %s
void one() throw(int);
void two() throw(Missing); // ERROR: identifier "Missing" is undefined
void three() throw();
