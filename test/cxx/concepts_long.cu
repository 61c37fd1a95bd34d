// Long chains of operands, normal forms that would be exponential when written out as disjunctions
// of conjunctions, and a concept named twice at each of 40 levels.
// RUN: cuprum -std=c++20 --check-all %s -o -
// CHECK: .entry
template <class T> concept A = sizeof(T) > 1;
template <class T> concept B = sizeof(T) > 2;
template <class T, int N> concept P = sizeof(T) + N > 1;
#define X4(op, i) P<T, i> op P<T, i + 1> op P<T, i + 2> op P<T, i + 3>
#define X16(op, i) X4(op, i) op X4(op, i + 4) op X4(op, i + 8) op X4(op, i + 12)
#define X64(op, i) X16(op, i) op X16(op, i + 16) op X16(op, i + 32) op X16(op, i + 48)
#define X256(op, i) X64(op, i) op X64(op, i + 64) op X64(op, i + 128) op X64(op, i + 192)
template <class T> requires X256(&&, 0) && X256(&&, 256) && X256(&&, 512)
constexpr int chain(T) { return 1; }
template <class T> requires X256(&&, 0) && X256(&&, 256) && X256(&&, 512) && A<T>
constexpr int chain(T) { return 2; }
static_assert(chain(1) == 2);
template <class T> requires X256(||, 0) || X256(||, 256) || X256(||, 512) || A<T>
constexpr int any(T) { return 1; }
template <class T> requires X256(||, 0) || X256(||, 256) || X256(||, 512)
constexpr int any(T) { return 2; }
static_assert(any(1) == 2);
#define D1(i) (P<T, i> && P<T, i + 100>)
#define D4(i) D1(i) || D1(i + 1) || D1(i + 2) || D1(i + 3)
#define C1(i) (P<T, i> || P<T, i + 100>)
#define C4(i) C1(i) && C1(i + 1) && C1(i + 2) && C1(i + 3)
template <class T> requires D4(0) || D4(4) || D4(8) || D4(12) || D4(16)
constexpr int dnf(T) { return 1; }
template <class T> requires D4(0) || D4(4) || D4(8) || D4(12) || D4(16) || B<T>
constexpr int dnf(T) { return 2; }
static_assert(dnf(1) == 1);
template <class T> requires (C4(0) && C4(4) && C4(8) && C4(12) && C4(16))
constexpr int cnf(T) { return 1; }
template <class T> requires (C4(0) && C4(4) && C4(8) && C4(12) && C4(16) && B<T>)
constexpr int cnf(T) { return 2; }
static_assert(cnf(1) == 2);
// which of these subsumes the other takes 2^20 branches without looking for the one that closes
template <class T> requires (C4(0) && C4(4) && C4(8) && C4(12) && C4(16) && P<T, 50>)
constexpr int mixed(T) { return 1; }
template <class T> requires (D4(0) || D4(4) || D4(8) || D4(12) || D4(16) || P<T, 50>)
constexpr int mixed(T) { return 2; }
static_assert(mixed(1) == 1);
#define Z(n, m) template <class T> concept Z##n = Z##m<T> && Z##m<T *>;
template <class T> concept Z0 = true;
Z(1, 0) Z(2, 1) Z(3, 2) Z(4, 3) Z(5, 4) Z(6, 5) Z(7, 6) Z(8, 7) Z(9, 8) Z(10, 9) Z(11, 10) Z(12, 11)
Z(13, 12) Z(14, 13) Z(15, 14) Z(16, 15) Z(17, 16) Z(18, 17) Z(19, 18) Z(20, 19) Z(21, 20) Z(22, 21)
Z(23, 22) Z(24, 23) Z(25, 24) Z(26, 25) Z(27, 26) Z(28, 27) Z(29, 28) Z(30, 29)
template <Z30 T> constexpr int levels(T) { return 1; }
template <class T> requires Z30<T> && true constexpr int levels(T) { return 2; }
static_assert(levels(1) == 2);
__global__ void k() {}
