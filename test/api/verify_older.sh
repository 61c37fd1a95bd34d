# RUN: %B/tools/nvvm-client %B/lib/libnvvm.so.4 cases test/api/inputs/verify_cases.txt -arch=compute_75
# What the NVVM verifier's older engine says otherwise (the newer: verify_ours.sh).
# CHECK: == rmw_nand: 6
# CHECK: atomicrmw does not support operation.
# CHECK: == asm_i1: 6
# CHECK: Invalid type in inline assembly, must be i8, i16, i32, i64, float, or double
# CHECK: == pragma_br2: 6
# CHECK: pragma unroll is not supported.  Please use llvm.loop.unroll.count instead
