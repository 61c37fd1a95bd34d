// SPDX-License-Identifier: Apache-2.0
// operator <=>, defaulted comparisons, rewritten candidates.
// RUN: cuprum --syntax-only -std=c++20 --check-all %s
// REQUIRES: <compare>
#include <compare>
#include <type_traits>
static_assert((1 <=> 2) < 0 && (2 <=> 1) > 0 && (1 <=> 1) == 0);
static_assert(std::is_same_v<decltype(1 <=> 2), std::strong_ordering>);
static_assert(std::is_same_v<decltype(1.0 <=> 2), std::partial_ordering>);
enum E { a, b }; enum class F { x, y };
static_assert((a <=> b) < 0 && (F::x <=> F::y) < 0);
constexpr int arr[3] = {};
static_assert((&arr[0] <=> &arr[1]) < 0);
static_assert(std::is_same_v<decltype(&arr[0] <=> &arr[1]), std::strong_ordering>);
struct P { int x; char y; constexpr auto operator<=>(const P&) const = default; };
static_assert(P{1,2} == P{1,2} && P{1,2} != P{1,3} && P{1,2} < P{1,3} && P{2,0} > P{1,3} && P{1,2} <= P{1,2} && P{1,2} >= P{1,2});
static_assert(std::is_same_v<decltype(P{} <=> P{}), std::strong_ordering>);
struct Q { P p; double d; int a[2]; friend constexpr auto operator<=>(const Q&, const Q&) = default; };
static_assert(Q{{1,2},1.,{1,2}} == Q{{1,2},1.,{1,2}} && Q{{1,2},1.,{1,2}} < Q{{1,2},1.,{1,3}});
static_assert(std::is_same_v<decltype(Q{} <=> Q{}), std::partial_ordering>);
struct R : P { int z; constexpr bool operator==(const R&) const = default; };
static_assert(R{{1,2},3} == R{{1,2},3} && R{{1,2},3} != R{{1,2},4} && !(R{{1,2},3} == R{{1,3},3}));
struct EqOnly { int v; friend constexpr bool operator==(EqOnly a, EqOnly b) = default; };
static_assert(EqOnly{1} == EqOnly{1} && EqOnly{1} != EqOnly{2});
struct Mix { int v; constexpr bool operator==(int o) const { return v == o; } constexpr std::strong_ordering operator<=>(int o) const { return v <=> o; } };
static_assert(Mix{1} == 1 && 1 == Mix{1} && 2 != Mix{1} && Mix{1} < 2 && 2 > Mix{1} && 0 < Mix{1} && (1 <=> Mix{2}) < 0);
struct W { int v; constexpr std::weak_ordering operator<=>(const W& o) const { return v/2 <=> o.v/2; } constexpr bool operator==(const W&o) const { return v/2 == o.v/2; } };
struct WW { W w; constexpr auto operator<=>(const WW&) const = default; };
static_assert(std::is_same_v<decltype(WW{} <=> WW{}), std::weak_ordering>);
static_assert(WW{{2}} == WW{{3}});
struct Ret { int x; constexpr std::weak_ordering operator<=>(const Ret&) const = default; };
static_assert(std::is_same_v<decltype(Ret{} <=> Ret{}), std::weak_ordering> && Ret{1} < Ret{2} && Ret{1} == Ret{1});
struct Old { int x; constexpr bool operator<(const Old& o) const { return x < o.x; } constexpr bool operator==(const Old&o) const { return x == o.x; } };
struct UsesOld { Old o; constexpr std::strong_ordering operator<=>(const UsesOld&) const = default; };
static_assert(UsesOld{{1}} < UsesOld{{2}} && UsesOld{{1}} == UsesOld{{1}});
struct NoCmp {};
struct HasNo { NoCmp n; auto operator<=>(const HasNo&) const = default; bool operator==(const HasNo&) const = default; };
template<class T> concept Eq = requires(T a) { a == a; };
template<class T> concept Lt = requires(T a) { a < a; };
static_assert(!Eq<HasNo> && !Lt<HasNo> && Eq<P> && Lt<P> && Eq<EqOnly> && !Lt<EqOnly>);
template<class T> struct TT { T t; auto operator<=>(const TT&) const = default; };
static_assert(TT<int>{1} < TT<int>{2} && TT<float>{1} == TT<float>{1} );
struct Lts { int x; constexpr bool operator<(const Lts&) const = default; constexpr std::strong_ordering operator<=>(const Lts&o) const { return x <=> o.x; } constexpr bool operator==(const Lts&) const = default; constexpr bool operator!=(const Lts&) const = default; };
static_assert(Lts{1} < Lts{2} && Lts{1} != Lts{2});
static_assert(std::is_eq(1 <=> 1) && std::is_lt(1<=>2));
static_assert(std::strong_order(1,2) < 0 && std::weak_order(1,2)<0 && std::partial_order(1.,2.)<0 && std::compare_three_way{}(1,2) < 0);
static_assert(std::three_way_comparable<P> && std::is_same_v<std::compare_three_way_result_t<P>, std::strong_ordering> && std::is_same_v<std::common_comparison_category_t<std::strong_ordering, std::weak_ordering>, std::weak_ordering>);
struct Emp { auto operator<=>(const Emp&) const = default; };
static_assert(Emp{} == Emp{} && std::is_same_v<decltype(Emp{} <=> Emp{}), std::strong_ordering>);
struct Ref { int &r; bool operator==(const Ref&) const = default; };
static_assert(!Eq<Ref>);
struct NotPtr { int *p; constexpr auto operator<=>(const NotPtr&) const = default; };
static_assert(NotPtr{nullptr} == NotPtr{nullptr});
struct Bits { unsigned a : 3, b : 5; constexpr auto operator<=>(const Bits&) const = default; };
static_assert(Bits{1,2} < Bits{1,3} && Bits{1,2} == Bits{1,2});
struct V { int x; virtual bool operator==(const V&) const = default; };

template <class T> concept Cmp = requires(T a) { a <=> a; };
static_assert(Cmp<int> && !Cmp<int (*)()> && !Cmp<decltype(nullptr)>);
template <class T, class U> concept Cmp2 = requires(T a, U b) { a <=> b; };
static_assert(Cmp2<int, long> && !Cmp2<int, unsigned> && !Cmp2<bool, int> && !Cmp2<E, double>);
// an operator!= of the same form keeps == from being reversed (P2468)
struct Legacy { bool operator==(const Legacy &); bool operator!=(const Legacy &); };
bool legacy(Legacy a, Legacy b) { return a == b; }
// an operator== that is ambiguous with itself reversed, as a member template of two instances
template <class T> struct Unlike {
    template <class U> bool operator==(const Unlike<U> &);
};
bool unlike(Unlike<int> a, Unlike<void> b) { return a == b && b != a; }
