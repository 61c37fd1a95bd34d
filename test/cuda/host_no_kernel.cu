// SPDX-License-Identifier: Apache-2.0
// A file that seems to have kernels and ends without one says so; one that only launches another
// unit's kernel, or has nothing to do with kernels, does not.
// RUN[TMPL]: cuprum -DTMPL %s -o %t.ptx
// RUN[LAUNCH]: cuprum -DLAUNCH %s -o %t.ptx
// RUN[OTHER]: cuprum -DOTHER %s -o - 2>&1
// OTHER-NOT: warning
// RUN[PLAIN]: cuprum %s -o - 2>&1
// PLAIN-NOT: warning
// RUN[ONE]: cuprum -DTMPL -DONE %s -o - 2>&1
// ONE-NOT: warning
// ONE: .entry
#ifdef TMPL
template <class T> __global__ void fill(T *p) { *p = 1; } // WARNING[TMPL]: there is no kernel in this file: nothing instantiates kernel template "fill"
template <class T> void start(T *p) { fill<<<1, 1>>>(p); }
#ifdef ONE
void one(int *p) { start(p); }
#endif
#elif defined LAUNCH
template <class T, class F> void start(F f, T *p) {
    f<<<1, 1>>>(p); // WARNING[LAUNCH]: there is no kernel in this file, which has launches
}
#elif defined OTHER
__global__ void elsewhere(int *p);
void start(int *p) { elsewhere<<<1, 1>>>(p); }
#else
int add(int a, int b) { return a + b; }
#endif
