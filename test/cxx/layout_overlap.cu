// RUN: cuprum --syntax-only %s
// What lies behind a [[no_unique_address]] member or a base, bit-fields wider than their types, virtual bases
// (assertions printed by a program built with g++ 12).
struct E {};
struct alignas(16) E16 {};
template <class C> struct After { [[no_unique_address]] C m; char x; };
template <class C> struct Derived : C { char x; };
template <class C> constexpr unsigned long after = __builtin_offsetof(After<C>, x);
template <class C> constexpr unsigned long derived = __builtin_offsetof(Derived<C>, x);

// gcc ends the object behind the whole bytes of the last bit-field, from the byte where it begins
struct Bits : E { long a : 44; unsigned b : 16; };
static_assert(sizeof(Bits) == 8 && after<Bits> == 7 && derived<Bits> == 8, "");
struct Wide { Wide(); int a; char b : 20; }; // 16 bits of a short, 4 of padding
static_assert(sizeof(Wide) == 8 && after<Wide> == 6 && derived<Wide> == 7, "");
union WideUnion { WideUnion(); char b : 20; };
static_assert(sizeof(WideUnion) == 4 && after<WideUnion> == 2, "");
struct Packed { char a : 6; long b : 76; } __attribute__((packed));
static_assert(sizeof(Packed) == 11 && alignof(Packed) == 1, "");

struct BigEmpty : E16 { int a; };
static_assert(sizeof(BigEmpty) == 16 && after<BigEmpty> == 16 && derived<BigEmpty> == 16, "");
struct VirtualEmpty : virtual E16 { char c; };
static_assert(sizeof(VirtualEmpty) == 16 && after<VirtualEmpty> == 9, "");
struct VirtualBits : virtual Bits { char c; };
static_assert(sizeof(VirtualBits) == 24 && after<VirtualBits> == 24 && derived<VirtualBits> == 9, "");

// a nearly empty virtual base is the primary base: no second pointer
struct V { virtual void f(); };
struct W : virtual V {};
struct X : virtual V { int x; };
struct Both : W, X {};
struct Second : virtual W { int y; };
struct NotFirst : virtual X, virtual V {};
static_assert(sizeof(W) == 8 && sizeof(X) == 16 && sizeof(Both) == 24 && sizeof(Second) == 16, "");
static_assert(sizeof(NotFirst) == 24, "");
