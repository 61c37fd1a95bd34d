// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all %s
template <class T> __global__ void k(T *v) {}
class Box {
    struct Hidden {};
public:
    static void run() { k<Hidden><<<1, 1>>>(nullptr); } // ERROR: A type that is defined inside a class and has private or protected access ("Box::Hidden") cannot be used in the template argument type of a __global__ function template instantiation
};
