// SPDX-License-Identifier: Apache-2.0
// Class template arguments deduced where constructors differ only in their constraints: the more
// constrained one is taken if its constraints hold.
// RUN: cuprum %s -arch=sm_90 -std=c++20 -O1 -o -
template <class T> concept Small = sizeof(T) <= 4;
template <class T> concept Smaller = Small<T> && sizeof(T) <= 2;
template <class T> struct Slot {
    int how;
    __device__ Slot(T) : how(1) {}
    __device__ Slot(T) requires Small<T> : how(2) {}
    __device__ Slot(T) requires Smaller<T> : how(3) {}
};
// CHECK: .entry pick(
// CHECK-DAG: [{{%rd\d+}}], 1;
// CHECK-DAG: [{{%rd\d+}}+4], 2;
// CHECK-DAG: [{{%rd\d+}}+8], 3;
extern "C" __global__ void pick(int *p) {
    p[0] = Slot(1.0).how;
    p[1] = Slot(1).how;
    p[2] = Slot('c').how;
}
