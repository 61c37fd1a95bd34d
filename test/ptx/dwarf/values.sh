# SPDX-License-Identifier: Apache-2.0
# Variables of optimized code: registers over ranges, constants, kernel parameters where they lie, inlined functions
# with abstract origins and the pieces of their code (inputs/values.cu). Everything verifies.
# REQUIRES: ptxas, llvm-dwarfdump-19
# RUN: cuprum opt %S/inputs/values.ll -O2 -arch=sm_80 -o %t.ll && cuprum %t.ll -G -arch=sm_80 -o %t.ptx && \
# RUN: ptxas -g -arch=sm_80 %t.ptx -o %t.cubin; llvm-dwarfdump-19 --verify %t.cubin; llvm-dwarfdump-19 %t.cubin
# CHECK: No errors.
# CHECK: DW_AT_inline (DW_INL_inlined)
# CHECK: DW_AT_name ("value")
# CHECK: DW_AT_name ("product")
# CHECK: DW_TAG_subprogram
# CHECK: DW_AT_name ("out")
# CHECK: DW_AT_location (DW_OP_addr 0x160)
# CHECK-NEXT: DW_AT_address_class (0x07)
# CHECK: DW_AT_name ("pair")
# CHECK: DW_AT_location (DW_OP_addr 0x16c)
# CHECK: DW_AT_name ("last")
# CHECK: DW_AT_location (0x00000000:
# CHECK-NEXT: DW_OP_implicit_value 0x4 0xff 0xff 0xff 0xff
# CHECK-NEXT: DW_OP_regx 0x2572
# CHECK: DW_AT_name ("half")
# CHECK: DW_AT_location (DW_OP_regx 0x2566
# CHECK-NEXT: DW_AT_address_class (0x02)
# CHECK: DW_TAG_lexical_block
# CHECK: DW_AT_name ("i")
# CHECK: DW_OP_implicit_value 0x4 0x00 0x00 0x00 0x00
# CHECK: DW_TAG_inlined_subroutine
# CHECK-NEXT: DW_AT_abstract_origin ({{.*}} "_ZL6scaledii")
# CHECK-NEXT: DW_AT_ranges
# CHECK: DW_AT_call_line (12)
# CHECK-NEXT: DW_AT_call_column (12)
# CHECK: DW_AT_abstract_origin ({{.*}} "value")
# CHECK: DW_AT_abstract_origin ({{.*}} "by")
# CHECK: DW_AT_location (0x
