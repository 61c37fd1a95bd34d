// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --check-all --syntax-only %s
// Members of instances named in a member class, or a local one, of a template that is read unbound.
template <class T> struct Other {
    int x;
    T y;
};
template <class T> struct Box {
    int z;
    struct In {
        int w;
        __device__ int f(Other<T> o, Box<T> b, In i) {
            return o.x + b.z + i.w;
        }
        __device__ int wrong() {
            return nothing; // ERROR: identifier "nothing" is undefined
        }
    };
};
template <class T> __device__ int g() {
    struct Local {
        __device__ int f(Other<T> o) {
            return o.x;
        }
    };
    return Local().f(Other<T>());
}
