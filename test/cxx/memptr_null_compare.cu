// SPDX-License-Identifier: Apache-2.0
// Null pointers to members, of functions and of data, in every order, and converted ones: as values, in constants, in templates
// and as arms of a choice. A bit of `out` for each answer that is true.
// EACH: -O0, -O1, -O3
// RUN: cuprum run %s %E --block=1 --print=0:7 buf:i32:7:zero
// CHECK: arg 0: 31 240 15 6 127 63 30
struct Left {
    int left;
    __device__ int base(int v) { return v; }
};
struct Right {
    int right;
    __device__ int twice(int v) { return v + v; }
    virtual __device__ int late(int v) { return v; }
};
struct Both : Left, Right {};
typedef int (Right::*Method)(int);
typedef int Right::*Data;
typedef int (Both::*BothMethod)(int);
typedef int Both::*BothData;

template <class T, class U> __device__ bool same(T a, U b) { return a == b && !(b != a); }
template <class T> __device__ int nulls(T member) {
    return (member == nullptr) | (nullptr == member) << 1 | (member == 0) << 2 | same(member, nullptr) << 3;
}
template <Method M> __device__ int constant_nulls() { return (M == nullptr) | (nullptr != M) << 1; }

constexpr Method no_method = nullptr;
constexpr int constants = (no_method == nullptr) | (nullptr == no_method) << 1 | (&Right::twice != nullptr) << 2 |
                          (no_method == 0) << 3 | (Data(nullptr) == nullptr) << 4 | (&Right::right == nullptr) << 5 |
                          (0 != &Right::right) << 6;
static_assert(constants == 95, "");

extern "C" __global__ void k(int *out) {
    Method null = nullptr, method = &Right::twice, late = &Right::late;
    Data no_data = nullptr, data = &Right::right;
    out[0] = (null == nullptr) | (method == &Right::twice) << 1 | (method != nullptr) << 2 | (late != nullptr) << 3 |
             (&Right::late == late) << 4 | (null != nullptr) << 5 | (method == nullptr) << 6 | (late == method) << 7;
    out[1] = nulls(method) | nulls(null) << 4;
    out[2] = nulls(no_data) | nulls(data) << 4;
    out[3] = constant_nulls<&Right::twice>() | constant_nulls<nullptr>() << 2;
    BothMethod from_left = &Left::base, from_right = method;
    BothData both_data = data;
    out[4] = (from_left == &Left::base) | (from_right == method) << 1 | (&Right::twice == from_right) << 2 |
             (both_data == data) << 3 | (&Right::right == both_data) << 4 | same(from_right, method) << 5 |
             (BothMethod(null) == nullptr) << 6 | (from_left == from_right) << 7;
    bool no = out[6];
    out[5] = ((no ? method : nullptr) == nullptr) | ((no ? nullptr : null) == nullptr) << 1 |
             ((no ? nullptr : method) != nullptr) << 2 | ((no ? data : nullptr) == nullptr) << 3 |
             ((no ? no_data : data) != nullptr) << 4 | ((no, nullptr) == null) << 5;
    out[6] = !null << 1 | !no_data << 2 | !!method << 3 | !!data << 4 | !data << 5;
}
