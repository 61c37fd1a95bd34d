# SPDX-License-Identifier: Apache-2.0
# The record of all remarks: its two forms, its name, what is left out, who writes it.
# RUN: sh %s %t
# CHECK: --- !Passed
# CHECK-NEXT: Pass: inline
# CHECK-NEXT: Name: Inlined
# CHECK-NEXT: DebugLoc: { File: 'a b.cu', Line: 3, Column: 5 }
# CHECK-NEXT: Function: _Z1kPi
# CHECK-NEXT: Args:
# CHECK-NEXT: - String: ''''
# CHECK-NEXT: - Callee: _Z6thricei
# CHECK-NEXT: - String: ''' is inlined into '''
# CHECK-NEXT: - Caller: _Z1kPi
# CHECK-NEXT: - String: ''' ('
# CHECK-NEXT: - Cost: '{{[0-9]+}}'
# CHECK-NEXT: - String: ' instructions)'
# CHECK-NEXT: ...
# CHECK-NEXT: --- !Missed
# CHECK: - Reason: 'it says noinline'
# CHECK: json: [
# CHECK-NEXT: {"Kind": "Passed", "Pass": "inline", "Name": "Inlined", "DebugLoc": {"File": "a b.cu", "Line": 3, "Column": 5}, "Function": "_Z1kPi", "Args": [{"String": "'"}, {"Callee": "_Z6thricei"}, {"String": "' is inlined into '"}, {"Caller": "_Z1kPi"}, {"String": "' ("}, {"Cost": "{{[0-9]+}}"}, {"String": " instructions)"}]},
# CHECK-NEXT: {"Kind": "Missed", {{.*}} {"Reason": "it says noinline"}]}
# CHECK-NEXT: ]
# CHECK-NEXT: none: []
# CHECK-NEXT: nothing: 0 bytes
# CHECK-NEXT: a b.opt.yaml
# CHECK-NEXT: out.opt.json
# CHECK-NEXT: same record
# CHECK-NEXT: same record
# CHECK-NEXT: module.opt.yaml
# CHECK-NEXT: same code
# CHECK-NOT: remark:
# CHECK: cannot write "no/such/folder.yaml"
rm -rf "$1.d" && mkdir "$1.d" && cd "$1.d" || exit 1
printf '__device__ int thrice(int a) { return a * 3; } __device__ __noinline__ void kept(int *p) { *p += 1; }\n__global__ void k(int *p) {\n    p[1] = thrice(p[2]);\n    kept(p);\n}\n' >'a b.cu'
cuprum 'a b.cu' -arch=sm_90 -fsave-optimization-record -o out.ptx && cat out.opt.yaml
mv out.opt.yaml first.yaml
printf 'json: '
cuprum 'a b.cu' -arch=sm_90 -fsave-optimization-record=json -o - >/dev/null && cat 'a b.opt.json'
printf '__global__ void n() {}\n' >n.cu
cuprum n.cu -fsave-optimization-record=json -o n.ptx && echo "none: $(cat n.opt.json)"
# only of some passes; clang's option for the name is enough to have a record
cuprum 'a b.cu' -foptimization-record-file=x.yaml -foptimization-record-passes=licm -o - >/dev/null &&
    echo "nothing: $(wc -c <x.yaml) bytes"
cuprum 'a b.cu' -fsave-optimization-record=yaml -o - >/dev/null && ls 'a b.opt.yaml'
cuprum 'a b.cu' -fsave-optimization-record=json -o out.ptx && ls out.opt.json
cmp 'a b.opt.json' out.opt.json && echo same record
# as nvcc calls us, and from IR
cp 'a b.cu' ab.ii && sed -i 's/__device__/__attribute__((device))/g; s/__noinline__/__attribute__((noinline))/; s/__global__/__attribute__((global))/; 1i# 1 "a b.cu"' ab.ii
cicc -arch compute_90 ab.ii -pass-remarks-output=c.yaml -o c.ptx && cmp c.yaml first.yaml && echo same record
cuprum 'a b.cu' -emit=ir -lineinfo -O0 -o module.ll
cuprum opt -O3 -arch=sm_90 module.ll -fsave-optimization-record -Rpass=none -S -o - >/dev/null && ls module.opt.yaml
cuprum 'a b.cu' -arch=sm_90 -o plain.ptx
cuprum 'a b.cu' -arch=sm_90 -fsave-optimization-record -o out.ptx && cmp plain.ptx out.ptx && echo same code
cuprum 'a b.cu' -foptimization-record-file=no/such/folder.yaml -o - 2>&1 >/dev/null
exit 0
