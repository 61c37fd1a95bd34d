// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device --check-all -std=c++17 %s
// Abstract classes [class.abstract]/3, those that only inherit their pure functions too: no objects,
// members, arrays, parameters or results of definitions. Declarations, pointers, references, base
// classes and their constructors are free.
struct Shape {
    virtual int area() = 0;
    virtual int side() = 0;
};
struct Inherits : Shape {};
struct Half : Inherits {
    int area() override { return side(); }
    Half() = default;
    Half(int) : Inherits() {}
};
struct Whole : Half {
    int side() override { return 2; }
};
struct Joined : virtual Shape {
    int area() override { return 1; }
};
template <class T> struct Mixed : T {
    int area() override { return 1; }
};

Shape result();
void parameter(Inherits);
using Function = Half(Inherits);
Whole whole;
Inherits *pointer = &whole;
Shape &reference = whole;
static_assert(__is_abstract(Inherits) && __is_abstract(Half) && !__is_abstract(Whole) && __is_abstract(Mixed<Half>));

Inherits object; // ERROR: object of abstract class type "Inherits" is not allowed
Half array[2]; // ERROR: object of abstract class type "Half" is not allowed
Joined joined; // ERROR: object of abstract class type "Joined" is not allowed
void takes(Half) {} // ERROR: parameter of abstract class type "Half" is not allowed
Inherits gives() { while (true) {} } // ERROR: function returning abstract class "Inherits" is not allowed
struct Members {
    Half h; // ERROR: object of abstract class type "Half" is not allowed
    Inherits a[2]; // ERROR: array of abstract class "Inherits" is not allowed
    Half *p;
    void member(Joined) {} // ERROR: parameter of abstract class type "Joined" is not allowed
    void only_declared(Joined);
};
void body() {
    new Half; // ERROR: object of abstract class type "Half" is not allowed
    Mixed<Half> m; // ERROR: object of abstract class type "Mixed<Half>" is not allowed
    (void)Joined(); // ERROR: object of abstract class type "Joined" is not allowed
    Mixed<Whole> fine;
}
template <class T> struct Holds {
    T t; // ERROR: object of abstract class type "Half" is not allowed
};
int size = sizeof(Holds<Half>) + sizeof(Holds<Whole>);
template <class T> void instance(T) {} // ERROR: parameter of abstract class type "Half" is not allowed
template void instance<Half>(Half);
template void instance<Whole>(Whole);
template <class T> T *unbound(Shape) { return nullptr; } // ERROR: parameter of abstract class type "Shape" is not allowed
template <class T> void unbound_body() {
    Half h; // ERROR: object of abstract class type "Half" is not allowed
    Mixed<T> m;
}
