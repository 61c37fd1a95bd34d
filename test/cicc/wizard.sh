# SPDX-License-Identifier: Apache-2.0
# The variables of NVIDIA's developers: what they ask for is said to have no effect.
# RUN: sh %s %t
# CHECK: nothing: 0
# CHECK: warning: -keep has no effect: the stages are one program, with no files in between; 'cuprum --emit=bc' writes the IR
# CHECK: warning: NV_NVVM_VERSION=nvvm70 has no effect: there is one code generator for all GPUs
T=$1
echo '__attribute__((global)) void k(int *p) { *p = 1; }' >"$T.ii"
NVVMCCWIZ=553282 cicc -keep -arch compute_90 -m64 "$T.ii" -o "$T.ptx"
NV_NVVM_VERSION=nvvm70 cicc -arch compute_90 -m64 "$T.ii" -o "$T.ptx"
echo "nothing: $(cicc -keep -arch compute_90 -m64 "$T.ii" -o "$T.ptx" 2>&1 | wc -l)"
