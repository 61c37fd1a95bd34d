// SPDX-License-Identifier: Apache-2.0
// What a header marks for the device is device code where the main file defines it without marks: other units call it, by either name of
// a constructor, too. So is what an explicit instantiation names.
// RUN: cuprum %s -rdc=true -arch=sm_90 -o %t.ptx 2>%t.err && grep -o '\.func.*_Z[^(]*' %t.ptx | sed 's/.* //' | sort -u | tr '\n' ' ' && grep -c 'warning #20037' %t.err
// CHECK: _Z4bothi _Z5twiceIiET_S0_ _ZN4Node3sumEii _ZN4NodeC1Ei _ZN4NodeC2Ei _ZN4NodeD0Ev _ZN4NodeD1Ev _ZN4NodeD2Ev _ZN5space6insideEv _ZNK4Node3getEv 3
#include "inputs/device_marks.h"
Node::Node(int v) : value(v) {
}
int Node::get() const {
    return value;
}
Node::~Node() {
}
int Node::sum(int x, int y) {
    return x + y;
}
int Node::host_only() const {
    return value;
}
int both(int x) {
    return x;
}
int space::inside() {
    return 1;
}
template <class T> __device__ T twice(T x) {
    return x + x;
}
template __device__ int twice<int>(int);
