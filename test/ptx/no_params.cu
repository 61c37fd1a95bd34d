// SPDX-License-Identifier: Apache-2.0
// The list of a function without parameters is one word, as NVIDIA prints it: programs look for it.
// RUN: cuprum --ptx -o - %s
// CHECK: .entry kernel()
// CHECK-NEXT: {
// CHECK: .entry one(
// CHECK-NEXT: .param
extern "C" __global__ void kernel() {}
extern "C" __global__ void one(int) {}
