// What a local class cannot use [class.local]/1, members of objects that are not called [expr.ref]/6, constants that are
// not there yet [class.mem.general]/7, addresses as template arguments [temp.arg.nontype]/3.
// RUN: cuprum %s --syntax-only --check-all -std=c++17
void around(int parameter) {
    int q = 1;
    const int constant = 2;
    static_assert(constant);
    struct Point {
        int x;
    };
    constexpr Point point = {1};
    static int kept;
    struct Local {
        int x = q;              // ERROR: reference to local variable "q" of the enclosing function is not allowed in a local class
        int y = constant + kept + sizeof(q);
        int f() {
            return parameter;   // ERROR: reference to local variable "parameter" of the enclosing function is not allowed in a local class
        }
        static_assert(point.x == 1);
        int g(int own) {
            static_assert(point.x == 1);
            return [&] { return own + constant; }();
        }
    } object;
}
template <class T> void in_template(T *a) {
    struct Local {
        Local() {
            a[0];               // ERROR: reference to local variable "a" of the enclosing function is not allowed in a local class
        }
    };
}
struct Class {
    int begin(), end();
    static int any();
    char array[] = "text";      // ERROR: the bound of an array cannot be deduced from a default member initializer
    static constexpr int early(int x) { return x + 1; }
    static constexpr int value = early(1); // ERROR: expression must have a constant value
};
template <class T> struct ClassTemplate {
    static constexpr int early(int x) { return x + 1; }
    static constexpr int value = early(1); // with the instance all is there
};
static_assert(ClassTemplate<int>::value == 2);
template <class T> void unique(T, T);
bool operator<(int (Class::*)(), Class);
void objects(Class c, int (Class::*p)()) {
    unique(c.begin, c.end);     // ERROR: a pointer to bound function
    unique(c.any, c.any);
    (c.*p) < c;                 // ERROR: a member function of an object may only be called
    (c.*p)();
}
struct Two {
    int m;
    static int s;
} two;
struct Derived : Two {
} derived;
int ints[10];
char chars[] = "text";
template <int *> struct Pointer {};
template <const char *> struct Text {};
template <Two &> struct Reference {};
Pointer<ints> p1;
Pointer<&Two::s> p2;
Pointer<&ints[2]> p3; // ERROR: a template argument must name a complete object or function, not a part, a temporary or a string literal
Pointer<&two.m> p4;   // ERROR: a template argument must name a complete object or function, not a part, a temporary or a string literal
Text<chars> t1;
Text<"text"> t2;      // ERROR: a template argument must name a complete object or function, not a part, a temporary or a string literal
Reference<two> r1;
Reference<derived> r2; // ERROR: argument of type "Derived" is incompatible with template parameter of type "Two &"

class Private : Two {
    typedef Two type;
    template <class T> struct Nested {
        typedef int type;
    };
};
Two sliced(Private p) { return (Two)p; } // ERROR: conversion to inaccessible base class "Two" is not allowed
Two *converted(Private *p) { return (Two *)p; }
int component(Private::Nested<int>::type); // ERROR: "Private::Nested" is inaccessible
template <class = Private::type> struct Default; // ERROR: "Private::type" is inaccessible
template <template <class> class = Two> struct Wrong; // ERROR: a template is expected for template template parameter
template <class... T> struct Packs {
    template <unsigned = sizeof(T)> void f(); // ERROR: parameter pack "T" was referenced but not expanded
};
struct Indexed {
    int &operator[](int);
    int *p;
};
struct Offsets {
    Indexed i;
};
struct Virtual : virtual Two {};
int offsets[] = {
    __builtin_offsetof(Offsets, i.p),
    __builtin_offsetof(Offsets, i[0]),   // ERROR: expected a member name in offsetof
    __builtin_offsetof(Offsets, i.p[1]), // ERROR: expected a member name in offsetof
    __builtin_offsetof(Virtual, m),      // ERROR: expected a member name in offsetof
};
friend void nobody(); // ERROR: "friend" is not allowed on this declaration
void (*any)(auto);    // ERROR: "auto" is not allowed here
struct Conversions {
    operator int() -> int; // ERROR: a trailing return type needs the type specifier "auto"
    static int : 4;        // ERROR: "static" is not allowed on this declaration
};
int declared;
void redeclares() {
    extern char declared; // ERROR: declaration is incompatible with "declared"
}
enum Unscoped { ONE };
void destroys(Unscoped e) { e.Unscoped::~Other(); } // ERROR: "Other" is not a type name
constexpr bool ends() {
    int a[2] = {}, b[2] = {};
    return &a[2] != &b[1] && &a[1] != &b[0];
}
static_assert(ends());
constexpr bool end_and_begin() {
    int a[2] = {}, b[2] = {};
    return &a[2] == &b[0];
}
static_assert(!end_and_begin()); // ERROR: expression must have a constant value
struct Returns {
    virtual Two *f();
};
class Derives : Two {};
struct Overrides : Returns {
    Derives *f(); // ERROR: return type is not identical to nor covariant
};
