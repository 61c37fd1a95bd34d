// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Lock {
    __device__ Lock() {}
    Lock(const Lock &) = delete; // NOTE: "Lock::Lock(const Lock &)" is declared here
};
__device__ void use(Lock l) {}
__global__ void k() {
    Lock l;
    use(l); // ERROR: function "Lock::Lock(const Lock &)" cannot be referenced -- it is a deleted function
}
