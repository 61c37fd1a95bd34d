// RUN: cuprum --syntax-only --check-all --default-device -std=c++20 %s
// What declarations must not say (decl_check.c); the lines without a mark are their valid twins.
register int f_register(); // ERROR: "register" is not allowed on this declaration
explicit void f_explicit(); // ERROR: "explicit" is not allowed on this declaration
virtual void f_virtual(); // ERROR: "virtual" is not allowed on this declaration
void f_quals() const; // ERROR: type qualifiers and ref-qualifiers are allowed only on nonstatic member functions
using member_type = void() const; // may be a member's
struct S {
    explicit S(int);
    explicit operator bool() const;
    explicit void f(); // ERROR: "explicit" is not allowed on this declaration
    S() &; // ERROR: type qualifiers and ref-qualifiers are allowed only on nonstatic member functions
    static void sc() const; // ERROR: type qualifiers and ref-qualifiers are allowed only on nonstatic member functions
    static S(char); // ERROR: "static" is not allowed on this declaration
    void mc() const &;
    static virtual void sv(); // ERROR: "virtual" is not allowed on this declaration
    virtual auto va() { return 1; } // ERROR: a virtual function cannot have a deduced return type
    auto na() { return 1; }
    virtual int vi; // ERROR: "virtual" is not allowed on this declaration
    explicit int ei; // ERROR: "explicit" is not allowed on this declaration
    inline int ii; // ERROR: "inline" is not allowed on this declaration
    mutable int &mr; // ERROR: "mutable" is not allowed on this declaration
    mutable int m;
    static int si = 3; // ERROR: "S::si" cannot be initialized in its class: it is neither const, inline nor constexpr
    static const int sk = 3;
    static inline int sl = 3;
    static constexpr S itself{}; // ERROR: incomplete type "S" is not allowed
    static const S later;
    static constexpr int none; // ERROR: const variable "none" requires an initializer
    operator int(int) const; // ERROR: a conversion function has no parameters
    static S operator-(S); // ERROR: "static" is not allowed on this declaration
    int operator""_in(unsigned long long); // ERROR: " cannot be a member of a class
};
explicit S::operator bool() const { return true; } // ERROR: "explicit" is not allowed on this declaration
union U {
    int &r; // ERROR: union member "U::r" cannot be a reference
    int a = 1;
    int b = 2; // ERROR: only one member of a union may have a default member initializer
    int c;
};
constexpr int main(); // ERROR: "constexpr" is not allowed on this declaration

int operator+(int, int *); // ERROR: " needs a parameter of class or enumeration type
int operator+(S, int);
int operator()(S); // ERROR: must be a member function
double operator""_variable; // ERROR: an operator, constructor or destructor cannot be a variable
enum E { e };
E operator|(E, E);

int operator""_a(unsigned long long);
int operator""_b(long double);
int operator""_c(const char *);
int operator""_d(const char16_t *, decltype(sizeof 0));
int operator""_e(char8_t);
template <char... C> int operator""_f();
template <class T, T... C> int operator""_g();
int operator""_h(int); // ERROR: " has an invalid parameter list
int operator""_i(const char32_t *); // ERROR: " has an invalid parameter list
int operator""_j(char *); // ERROR: " has an invalid parameter list
int operator""_k(); // ERROR: " has an invalid parameter list
template <int... C> int operator""_l(); // ERROR: " has an invalid parameter list
template <class T> int operator""_m(T); // ERROR: " has an invalid parameter list
extern "C" int operator""_n(char); // ERROR: " cannot have "C" linkage
int operator""_o(char = 'a'); // ERROR: a parameter of a literal operator cannot have a default argument

void defaults(int a, int b = 1, int c); // ERROR: default argument not at end of parameter list
void twice(int, int = 2);
void twice(int = 1, int);
template <class... T> void behind(int = 3, T... t);

template <class T> struct Guided { Guided(T); };
Guided(int) -> Guided<int>;
Guided(char) -> Guided<char> { } // ERROR: a deduction guide cannot have a body
static Guided(long) -> Guided<long>; // ERROR: a deduction guide may have no specifier but "explicit"
template <class T> explicit Guided(T *) -> Guided<T>;

void first();
void first() = delete; // ERROR: " was declared before: its first declaration must be the deleted one
void thrower();
void thrower() noexcept; // ERROR: " was declared before with another exception specification
void quiet() noexcept;
void quiet() noexcept(true);
int late();
constexpr int late() { return 1; } // ERROR: " was declared before with another "constexpr" or "consteval"
