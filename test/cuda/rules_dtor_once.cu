// SPDX-License-Identifier: Apache-2.0
// A destructor of the host's is reported where an object is destroyed, once: not for values that
// initialise a variable, are returned or are made by new.
// RUN: cuprum %s -arch=sm_90 --syntax-only
struct Res {
    __device__ Res(int) {}
    ~Res() {}
};
struct Holder {
    Res r;
    __device__ Holder() : r(1) {}
};
__device__ Res make() { return 3; }
__device__ Res remake() { return Res(4); }
__device__ Res *keep() { return new Res(5); }
struct Both {
    Both(int) {}
    ~Both() {}
};
__device__ void both() { Both b(1); } // ERROR: calling a __host__ function("Both::Both(int)")
__global__ void k() {
    Res a = 3; // ERROR: Res::~Res
    Res b(4); // ERROR: Res::~Res
    const Res &c = Res(5); // ERROR: Res::~Res
    Res(6); // ERROR: Res::~Res
}
