// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all %s
// What fuzzing found: each of these made the front end call itself without end.
struct Copy {
    int id;
    __device__ Copy(Copy c) : id(1) {} // ERROR: a constructor of "Copy" may not have "Copy" as its only parameter
};
__device__ Copy twice(Copy c) { return c; }
