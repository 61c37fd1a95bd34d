// SPDX-License-Identifier: Apache-2.0
// Registers that are only loaded and stored have the state of what they were loaded from: several loads by one address, all of them
// of memory that has values. Of two that are loaded so and one that was never written the checker tells of that one.
// RUN: cuprum run %s --kernel=moved --block=64 --check=init buf:i32:1024:iota buf:i32:1024:zero
// RUN[OFF]: cuprum run %s --kernel=moved --block=64 --check=init --jit=off buf:i32:1024:iota buf:i32:1024:zero
// RUN[BAD]: cuprum run %s --kernel=missing --block=64 --check=init buf:i32:1024:iota buf:i32:1024:zero 2>&1
// EXIT[BAD]: 1
// BAD: uninitialised-read: 4 of 4 bytes were never written
// BAD: 1 finding
// CHECK-NOT: init
// OFF-NOT: init
extern "C" __global__ void moved(const int *in, int *out) {
    __shared__ __align__(16) int words[8][64];
    int t = threadIdx.x, v[8];
    for (int k = 0; k < 8; k++) v[k] = in[t + k * 64];
    for (int k = 0; k < 8; k++) words[k][t] = v[k];
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 8; k++) {
        int4 w = *(int4 *)&words[k][(t ^ 5) & 60];
        sum += w.x + w.y * 3 + w.z * 5 + w.w * (k + 1);
    }
    out[t] = sum;
}
extern "C" __global__ void missing(const int *in, int *out) {
    __shared__ int words[3][64];
    __shared__ int copy[3][64];
    int t = threadIdx.x;
    words[0][t] = in[t];
    words[2][t] = in[t + 64];
    __syncthreads();
    for (int k = 0; k < 3; k++) copy[k][t] = words[k][t];
    __syncthreads();
    out[t] = copy[0][t ^ 3] + copy[1][t ^ 3] * 3 + copy[2][t ^ 3];
}
