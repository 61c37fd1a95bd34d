// SPDX-License-Identifier: Apache-2.0
// typeid, deallocation functions, null pointers in order, destructors of an aggregate's bases, anonymous unions.
// RUN: cuprum --syntax-only --check-all -w -x c++ -std=c++17 %s
namespace std { class type_info { public: const char *name() const; }; }
struct Member { void f(); static void g(); void h() { typeid(f); typeid(Member::f); typeid(g); } };
// ERROR@-1: a nonstatic member reference must be relative to a specific object: "void Member::f()"
// ERROR@-2: a nonstatic member reference must be relative to a specific object: "void Member::f()"
struct Incomplete;
template <class T> struct Template {};
void identify(Member *m) { typeid(Template); typeid(Incomplete); typeid(m->f); typeid(*m); typeid(double[][]); typeid(missing); }
// ERROR@-1: argument list for "Template" is missing
// ERROR@-2: incomplete type "Incomplete" is not allowed
// ERROR@-3: a pointer to bound function "void Member::f()" may only be used to call the function
// ERROR@-4: array of elements of type "double []" is not allowed
// ERROR@-5: identifier "missing" is undefined
class Hidden { void operator delete(void *) {} };
struct Placed { void *operator new(decltype(sizeof 0), decltype(sizeof 0)); void operator delete(void *, decltype(sizeof 0)); };
void allocate() { new Hidden; new (24) Placed; }
// ERROR@-1: "void Hidden::operator delete(void *)" is inaccessible
// ERROR@-2: placement new needs a placement delete, but "void Placed::operator delete(void *, unsigned long)" is a usual deallocation function
class Kept { void operator delete(void *); public: virtual ~Kept(); };
struct Lost : Kept {}; // ERROR: "Lost::~Lost()" and the overridden "Kept::~Kept()" must both be deleted, or neither
Lost lost; // ERROR: function "Lost::~Lost()" cannot be referenced -- it is a deleted function
void order(char *p) { if (p > 0) return; if (p <= nullptr) return; if (p == 0) return; }
// ERROR@-1: no operator ">" matches these operands; operand types are: char *, int
// ERROR@-2: no operator "<=" matches these operands; operand types are: char *, std::nullptr_t
struct Guarded { protected: ~Guarded() {} };
struct Aggregate : Guarded { int n; };
void aggregate() { Aggregate a{{}, 1}; } // ERROR: "Guarded::~Guarded()" is inaccessible
struct NoDefault { NoDefault(int); };
void anonymous() { union { NoDefault n; }; } // ERROR: function "<unnamed>::()" cannot be referenced -- it is a deleted function
int returns() { return; } // ERROR: return statement without a value in "int returns()", which has a result
