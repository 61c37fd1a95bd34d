# SPDX-License-Identifier: Apache-2.0
# A device array initialised by a string of millions of letters takes time and memory by its length, and no steps of evaluation.
# RUN: sh %s %t
# CHECK: 4000001 letters
# CHECK: arg 0: 97 98 0
f=$1.cu
{ printf '__device__ const char s[] = "'; head -c 4000000 /dev/zero | tr '\0' a; echo 'b";'; } >$f
echo 'extern "C" __global__ void k(int *o) { o[0] = s[*o]; o[1] = s[4000000]; o[2] = s[4000001]; }' >>$f
cuprum $f -fconstexpr-steps=1000 -arch=sm_90 -o $1.ptx && grep -o 's\[4000002\]' $1.ptx | sed 's/.*/4000001 letters/'
cuprum run $1.ptx --kernel=k --print=0:3 buf:i32:3:zero
