// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all %s
// Declarations and template arguments that are refused, a line each.
struct Base {
    virtual void v();
    virtual void last() final;
    void plain();
};
struct Fin final {};
struct D1 : Fin {}; // ERROR: a "final" class type cannot be used as a base class: "Fin"
struct D2 : Base, Base {}; // ERROR: "Base" is already a direct base class
struct D3 : Base {
    void last(); // ERROR: "void D3::last()" overrides a "final" function
    void plain() override; // ERROR: "void D3::plain()" declared with "override" does not override a base class member
    D3() : zero(1) {} // ERROR: "zero" is not a nonstatic data member or base class of "struct D3"
};
struct Copy {
    Copy(Copy c); // ERROR: a constructor of "Copy" may not have "Copy" as its only parameter: it would copy itself
};
struct RefMember {
    int &r;
    __device__ RefMember() {} // ERROR: "struct RefMember" provides no initializer for reference member "r"
};
struct Bits {
    float f : 3; // ERROR: invalid type for a bit field
    int z : 0; // ERROR: a bit field with a name must not have zero width
    constexpr int c = 3; // ERROR: a data member with in-class "constexpr" must be static
};
union U : Base {}; // ERROR: a union cannot be or have a base class
enum E : float { e0 }; // ERROR: the underlying type of an enumeration must be an integral type
enum E2 : unsigned char { big = 300 }; // ERROR: enumeration value is out of the range of its underlying type
enum E3 { half = 0.5f }; // ERROR: the value of an enumerator must have integral type
alignas(3) int odd; // ERROR: the alignment must be a power of two
int &*ptr_to_ref; // ERROR: pointer to reference is not allowed
void &ref_to_void; // ERROR: reference to void is not allowed
void takes(int, void); // ERROR: a parameter may not have void type
long short words; // ERROR: invalid combination of type specifiers
unknown_type var; // ERROR: identifier "unknown_type" is undefined
no_such::name q; // ERROR: identifier "no_such" is undefined
using namespace nowhere; // ERROR: name must be a namespace name: "nowhere"
using unqualified; // ERROR: a using-declaration needs a qualified name
struct twice2 {};
int same;
float same; // ERROR: declaration is incompatible with "same"
extern "C" void c_over(int);
extern "C" void c_over(float); // ERROR: more than one instance of an overloaded function has "C" linkage
void Base::absent() {} // ERROR: class "Base" has no member "absent"
auto auto_param = {1, 2.0}; // ERROR: cannot deduce "auto" from this braced initializer list
template <class T, int N> struct Tmpl {};
Tmpl<int> few; // ERROR: too few arguments for template "Tmpl"
Tmpl<int, 3, 4> many; // ERROR: too many arguments for template "Tmpl"
Tmpl<3, 3> not_type; // ERROR: a type is expected for template parameter "T"
Tmpl<int, int> not_value; // ERROR: a constant is expected for template parameter "N"
template <template <class> class C> struct TT {};
TT<int> not_template; // ERROR: a template is expected for template template parameter "C"
TT<Tmpl> mismatch; // ERROR: class template "Tmpl" is not compatible with template template parameter "C"
template <unsigned char N> struct Narrow {};
Narrow<300> narrow; // ERROR: template argument does not fit the parameter's type "unsigned char" (narrowing)
template <class... T> struct Packs {
    T t; // ERROR: parameter pack "T" was referenced but not expanded
};
template <class T> struct Deep {
    Deep<T *> d; // ERROR: declarations are nested too deeply
};
Deep<int> deep;
template <> struct same<int> {}; // ERROR: "same" is not a class template
template <class... T> __device__ int fold(T... t) { return (t + ...); } // ERROR: a unary fold over operator "+" cannot have an empty expansion
__device__ int use_fold() { return fold(); }
template <class A, class B> struct P2 {};
template <class A> struct P2<A, int> {};
template <class B> struct P2<int, B> {};
P2<int, int> p2; // ERROR: more than one partial specialization matches the template argument list of class template "P2"
__device__ void body() {
    template <class T> struct In {}; // ERROR: a template declaration is not allowed here
    int arr[1LL << 62];
    asm("mov.u32 %0, 1;" : "=q"(twice)); // ERROR: identifier "twice" is undefined
}
