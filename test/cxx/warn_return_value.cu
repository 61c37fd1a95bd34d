// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
// `return;` in a device function with a result: nvcc warns. (Of host code --check-all makes it an error.)
__device__ int value() { return; } // WARNING: non-void function "int value()" should return a value
