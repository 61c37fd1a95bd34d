// SPDX-License-Identifier: Apache-2.0
// A type that is not known behind `const`, where only a type can stand: the name is said to be unknown.
// RUN: cuprum --default-device --check-all --syntax-only %s
int known;
template <class T> struct W {};
void parameter(const nothing *p); // ERROR: identifier "nothing" is undefined
void first(const nothing a, int b) { b = 1; } // ERROR: identifier "nothing" is undefined
void only(const volatile nothing); // ERROR: no storage class or type specifier
void defaulted(const x = 1); // ERROR: no storage class or type specifier
void variable(const known *p); // ERROR: "known" is not a type name
template <class T> void of_template(const nothing<T> &); // ERROR: identifier "nothing" is undefined
using Alias = const nothing &; // ERROR: identifier "nothing" is undefined
W<const nothing &> argument; // ERROR: identifier "nothing" is undefined
W<W<const nothing>> inner; // ERROR: identifier "nothing" is undefined
W<const &> none; // ERROR: no storage class or type specifier
void expressions(void *p) {
    const a = 1; // ERROR: no storage class or type specifier
    for (const b = 0; b < 2;) {} // ERROR: no storage class or type specifier
    const nothing local = 1; // ERROR: identifier "nothing" is undefined
    (const nothing1 *)p; // ERROR: identifier "nothing1" is undefined
    static_cast<const nothing2 *>(p); // ERROR: identifier "nothing2" is undefined
    new const nothing3; // ERROR: identifier "nothing3" is undefined
    sizeof(const nothing4 &); // ERROR: identifier "nothing4" is undefined
}
