// SPDX-License-Identifier: Apache-2.0
// A destructor's name outside of a class (was taken; crashed where the body asked for the function's text).
// RUN: cuprum --default-device --check-all --syntax-only %s
~f() { __PRETTY_FUNCTION__; } // ERROR: a destructor must have the name of its class
inline ~g() {} // ERROR: a destructor must have the name of its class
static ~h() { (void)__func__; } // ERROR: a destructor must have the name of its class
namespace n {
~q(); // ERROR: a destructor must have the name of its class
}
struct S {
    ~T() {} // ERROR: a destructor must have the name of its class
};
struct F {
    friend ~S(); // ERROR: the name of a friend destructor must be qualified
};
int after;
