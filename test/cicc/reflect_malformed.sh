# SPDX-License-Identifier: Apache-2.0
# Questions to __nvvm_reflect that NVIDIA's compiler stops at are errors; those that it answers with 0 are answered.
# RUN: sh %s %t
# CHECK: variable 90: 0
# CHECK: variable 100: 1 error: __nvvm_reflect argument must be a constant string
# CHECK: empty 90: 0
# CHECK: empty 100: 0
# CHECK: endless 100: 0
# CHECK: filled later 90: 1 error: __nvvm_reflect argument must be a string constant
# CHECK: null 90: 1 error: __nvvm_reflect argument must be a string constant
# CHECK: address 90: 1 error: __nvvm_reflect can only be used in a call instruction
# CHECK: two 90: 1 error: __nvvm_reflect_ocl requires exactly one argument
T=$1
ask() { # NAME ARCH EXPRESSION
    cat >"$T.ii" <<END
extern "C" __attribute__((device)) int __nvvm_reflect(const char *);
extern "C" __attribute__((device)) int __nvvm_reflect_ocl(const char *, int);
__attribute__((device)) const char endless[3] = {65, 66, 67};
__attribute__((device)) char filled[3];
__attribute__((global)) void k(long *o, const char *s) { *o = (long)($3); }
END
    said=$(cicc -w -arch compute_$2 -m64 "$T.ii" -o "$T.ptx" 2>&1)
    echo "$1 $2: $? $said" | head -1
}
ask variable 90 '__nvvm_reflect(s)'
ask variable 100 '__nvvm_reflect(s)'
ask empty 90 '__nvvm_reflect("")'
ask empty 100 '__nvvm_reflect("")'
ask endless 100 '__nvvm_reflect(endless)'
ask 'filled later' 90 '__nvvm_reflect(filled)'
ask null 90 '__nvvm_reflect(0)'
ask address 90 '__nvvm_reflect'
ask two 90 '__nvvm_reflect_ocl("A", 2)'
