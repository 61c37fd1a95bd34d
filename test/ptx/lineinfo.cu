// SPDX-License-Identifier: Apache-2.0
// Source lines: .loc where the location changes, the places of inlined code once, .file and the names of
// inlined functions at the end. ptxas takes them.
#include "lines.h"
#line 1
__device__ __forceinline__ int inner(int *q, int a) {
  int b = q[a];
  q[a] = b * 3;
  return b + q[7];
}
__device__ __forceinline__ int twice(int *q, int v) {
  int r = inner(q, v) * 2;
  return r;
}
extern "C" __global__ void k(int *p, int n) {
  int i = threadIdx.x;
  p[i] = twice(p, n) + 1;
  p[i + 1] = inner(p, 3) + twice(p, i);
  for (int j = 0;
       j < p[8];
       j += p[9])
    p[j] = from_header(p);
#include "line_body.h"
}
// RUN: cuprum %s -lineinfo -arch=sm_90 -I%S/inputs -o %t.ptx && ptxas -arch=sm_90 --generate-line-info %t.ptx -o %t.cubin && cat %t.ptx
// REQUIRES: ptxas
// CHECK: .target sm_90{{$}}
// CHECK: .visible .entry k(
// CHECK: .reg .b64
// CHECK-NEXT: .loc 1 10 0
// CHECK-EMPTY:
// CHECK-NEXT: ld.param.u64
// CHECK-NEXT: ld.param.u32
// CHECK-NEXT: .loc 1 11 3
// CHECK: .loc 1 12 3
// CHECK-NEXT: .loc 1 7 3, function_name $L__info_string0, inlined_at 1 12 3
// CHECK-NEXT: .loc 1 2 3, function_name $L__info_string1, inlined_at 1 7 3
// CHECK: .loc 1 3 3, function_name $L__info_string1, inlined_at 1 7 3
// CHECK: .loc 1 4 3, function_name $L__info_string1, inlined_at 1 7 3
// CHECK: .loc 1 7 3, function_name $L__info_string0, inlined_at 1 12 3
// CHECK: .loc 1 12 3
// CHECK-NEXT: add.s32
// CHECK: .loc 1 13 3
// CHECK-NEXT: .loc 1 2 3, function_name $L__info_string1, inlined_at 1 13 3
// CHECK: .loc 1 13 3
// CHECK-NEXT: .loc 1 7 3, function_name $L__info_string0, inlined_at 1 13 3
// CHECK-NEXT: .loc 1 2 3, function_name $L__info_string1, inlined_at 1 7 3
// CHECK: .loc 1 15 8
// CHECK-NEXT: ld.global.u32
// CHECK: .loc 1 17 5
// CHECK-NEXT: .loc 2 3 3, function_name $L__info_string2, inlined_at 1 17 5
// CHECK: .loc 1 16 8
// CHECK: .loc 3 1 3
// CHECK-NEXT: st.global.u32 [{{.*}}+12], 9
// CHECK: .loc 1 19 1
// CHECK-NEXT: ret;
// CHECK: .file 1 "{{/.*}}test/ptx/lineinfo.cu"
// CHECK-NEXT: .file 2 "{{/.*}}test/ptx/inputs/lines.h"
// CHECK-NEXT: .file 3 "{{/.*}}test/ptx/inputs/line_body.h"
// CHECK-NEXT: .section .debug_str
// CHECK-NEXT: {
// CHECK-NEXT: $L__info_string0:
// CHECK-NEXT: .b8 95,90,53,116,119,105,99,101,80,105,105,0
// CHECK-NEXT: $L__info_string1:
// RUN[NO]: cuprum %s -arch=sm_90 -I%S/inputs -o -
// NO-NOT: .loc
// NO-NOT: .file
// RUN[G]: cuprum %s -G -arch=sm_90 -I%S/inputs -o %t.g.ptx && ptxas -arch=sm_90 -g %t.g.ptx -o %t.cubin && \
// RUN[G]: readelf --debug-dump=info %t.cubin && cat %t.g.ptx
// G-NOT: section not found
// G: DW_AT_producer : cuprum
// G: DW_AT_name : {{.*}}test/ptx/lineinfo.cu
// G: DW_AT_name : k
// G: DW_AT_decl_line : 10
// G: .target sm_90, debug
// G: .loc 1 10 0
// G: $L__func_begin0:
// G: $L__func_end0:
// RUN[V]: cuprum run %s -lineinfo -I%S/inputs --grid=1 --block=1 buf:i32:4:iota i32:3
// EXIT[V]: 1
// V: PTX line {{[0-9]+}} ({{/.*}}test/ptx/lineinfo.cu:4, inlined at {{/.*}}test/ptx/lineinfo.cu:7, from {{/.*}}test/ptx/lineinfo.cu:12): global load of 4 bytes out of bounds
