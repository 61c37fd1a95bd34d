// A null pointer constant on either side of a built-in comparison with an object that converts to
// a pointer [over.built]/16: both orders are candidates, for pointers to members too.
// RUN: cuprum -std=c++17 %s -o %t.ptx && cuprum run %t.ptx --kernel=k --print=0:8 buf:i32:8:zero
// CHECK: 1 1 0 0 1 0 1 0
struct Points {
    int *p;
    __device__ operator int *() const { return p; }
};
struct Member {
    int Points::*unused;
    bool null;
    __device__ operator int Member::*() const { return null ? nullptr : &Member::n; }
    int n;
};
extern "C" __global__ void k(int *o) {
    Points null{nullptr}, some{o};
    Member none{nullptr, true}, one{nullptr, false};
    o[0] = nullptr == null;
    o[1] = null == nullptr;
    o[2] = nullptr != null;
    o[3] = nullptr == some;
    o[4] = nullptr != some;
    o[5] = 0 == some;
    o[6] = nullptr == none;
    o[7] = nullptr == one;
}
