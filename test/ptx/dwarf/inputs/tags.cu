// SPDX-License-Identifier: Apache-2.0
// clang -g makes tags.ll of this (its language mode: no CUDA headers).
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
namespace outer {
inline namespace v1 {
struct Point {
  int x;
  int y;
};
}
__device__ int counter;
}
using outer::counter;
namespace alias = outer;
class Base {
public:
  virtual __device__ int area() const { return w; }
protected:
  int w;
private:
  unsigned low : 3;
  unsigned high : 12;
};
struct Left : virtual Base { int l; };
struct Both : Left, outer::Point {
  static const int limit = 12;
  static __device__ float scale;
  explicit __device__ Both(int n) : sum(n) {}
  __device__ int area() const override { return sum; }
  struct Inner { char c[3]; };
  Inner inner;
  int sum;
};
__device__ float Both::scale = 2.0f;
template <class T, int N, template <class> class F, class... R> struct Table {
  T cells[N][2];
  F<T> *other;
};
template <class T> struct Wrap { T t; };
union Bits { float f; unsigned u; };
enum Plain { ZERO, MINUS = -3 };
enum class Small : unsigned char { A = 1, B = 255 };
typedef int Four __attribute__((ext_vector_type(4)));
__shared__ int tile[8];
__constant__ double table[2];
__device__ const int *volatile watched;
typedef int (*Callback)(Bits, ...);
template <class T> __device__ T &&pass(T &&t) { return static_cast<T &&>(t); }
__global__ void kernel(int *restrict_, Bits bits, bool flag) {
  using namespace outer;
  __shared__ short local[4];
  Both both(3);
  Table<float, 5, Wrap, int, char> t;
  int Both::*member = &Both::sum;
  int (Both::*method)() const = &Both::area;
  Plain plain = MINUS;
  Small small = Small::B;
  Four four = {1, 2, 3, 4};
  Callback callback = nullptr;
  decltype(nullptr) nothing = nullptr;
  __int128 wide = 5;
  for (int i = 0; i < 3; i++) {
    int square = i * i;
    local[i] = (short)square + tile[i] + (short)table[0];
    { auto lambda = [square](int k) { return k + square; }; restrict_[i] = lambda(i) + pass(i) + counter; }
  }
  restrict_[0] = both.area() + (int)t.cells[0][0] + both.*member + (both.*method)() + plain + (int)small + four[0] + (callback != nothing) + (int)wide + flag + (int)Both::scale + Both::limit;
  watched = restrict_ + bits.u;
}
