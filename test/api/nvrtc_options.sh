# SPDX-License-Identifier: Apache-2.0
# RUN: sh %s %B %t
# What each option of src/api/nvrtc_option.def changes that has an effect on the code.
# EXPECT:
# -arch=compute_90a: 'target sm_90a' 0 1
# -rdc=true: 'func.*shared_by_units' 0 2
# -dc: 'func.*shared_by_units' 0 2
# -dw: 'func.*shared_by_units' 0 0
# -ewp: 'func.*shared_by_units' 0 2
# -G: 'target.*, debug' 0 1
# -lineinfo: '\.loc' 0 12
# -G -dopt=on: '\.loc' 0 12
# -ftz=true: 'ftz' 0 4
# -prec-sqrt=false: 'sqrt.rn' 1 0
# -prec-div=false: 'div.rn' 1 0
# -fmad=false: 'fma.rn' 1 0
# -use_fast_math: 'approx' 0 2
# -restrict: 'ld.global.nc' 0 1
# -jtd=101: 'brx' 2 0
# --ptx-version=8.4: 'version 8.4' 0 1
# --ptx-version=min: 'version 6.3' 0 1
# -include=nothing.h: 'x.cu' 0 0
# -DPLAIN: 'is considered a host function' 0 1
# -DPLAIN -default-device: 'is considered a host function' 0 0
# -DPLAIN -U PLAIN: 'is considered a host function' 0 0
# -minimal -D EXTRA=cudaError_t e;: 'error' 0 2
# -D EXTRA=cudaError_t e;: 'error' 0 0
# -D EXTRA=int x = std::move(n);: 'error' 0 0
# -D EXTRA=int x = std::move(n); -builtin-move-forward=false: 'error' 0 2
# -D EXTRA=std::initializer_list<int> l;: 'no member' 0 0
# -D EXTRA=std::initializer_list<int> l; -builtin-initializer-list=false: 'no member' 0 1
# -D EXTRA=auto x = n; -std=c++03: 'error' 0 2
# -D EXTRA=auto x = n;: 'error' 0 0
# -D EXTRA=char x[__CUDACC_RTC_INT128__];: 'error' 0 2
# -D EXTRA=char x[__CUDACC_RTC_INT128__]; -device-int128: 'error' 0 0
# -D EXTRA=__float128 x = n;: 'error' 0 2
# -D EXTRA=__float128 x = n; -device-float128 -arch=compute_100: 'error' 0 0
# -fdevice-syntax-only: 'entry' 1 0
# the same
# another seed
# -w: 'from_header' 2 2
# -no-source-include: 'cannot open source file' 0 1
# File name, phase name, metric, unit
# x.cu, CUDA C++ Frontend, N, ms
# x.cu, NVVM Optimizer, N, ms
# x.cu, CUDA C++ Frontend, N, ms
# x.cu, NVVM Optimizer, N, ms
# 1
B=$1 T=$2
cat >$T.cu <<'END'
#ifndef EXTRA
#define EXTRA
#endif
#ifndef N
#define N 3
#endif
__device__ __noinline__ float hard(float a, float b) { return a / b + sqrtf(b) * a; }
__device__ int shared_by_units(int x) { return x + N; }
#ifdef PLAIN
void plain() {}
#endif
__global__ void k(float *p, const float *q, int n) {
    EXTRA
    switch (n) {
    case 1: *p = 2; break;
    case 2: *p = 7; break;
    case 3: *p = 11; break;
    case 4: *p = 19; break;
    case 5: *p = 31; break;
    case 6: *p = 1; break;
    default: *p = hard(*q, p[1]) + *q;
    }
}
END
code() { "$B/tools/nvrtc-client" "$B/lib/cuprum/libnvrtc.so.13" ptx "$T.cu" "$@"; }
count() { # PATTERN OPTION...: how many lines have it without and with the options
    p=$1
    shift
    echo "$*: '$p' $(code | grep -c -- "$p") $(code "$@" | grep -c -- "$p")"
}
count 'target sm_90a' -arch=compute_90a
count 'func.*shared_by_units' -rdc=true
count 'func.*shared_by_units' -dc
count 'func.*shared_by_units' -dw
count 'func.*shared_by_units' -ewp
count 'target.*, debug' -G
count '\.loc' -lineinfo
count '\.loc' -G -dopt=on
count 'ftz' -ftz=true
count 'sqrt.rn' -prec-sqrt=false
count 'div.rn' -prec-div=false
count 'fma.rn' -fmad=false
count 'approx' -use_fast_math
count 'ld.global.nc' -restrict
count 'brx' -jtd=101
count 'version 8.4' --ptx-version=8.4
count 'version 6.3' --ptx-version=min
count 'x.cu' -include=nothing.h
count 'is considered a host function' -DPLAIN
count 'is considered a host function' -DPLAIN -default-device
count 'is considered a host function' -DPLAIN -U PLAIN
count 'error' -minimal -D 'EXTRA=cudaError_t e;'
count 'error' -D 'EXTRA=cudaError_t e;'
count 'error' -D 'EXTRA=int x = std::move(n);'
count 'error' -D 'EXTRA=int x = std::move(n);' -builtin-move-forward=false
count 'no member' -D 'EXTRA=std::initializer_list<int> l;'
count 'no member' -D 'EXTRA=std::initializer_list<int> l;' -builtin-initializer-list=false
count 'error' -D 'EXTRA=auto x = n;' -std=c++03
count 'error' -D 'EXTRA=auto x = n;'
count 'error' -D 'EXTRA=char x[__CUDACC_RTC_INT128__];'
count 'error' -D 'EXTRA=char x[__CUDACC_RTC_INT128__];' -device-int128
count 'error' -D 'EXTRA=__float128 x = n;'
count 'error' -D 'EXTRA=__float128 x = n;' -device-float128 -arch=compute_100
count 'entry' -fdevice-syntax-only
# names of what is internal to a unit depend on the seed, and on nothing that changes from run to run
printf '__device__ static int inside; __global__ void k() { inside = 1; }' >$T.cu
code -rdc=true >$T.1
code -rdc=true >$T.2
code -rdc=true -frandom-seed=4 >$T.3
cmp -s $T.1 $T.2 && echo 'the same'
cmp -s $T.1 $T.3 || echo 'another seed'
# a header beside the source
mkdir -p $T.d/in
echo '#include "h.h"' >$T.d/x.cu
echo '__global__ void from_header() {}' >$T.d/h.h
T=$T.d/x
count from_header -w
count 'cannot open source file' -no-source-include
# files of times
code -time=$T.csv >/dev/null && code -time=$T.csv >/dev/null && sed 's/.*x.cu/x.cu/; s/[0-9][0-9]*, ms/N, ms/' $T.csv
code -fdevice-time-trace=$T.trace >/dev/null && grep -c traceEvents $T.trace.json
rm -rf $2.d
