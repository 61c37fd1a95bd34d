// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all %s
// Names that clash with others, a line each.
namespace Space {
int value;
void fn(int);
template <class T> struct Tmpl {};
struct Type {};
}
namespace Other {
int value;
void fn(int);
struct Type {};
using Space::value; // ERROR: using-declaration of "Space::value" conflicts with another declaration in this scope
using Space::fn;    // ERROR: using-declaration of "void Space::fn(int)" conflicts with another declaration in this scope
using Space::Type;  // ERROR: conflicts with another declaration in this scope
}
namespace Twice {
using Space::value;
using Space::value;
}
using Space::Tmpl;
template <class T> struct Tmpl {}; // ERROR: "Tmpl" has already been declared in the current scope
using Space::Tmpl<int>; // ERROR: a using-declaration cannot name a namespace or a template-id
struct Base1 { int m; void f(); typedef int type; };
struct Base2 { int m; void f(); typedef long type; };
struct Both : Base1, Base2 {
    using Base1::m;
    using Base2::m; // ERROR: using-declaration of "Base2::m" conflicts with another declaration in this scope
    using Base1::f;
    using Base2::f;
    using Base1::f; // ERROR: "f" is already named by a using-declaration of this class
};
struct Space; // ERROR: "Space" has already been declared in the current scope
namespace Space2 = Space;
namespace Space = Other; // ERROR: "Space" has already been declared in the current scope
typedef int Word;
struct Word; // ERROR: "Word" has already been declared in the current scope
int variable;
template <int> void variable(); // ERROR: "variable" has already been declared in the current scope
struct Plain;
template <class T> class Plain {}; // ERROR: "Plain" has already been declared in the current scope
struct Members {
    static int s;
    static int s; // ERROR: "s" has already been declared in the current scope
    typedef int t;
    typedef int t; // ERROR: "t" has already been declared in the current scope
    int i;
    union { int i; float f; }; // ERROR: "i" has already been declared in the current scope
};
template <int N, int N> struct Same; // ERROR: template parameter "N" cannot be redeclared in its scope
template <class Own> struct Own {}; // ERROR: template parameter "Own" cannot be redeclared in its scope
template <class T> void shadows() {
    int T = 1; // ERROR: template parameter "T" cannot be redeclared in its scope
}
void control(int n) {
    for (int i = 0; i < n; i++) {
        int i = 2; // ERROR: "i" has already been declared in the current scope
        { int i = 3; }
    }
    if (int k = n) {
        int k = 2; // ERROR: "k" has already been declared in the current scope
    } else {
        int k = 2; // ERROR: "k" has already been declared in the current scope
    }
    if (int k = n) {
    } else if (n) {
        int k = 2;
    } else if (int l = n) {
        int k = 2, l = 3; // ERROR: "l" has already been declared in the current scope
    } else {
        int k = l; // the names of all conditions before are seen
        int l = 3; // ERROR: "l" has already been declared in the current scope
    }
    int j;
    union { int j; }; // ERROR: "j" has already been declared in the current scope
    while (n) int n = 1;
}
inline namespace I1 { struct Amb {}; }
namespace I2 { struct Amb {}; }
using namespace I2;
Amb amb; // ERROR: "Amb" is ambiguous
