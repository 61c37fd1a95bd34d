// SPDX-License-Identifier: Apache-2.0
// The warning of a kernel that may be missing is one like others: an error, or silent, where options
// say so; in cicc and where all of host code is checked too.
// EXIT[ERR]: 1
// RUN[ERR]: cuprum -Werror all-warnings %s -o %t.ptx 2>&1
// RUN[ERR]: cuprum -diag-error 29001 %s -o %t.ptx 2>&1
// ERR: error{{.*}}: kernel "fill" may be missing
// RUN[OFF]: cuprum -diag-suppress 29001 %s -o - 2>&1
// RUN[OFF]: cuprum -diag-suppress lost-kernel %s -o - 2>&1
// OFF-NOT: 29001
// OFF: .entry _Z4fillIiEvPT_
// RUN[CICC]: cicc -arch compute_80 --c++17 %s -o %t.ptx 2>&1
// CICC: warning: kernel "fill" may be missing
// CICC: note: the first error there: identifier "unknown" is undefined
// EXIT[ALL]: 1
// RUN[ALL]: cuprum --check-all %s -o %t.ptx 2>&1
// ALL: error: identifier "unknown" is undefined
#ifndef __CUDACC__
#define __global__ __attribute__((global))
#endif
template <class T> __global__ void fill(T *p) { *p = 1; }
void start(int *p) {
    fill<<<1, 1>>>(p);
    fill<<<1, 1>>>(unknown(p));
}
