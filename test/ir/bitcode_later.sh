#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Bitcode of LLVM 22 and 23: a vector constant as one number; attributes that came later are left out, numbers that no
# version has are refused. The layout, which comes behind the types, says how wide a pointer to shared memory is.
# REQUIRES: python3
# RUN[WIDE]: python3 %S/inputs/bitcode_later.py %t.bc 105 e-i64:64-i128:128-v16:16-n16:32:64 && cuprum %t.bc -arch=sm_80 -O1 -o -
# WIDE: .param .u64 .ptr .global
# WIDE: .param .u64 .ptr
# WIDE: st.global.v2.u64 [{{.*}}], {5, 9};
# WIDE: st.shared.v2.u32 [{{.*}}], {7, 7};
# RUN[NARROW]: python3 %S/inputs/bitcode_later.py %t.bc 106 e-p3:32:32-i64:64-v16:16-n16:32:64 && cuprum %t.bc -arch=sm_80 --emit=ir -O0 -o -
# NARROW: store <4 x float> <float 1.5
# NARROW: store <2 x i32> <i32 7, i32 7>
# NARROW: store <2 x i128> <i128 u0x00000000000000090000000000000005, i128 u0x00000000000000090000000000000005>
# RUN[PARAM]: python3 %S/inputs/bitcode_later.py %t.bc 106 e-p3:32:32-i64:64-v16:16-n16:32:64 && cuprum %t.bc -arch=sm_80 -O1 -o -
# PARAM: .param .u32 .ptr
# RUN[UNKNOWN]: python3 %S/inputs/bitcode_later.py %t.bc 200 e-i64:64-v16:16-n16:32:64 && cuprum %t.bc -arch=sm_80 -o %t.ptx
# EXIT[UNKNOWN]: 1
# UNKNOWN: unknown attribute
