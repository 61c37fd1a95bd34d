// SPDX-License-Identifier: Apache-2.0
// Explicit specializations of the members of class templates' instances [temp.expl.spec]/16: member
// functions, member classes, member templates and their instances, variables.
// RUN: sh test/run/kernel.sh %s --grid=1 --block=1 buf:i32:32:zero
template <class T> struct Box {
    static const int size = sizeof(T);
    template <class U> __device__ int get(U) { return 1; }
    template <class U> __device__ int both(U, int) { return 10; }
    template <class U> struct Inner {
        static const int v = 1;
        __device__ int f() { return 5; }
    };
    template <class U> static const int w = 1;
    __device__ int plain() { return 1; }
    struct Part {
        static const int v = 1;
        __device__ int f() { return size; }
    };
};

template <> template <> __device__ int Box<int>::get(char) { return 2; }
template <> template <> __device__ int Box<int>::get<short>(short s) { return s + size; }
template <> template <class U> __device__ int Box<float>::get(U u) { return 4 + (int)sizeof(u); }
template <> template <class U> __device__ int Box<float>::both(U u, int k) { return (int)u + k; }
template <> template <> struct Box<int>::Inner<char> {
    static const int v = size + 2;
    __device__ int f() { return v * 2; }
};
template <> template <class U> struct Box<float>::Inner {
    static const int v = 3 + sizeof(U);
    __device__ int f() { return v + size; }
};
template <> template <class U> struct Box<int>::Inner<U *> {
    static const int v = 77;
    __device__ int f() { return 78; }
};
template <> template <> const int Box<int>::w<char> = 2;
template <> __device__ int Box<int>::plain() { return 2; }
template <> struct Box<int>::Part {
    static const int v = size + 20;
    __device__ int f() { return v + 1; }
};

template <class T> __device__ int *all(int *o) {
    Box<T> b;
    *o++ = b.get('a');
    *o++ = b.get(short(7));
    *o++ = b.get(1.0);
    *o++ = b.both('a', 3);
    *o++ = Box<T>::template Inner<char>::v + typename Box<T>::template Inner<char>().f();
    *o++ = Box<T>::template Inner<long>::v + typename Box<T>::template Inner<long>().f();
    *o++ = Box<T>::template Inner<T *>::v + typename Box<T>::template Inner<T *>().f();
    *o++ = Box<T>::template w<char> + Box<T>::template w<long>;
    *o++ = b.plain();
    *o++ = Box<T>::Part::v + typename Box<T>::Part().f();
    return o;
}

__global__ void kernel(int *o) {
    o = all<int>(o);
    o = all<float>(o);
    all<double>(o);
}
