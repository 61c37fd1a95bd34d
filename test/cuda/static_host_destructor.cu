// SPDX-License-Identifier: Apache-2.0
// Static objects of device functions are never destroyed: their destructor may be a host function, if
// it does nothing (nvcc takes these without a word); other locals' may not.
// EXIT[BAD]: 1
// RUN: cuprum %s -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:4 buf:i32:4:zero
// RUN[BAD]: cuprum %s -DBAD --syntax-only 2>&1
// CHECK: 1 2 0 5
// BAD: error: calling a __host__ function("Host::~Host()") from a __global__ function("k") is not allowed
// BAD: 1 error
struct Host {
    ~Host() {}
    int v;
};
struct Device {
    int *p;
    __device__ Device(int *p) : p(p) {}
    __device__ ~Device() { *p = 5; }
};
__device__ int count() {
    static Host h;
    return h.v;
}
__global__ void k(int *p) {
    __shared__ Host s;
    __shared__ Host many[2];
    s.v = 1;
    many[1].v = 2;
    p[0] = s.v;
    p[1] = many[1].v;
    p[2] = count();
    static auto f = [](int *p) {
        Device d(p);
        Device(p + 0);
    };
    f(p + 3);
#ifdef BAD
    Host h;
    p[0] = h.v;
#endif
}
