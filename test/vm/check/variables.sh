# SPDX-License-Identifier: Apache-2.0
# A finding shows the variables in scope at its instruction, by the program's own debugging entries: parameters of a
# kernel, slots of the frame, registers over ranges, constants; structures with bit-fields, arrays, enumerators
# (inputs/variables.cu). Optimized, what is no longer there says so.
# RUN: cuprum %S/inputs/variables.ll -G -arch=sm_80 -o %t.ptx && \
# RUN: cuprum run %t.ptx --check --kernel=kernel --grid=1 --block=1 buf:i32:8:iota bytes:090000000000c03f2b00000061626300 i32:3
# EXIT: 1
# CHECK: mem: out-of-bounds: 1180 bytes past the end of an allocation
# CHECK: v3.cu:13) in _Z4pickPKii5Color
# CHECK: variables:
# CHECK-NEXT: values = 0x{{[0-9a-f]+}} (const int *)
# CHECK-NEXT: at = 3 (int)
# CHECK-NEXT: color = GREEN (Color)
# CHECK-NEXT: scale = 0.5 (double)
# CHECK-NEXT: inner = 300 (int)
# CHECK-NEXT: mem: out-of-bounds: 380 bytes past the end of an allocation
# CHECK: variables:
# CHECK-NEXT: out = 0x{{[0-9a-f]+}} (int *)
# CHECK-NEXT: pair = {a = 9, b = 1.5, low = 3, high = 5, name = {0, 0, 0, 97 'a'}} (Pair)
# CHECK-NEXT: n = 3 (int)
# CHECK-NEXT: row = {0, 1.5, 3, 4.5, 6, 7.5, 9, 10.5, ...} (float[10])
# CHECK-NEXT: color = GREEN (Color)
# CHECK-NEXT: flag = false (bool)
# CHECK-NEXT: text = 0x{{[0-9a-f]+}} (const char *)
# CHECK-NEXT: 2 findings
# RUN[J]: cuprum run %t.ptx --check --format=json --kernel=kernel --grid=1 --block=1 buf:i32:8:iota bytes:090000000000c03f2b00000061626300 i32:3
# EXIT[J]: 1
# J: "variables":["values = 0x{{[0-9a-f]+}} (const int *)","at = 3 (int)","color = GREEN (Color)","scale = 0.5 (double)","inner = 300 (int)"]
# RUN[O]: cuprum opt %S/inputs/variables.ll -O2 -arch=sm_80 -o %t.ll && cuprum %t.ll -G -arch=sm_80 -o %t.o.ptx && \
# RUN[O]: cuprum run %t.o.ptx --check --kernel=kernel --grid=1 --block=1 buf:i32:8:iota bytes:090000000000c03f2b00000061626300 i32:3
# EXIT[O]: 1
# O: out-of-bounds: 1180 bytes
# O: color = GREEN (Color)
# O: values = 0x{{[0-9a-f]+}} (const int *)
# O-NEXT: at = 3 (int)
# O-NEXT: scale = 0.5 (double)
# O-NEXT: inner = 300 (int)
# O: out-of-bounds: 380 bytes
# O: out = 0x{{[0-9a-f]+}} (int *)
# O-NEXT: pair = {a = 9, b = 1.5, low = 3, high = 5, name = {0, 0, 0, 97 'a'}} (Pair)
# O-NEXT: n = 3 (int)
# O: color = GREEN (Color)
