# SPDX-License-Identifier: Apache-2.0
# LLVM's tool reads the record.
# REQUIRES: llvm-remarkutil
# RUN: cuprum %S/remarks.cu -arch=sm_90 -fsave-optimization-record -o %t.ptx && llvm-remarkutil yaml2bitstream %t.opt.yaml -o %t.bits && llvm-remarkutil bitstream2yaml %t.bits -o -
# CHECK: Pass: inline
# CHECK: - Callee: _Z6thricei
# CHECK: --- !Missed
