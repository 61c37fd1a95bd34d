# SPDX-License-Identifier: Apache-2.0
# math-check --gpu by the driver API (of the virtual machine): where the kernel makes the arguments and judges, the lines are
# those of the host's judgement, digit for digit; of several processes they come in the same order.
# REQUIRES: /usr/include/mpfr.h, %B/lib/cuprum/libcuda.so.1
# TIMEOUT: 300
# RUN: sh %s %B %t
# CHECK: driver for CUDA {{[0-9.]+}}, Cuprum virtual GPU {{.*}}, compute capability
# CHECK-NEXT: 10 functions
# CHECK-NEXT: 8 functions
# CHECK-NEXT: expf: not judged: the time is over
check=$1/tools/math-check
cuprum exec "$check" --facts

same() { # OPTION... NAME...
    "$check" --library=cuprum "$@" >"$t.host" 2>&1
    cuprum exec "$check" --gpu --jobs=3 "$@" >"$t.gpu" 2>&1
    if cmp "$t.host" "$t.gpu"; then echo "$(grep -c ' at .*not nearest' "$t.gpu") functions"; else diff "$t.host" "$t.gpu"; fi
}
t=$2
same --stride=4000037 --random=2000 expf sinpif tgammaf lgammaf j0f j0f_from_8 normcdfinvf ilogbf powf fdimf
same --random=400 exp lgamma erfcinv y1 cyl_bessel_i0 sinpi rcbrt nextafter
cuprum exec "$check" --gpu --jobs=2 --total-seconds=0.000001 expf || true
