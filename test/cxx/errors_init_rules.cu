// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device -std=c++17 --check-all %s
// Rules of constructors, member initialisers, default-initialisation, access and conversions.
struct Cycle {
    Cycle() : Cycle(1) {}
    Cycle(int i) : Cycle(i, 2) {}
    Cycle(int, int) : Cycle() {} // ERROR: this constructor delegates to itself, directly or through others
    Cycle(char) : Cycle('a', 1.0) {}
    Cycle(char, double) {}
};
struct Own { Own() : Own() {} }; // ERROR: this constructor delegates to itself, directly or through others
struct Base {};
struct Twice : Base {
    int a, b;
    union { int c; float d; };
    Twice() : a(1), b(2), a(3) {} // ERROR: "a" has already been initialized
    Twice(int) : Base(), a(1), Base() {} // ERROR: "Base" has already been initialized
    Twice(char) : c(1), d(2) {} // ERROR: only one member of a union can be initialized
    Twice(long) : a(1), c(2) {}
};

struct Needs {
    int a = sizeof(Needs{}); // ERROR: the default member initializer of "Needs::a" needs itself
    int b = 1;
};
struct Fine {
    int a = size(), *b = &a;
    Fine *next = nullptr;
    static int size() { return sizeof(Fine{}); }
};

struct Empty {};
struct Filled { int a = 1; };
struct Bare { int a; Bare() = default; };
struct Holds { Filled f; Bare b; };
struct Given { int a; Given() {} };
union Some { int a; float b = 2; };
void locals() {
    const Empty e;
    const Filled f;
    const Given g;
    const Some s;
    const Bare b; // ERROR: const variable "b" requires an initializer -- class "Bare" has no user-provided default constructor
    const Holds h; // ERROR: const variable "h" requires an initializer -- class "Holds" has no user-provided default constructor
    const Bare i{}, j = Bare();
    const Bare k[2]; // ERROR: const variable "k" requires an initializer -- class "Bare" has no user-provided default constructor
}
extern const Bare elsewhere;

class Hidden { Hidden() = default; friend void of_hidden(); };
class Doomed { ~Doomed() = default; };
class Guarded { public: Guarded(); protected: ~Guarded(); };
struct Opens : Guarded { Opens() {} };
Hidden hidden; // ERROR: "Hidden::Hidden()" is inaccessible
Doomed doomed; // ERROR: "Doomed::~Doomed()" is inaccessible
Guarded guarded; // ERROR: "Guarded::~Guarded()" is inaccessible
Opens opens;
Guarded gives();
void of_hidden() {
    Hidden h, i{};
    Guarded g; // ERROR: "Guarded::~Guarded()" is inaccessible
    gives(); // ERROR: "Guarded::~Guarded()" is inaccessible
    Guarded *p = new Guarded;
    const Guarded &r = gives(); // ERROR: "Guarded::~Guarded()" is inaccessible
    using T = decltype(gives());
}

struct To {
    explicit operator int();
    explicit operator Opens *();
    explicit operator const char *();
};
To to;
int to_int(to);
bool to_bool(to); // ERROR: no suitable conversion function from "To" to "bool" exists
long to_long(to); // ERROR: no suitable conversion function from "To" to "long" exists
Guarded *to_base(to); // ERROR: no suitable conversion function from "To" to "Guarded *" exists
const Opens *to_const(to);

class Enums {
    enum E : int;
    enum class F { f };
};
enum Enums::E : int { e };
int private_e = Enums::e; // ERROR: "Enums::e" is inaccessible

template <class... T> struct Pack {};
template <class... T> using Unexpanded = Pack<T>; // ERROR: parameter pack "T" was referenced but not expanded
template <class T> using Rest = int T::T *; // ERROR: expected a ";"
template <class T> using Whole = typename T::type *;
