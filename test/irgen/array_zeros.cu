// Elements that are initialised to zeros, by whatever is written: a memset or stores, no loop.
// RUN: cuprum %s --emit=ir -O0 -o -
// CHECK-LABEL: define ptx_kernel void @zeros
// CHECK-NOT: array.body
// CHECK: ret void
// CHECK-LABEL: define ptx_kernel void @others
// CHECK: array.body
// CHECK: array.body.1
// CHECK: array.body.2
// CHECK: array.body.3
// CHECK: array.body.4
// CHECK-NOT: array.body.5
// CHECK: ret void
// EACH: -O0, -O1, -O3
// RUN[R]: cuprum run %s %E --kernel=zeros --print=0:12 buf:f32:12:iota i32:1 && cuprum run %s %E --kernel=others --print=0:8 buf:f32:8:iota i32:1
// R: arg 0: 0 0 0 0 0 0 0 0 0 0 0 11
// R: arg 0: 1 7 1 2 -0 5 1 7
struct Pair { float x, y; };
struct Linked { int a; Pair pair; int *next = nullptr; };
struct Made { float x; __device__ constexpr Made() : x{} {} };
struct Seven { float x; __device__ constexpr Seven() : x(7) {} };
struct Counted { float x; __device__ Counted() { x = 5; } };
struct Default { unsigned short s; };
struct Minus { float x = -0.f; };
struct Method { int Pair::*member; };
template <class T, int N> struct Store { T v[N]; };
template <class T, int N> struct Engine : Store<T, N> { __device__ constexpr Engine() : Store<T, N>{} {} };
struct Both { Engine<float, 2> e; Made f[2]; __device__ constexpr Both() : e{}, f{} {} };

extern "C" __global__ void zeros(float *o, int i) {
    float few[2]{}, three[3] = {0.f};
    Pair pairs[8]{};
    Linked linked[8]{};
    Made made[8]{}, two_made[2]{};
    Default plain[16]{};
    int *pointers[9] = {};
    int square[4][4] = {}, row[4][4] = {{0}};
    Store<Store<float, 4>, 4> nested{};
    Both both;
    o[0] = few[i], o[1] = three[i], o[2] = pairs[i].x, o[3] = linked[i].pair.y + (linked[i].next != nullptr);
    o[4] = made[i].x + two_made[i].x, o[5] = plain[i].s, o[6] = pointers[i] != nullptr, o[7] = square[i][i];
    o[8] = row[i][i], o[9] = nested.v[i].v[i], o[10] = both.f[i].x + both.e.v[i];
}
// Other values, a constructor with effects, and null pointers to members, which are not zeros.
extern "C" __global__ void others(float *o, int i) {
    float given[4] = {1, 1}; // zeros behind what is given
    Seven seven[4]{};
    Counted counted[4]{};
    Minus minus[4]{};
    int Pair::*members[8] = {};
    Method methods[5] = {};
    o[0] = given[i], o[1] = seven[i].x, o[2] = given[i] + given[i + 1], o[3] = 2, o[4] = minus[i].x, o[5] = counted[i].x;
    o[6] = members[i] == nullptr && methods[i].member == nullptr, o[7] = seven[i + 2].x;
}
