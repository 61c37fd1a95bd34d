// SPDX-License-Identifier: Apache-2.0
// Remarks of passes: which are shown, in which words, with the place though no line information is
// asked for.
// RUN: cuprum %s -arch=sm_90 -o %t.ptx -Rpass=inline
// CHECK: remark: [[F:.*remarks.cu]]:[[@LINE+31]]:5: '_Z6thricei' is inlined into '_Z1kPi' ({{[0-9]+}} instructions) [-Rpass=inline]
// CHECK-NOT: remark
// The expression is searched for in the pass's name; several options add up; a remark is shown once.
// RUN[BOTH]: cuprum %s -arch=sm_90 -o %t.both.ptx -Rpass='^in.*e$' -Rpass-missed='inline|none' -Rpass-analysis=.
// BOTH-DAG: '_Z6thricei' is inlined into '_Z1kPi'
// BOTH-DAG: remark: {{.*}}remarks.cu:[[@LINE+27]]:5: '_Z4keptPi' is not inlined into '_Z1kPi': it says noinline [-Rpass-missed=inline]
// BOTH-NOT: remark
// RUN[NONE]: cuprum %s -arch=sm_90 -o %t.none.ptx -Rpass=inlinex -Rpass-missed=' '
// NONE-NOT: remark
// nvcc's option and libNVVM's words for it; LLVM's spellings.
// RUN[INFO]: cuprum %s -arch=sm_90 -o %t.info.ptx --optimization-info=inline
// INFO-DAG: '_Z6thricei' is inlined into '_Z1kPi'
// INFO-DAG: '_Z4keptPi' is not inlined into '_Z1kPi'
// RUN[LLVM]: cuprum %s -arch=sm_90 -o %t.llvm.ptx -pass-remarks=inline
// LLVM: '_Z6thricei' is inlined into '_Z1kPi'
// -w silences warnings, not what is asked for.
// RUN[QUIET]: cuprum %s -arch=sm_90 -w -o %t.quiet.ptx -Rpass=inline
// QUIET: '_Z6thricei' is inlined into '_Z1kPi'
// The code is the same, with no lines in it.
// RUN[SAME]: cuprum %s -arch=sm_90 -o %t.plain.ptx && cmp %t.ptx %t.plain.ptx && cmp %t.both.ptx %t.plain.ptx && grep -c '\.loc' %t.ptx; echo compared
// SAME: 0
// SAME-NEXT: compared
// RUN[WRONG]: cuprum %s -arch=sm_90 -o %t.ptx -Rpass='(' ; cuprum %s -o %t.ptx -foptimization-record-passes='a[' -Rpass-missed='*'; true
// WRONG: error: "(" is no regular expression: {{.}}
// WRONG: error: "*" is no regular expression:
// WRONG: error: "a[" is no regular expression:
__device__ int thrice(int a) { return a * 3; }
__device__ __noinline__ void kept(int *p) { *p += 1; }
__global__ void k(int *p) {
    // the places are those of statements

    p[1] = thrice(p[2]);
    kept(p);
}
