// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
class Base {
protected:
    __device__ int secret() { return 1; } // NOTE: "int Base::secret()" is declared here
};
__global__ void k(int *p, Base b) {
    *p = b.secret(); // ERROR: "int Base::secret()" is inaccessible
}
