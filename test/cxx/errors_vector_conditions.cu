// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all %s
// What cannot be chosen element by element.
typedef int V __attribute__((vector_size(16)));
typedef short S __attribute__((vector_size(16)));
typedef float F __attribute__((vector_size(16)));
typedef long L __attribute__((vector_size(32)));
struct C {};
void f(V v, S s, F f, L l, C c, V *p) {
    V good = v ? v : 1;
    F fine = v ? f : 1.5f;
    S mask = s && 1;
    v ? v : s;   // ERROR: operand types are incompatible
    v ? f : v;   // ERROR: operand types are incompatible
    v ? l : l;   // ERROR: operand types are incompatible
    f ? f : f;   // ERROR: operand types are incompatible
    s ? 1 : 2;   // ERROR: operand types are incompatible
    v ? v : c;   // ERROR: operand types are incompatible
    v ? p : p;   // ERROR: operand types are incompatible
    if (v) return; // ERROR: expression of type "__attribute__((vector_size(16))) int" cannot be converted to bool
    v && s;      // ERROR: no operator "&&" matches these operands
    c || v;      // ERROR: no operator "||" matches these operands
    v && c;      // ERROR: no operator "&&" matches these operands
}
