// SPDX-License-Identifier: Apache-2.0
// Unqualified names are not looked up in bases that depend on the parameters of the class's own
// template [temp.dep]/4; bases of an instance that is a base are no such.
// RUN: cuprum %s --check-all -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:4 buf:i32:4:zero
// CHECK: 3 5 8 13
__device__ constexpr int outside = 13;
template <class T> struct Root {
    T held = 3;
    using Item = T;
    __device__ int twice(int v) { return 2 * v; }
};
template <class T> struct Middle : Root<T> {};
struct Plain : Middle<int> {
    Item get() { return held; }
    __device__ Item more() { return held + Item(2); }
};
// the injected name of a base two instances up, in front of ::
struct Steps {
    __device__ int step(int v) { return v + 4; }
};
template <class Self> struct Walker : Steps {};
template <class Self> struct Runner : Walker<Self> {};
struct Own : Runner<Own> {
    using Steps::step;
    __device__ int step() { return step(4); }
};
// a base of a template's class that does not depend on its parameters
template <class T> struct Holder : Middle<int> {
    __device__ int get() { return held; }
};
template <class T> struct Names {
    int outside = 1;
};
template <class T> struct Below : Names<T> {};
template <class T> struct Hides : Below<T> {
    __device__ int get() { return outside; }
};
__global__ void k(int *p) {
    p[0] = Holder<char>().get();
    p[1] = Plain().more();
    p[2] = Own().step();
    p[3] = Hides<int>().get();
}
