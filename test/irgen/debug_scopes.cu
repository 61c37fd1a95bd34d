// -G: functions, their parameters, blocks that declare something, and what is declared there.
// RUN: cuprum %s -arch=sm_90 -std=c++17 -G --emit=ir -o %t.ll && cuprum %t.ll -o %t.ptx && sort %t.ll | cat - %t.ll
// CHECK-DAG: !llvm.dbg.cu = !{[[CU:![0-9]+]]}
// CHECK-DAG: [[CU]] = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: [[FILE:![0-9]+]], producer: "cuprum", isOptimized: false, emissionKind: FullDebug)
// CHECK-DAG: [[FILE]] = !DIFile(filename: "{{.*}}debug_scopes.cu", directory: "{{.+}}")
// CHECK-DAG: [[INT:![0-9]+]] = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
// CHECK-DAG: [[K:![0-9]+]] = distinct !DISubprogram(scope: [[FILE]], name: "k", linkageName: "_Z1kPi3Big", file: [[FILE]], {{.*}}flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: [[CU]])
// CHECK-DAG: !DILocalVariable(name: "p", arg: 1, scope: [[K]]
// CHECK-DAG: !DILocalVariable(name: "big", arg: 2, scope: [[K]]
// CHECK-DAG: [[BODY:![0-9]+]] = distinct !DILexicalBlock(scope: [[K]], file: [[FILE]], line: 65,
// CHECK-DAG: !DILocalVariable(name: "i", scope: [[BODY]], {{.*}}type: [[INT]])
// CHECK-DAG: [[FOR:![0-9]+]] = distinct !DILexicalBlock(scope: [[BODY]], {{.*}}line: 67, column: 5)
// CHECK-DAG: !DILocalVariable(name: "j", scope: [[FOR]]
// CHECK-DAG: [[TURN:![0-9]+]] = distinct !DILexicalBlock(scope: [[FOR]], {{.*}}line: 67
// CHECK-DAG: !DILocalVariable(name: "t", scope: [[TURN]]
// CHECK-DAG: [[IF:![0-9]+]] = distinct !DILexicalBlock(scope: [[BODY]], {{.*}}line: 71, column: 5)
// CHECK-DAG: !DILocalVariable(name: "condition", scope: [[IF]]
// CHECK-DAG: [[RANGE:![0-9]+]] = distinct !DILexicalBlock(scope: [[BODY]], {{.*}}line: 72
// CHECK-DAG: !DILocalVariable(name: "__range", scope: [[RANGE]], {{.*}}flags: DIFlagArtificial)
// CHECK-DAG: [[ONE:![0-9]+]] = distinct !DILexicalBlock(scope: [[RANGE]]
// CHECK-DAG: !DILocalVariable(name: "one", scope: [[ONE]]
// CHECK-DAG: !DILocalVariable(name: "__binding", scope: [[BODY]], {{.*}}flags: DIFlagArtificial)
// CHECK-DAG: [[FIRST:![0-9]+]] = !DILocalVariable(name: "first", scope: [[BODY]], {{.*}}type: [[INT]])
// CHECK-DAG: [[SECOND:![0-9]+]] = !DILocalVariable(name: "second", scope: [[BODY]], {{.*}}type: [[INT]])
// CHECK-DAG: [[THIRD:![0-9]+]] = !DILocalVariable(name: "third", scope: [[BODY]], {{.*}}type: [[INT]])
//
// a block that declares nothing is none
// CHECK-NOT: !DILexicalBlock({{.*}}line: 74
//
// where they are: a slot for each variable; that of a reference holds the address
// CHECK-LABEL: define {{.*}} @_Z1kPi3Big(
// CHECK-DAG: [[P:%p[.0-9]*]] = alloca ptr
// CHECK-DAG: #dbg_declare(ptr [[P]], {{![0-9]+}}, !DIExpression(), {{![0-9]+}})
// CHECK-DAG: [[HIDDEN:%[.0-9a-z]*]] = alloca { i32, i32 }
// CHECK-DAG: #dbg_declare(ptr [[HIDDEN]], [[FIRST]], !DIExpression(), {{![0-9]+}})
// CHECK-DAG: #dbg_declare(ptr [[HIDDEN]], [[SECOND]], !DIExpression(DW_OP_plus_uconst, 4), {{![0-9]+}})
// CHECK-DAG: #dbg_declare(ptr {{%[.0-9a-z_]*}}, [[THIRD]], !DIExpression(DW_OP_deref, DW_OP_plus_uconst, 8), {{![0-9]+}})
//
// an object that the caller made is a reference to it
// CHECK-LABEL: define {{.*}} @_Z4give3Own(
// CHECK: [[OWN:%own[.0-9]*]] = alloca ptr
// CHECK: store ptr %own, ptr [[OWN]]
// CHECK: #dbg_declare(ptr [[OWN]], {{![0-9]+}}, !DIExpression(), {{![0-9]+}})
// CHECK-LABEL: {{^}}!llvm.dbg.cu
// optimized: the parts of what was bound are values
// RUN[DOPT]: cuprum %s -arch=sm_90 -std=c++17 -G --dopt=on --emit=ir -o - | grep -v '^declare'
// DOPT: #dbg_value(i32 41, [[A:![0-9]+]], !DIExpression(),
// DOPT: #dbg_value(i32 42, [[B:![0-9]+]], !DIExpression(),
// DOPT-DAG: [[A]] = !DILocalVariable(name: "first"
// DOPT-DAG: [[B]] = !DILocalVariable(name: "second"
struct Big {
    int x[20];
};
struct Pair {
    int a, b;
};
struct Own {
    int *q;
    __device__ Own(int *p) : q(p) {}
    __device__ ~Own() { *q = 1; }
};
__device__ __noinline__ int give(Own own) {
    return *own.q;
}
__global__ void k(int *p, Big big) {
    int i = big.x[3], array[3] = {1, 2, 3};
    for (int j = 0; j < 3; j++) {
        int t = p[j];
        p[j] = t + i;
    }
    if (int condition = p[5]) p[6] = condition;
    for (int one : array) p[one] = i;
    auto [first, second] = Pair{41, 42};
    if (i > 3) { p[9] = 1; }
    auto &[ignored, again, third] = array;
    p[7] = first + second + third + give(Own(p));
}
