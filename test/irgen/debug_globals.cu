// -G: variables of the module: in all spaces, of namespaces and classes, static ones of functions
// in their blocks, virtual tables. With -lineinfo, and without either, there are none of these.
// RUN: cuprum %s -arch=sm_90 -std=c++17 -G --emit=ir -o %t.ll && cuprum %t.ll -o %t.ptx && sort %t.ll
// CHECK-DAG: !llvm.dbg.cu = !{[[CU:![0-9]+]]}
// CHECK-DAG: [[CU]] = distinct !DICompileUnit({{.*}}globals: [[LIST:![0-9]+]])
// CHECK-DAG: [[LIST]] = !{{[{](![0-9]+, )+![0-9]+[}]}}
// CHECK-DAG: @device = addrspace(1) global {{.*}}, !dbg [[PAIR:![0-9]+]]
// CHECK-DAG: [[PAIR]] = !DIGlobalVariableExpression(var: [[DEVICE:![0-9]+]], expr: !DIExpression())
// CHECK-DAG: [[DEVICE]] = distinct !DIGlobalVariable(name: "device", scope: [[CU]], linkageName: "device", {{.*}}isLocal: false, isDefinition: true)
// CHECK-DAG: @_ZN1n8constantE = addrspace(4) {{.*}}, !dbg
// CHECK-DAG: [[NS:![0-9]+]] = !DINamespace(name: "n", scope: null)
// CHECK-DAG: distinct !DIGlobalVariable(name: "constant", scope: [[NS]], linkageName: "_ZN1n8constantE"
// CHECK-DAG: [[ANON:![0-9]+]] = !DINamespace(scope: [[NS]], exportSymbols: true)
// CHECK-DAG: distinct !DIGlobalVariable(name: "hidden", scope: [[ANON]], {{.*}}isLocal: true
// CHECK-DAG: distinct !DIGlobalVariable(name: "managed", scope: [[CU]]
// CHECK-DAG: distinct !DIGlobalVariable(name: "of<float>", scope: [[CU]], {{.*}}templateParams:
// CHECK-DAG: [[K:![0-9]+]] = distinct !DISubprogram({{.*}}name: "k"
// CHECK-DAG: [[BODY:![0-9]+]] = distinct !DILexicalBlock(scope: [[K]]
// CHECK-DAG: distinct !DIGlobalVariable(name: "shared", scope: [[BODY]], {{.*}}isLocal: true
// CHECK-DAG: [[IF:![0-9]+]] = distinct !DILexicalBlock(scope: [[BODY]]
// CHECK-DAG: distinct !DIGlobalVariable(name: "counter", scope: [[IF]], linkageName: "_ZZ1kPiE7counter"
// CHECK-DAG: distinct !DIGlobalVariable(name: "dynamic", scope: [[CU]], linkageName: "dynamic"
// CHECK-DAG: [[S:![0-9]+]] = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S"
// CHECK-DAG: [[TABLE:![0-9]+]] = !DIDerivedType(tag: DW_TAG_member, name: "table", scope: [[S]], {{.*}}flags: DIFlagPublic | DIFlagStaticMember, extraData: i32 3)
// CHECK-DAG: distinct !DIGlobalVariable(name: "_ZTV1S", scope: [[CU]]
//
// RUN[LINES]: cuprum %s -arch=sm_90 -std=c++17 -lineinfo --emit=ir -o -
// LINES-NOT: {{DILocalVariable|DIGlobalVariable|DICompositeType|DIBasicType|DILexicalBlock\(|dbg_declare}}
// LINES: !DISubprogram(
// LINES-NOT: {{DILocalVariable|DIGlobalVariable|DICompositeType|DIBasicType|DILexicalBlock\(|dbg_declare}}
//
// RUN[NONE]: cuprum %s -arch=sm_90 -std=c++17 --emit=ir -o -
// NONE-NOT: {{!DI|!dbg}}
//
// optimized all the same: parameters are known by their values
// RUN[DOPT]: cuprum %s -arch=sm_90 -std=c++17 -G --dopt=on --emit=ir -o -
// DOPT: #dbg_value(ptr %p
// DOPT: DICompileUnit({{.*}}isOptimized: true
struct S {
    static const int table = 3;
    int m;
    __device__ virtual int f() { return m; }
};
__device__ int device;
__managed__ int managed;
template <class T> __device__ T of = T(3);
namespace n {
__constant__ int constant[2];
namespace {
__device__ int hidden;
}
} // namespace n
__global__ void k(int *p) {
    __shared__ int shared[4];
    extern __shared__ int dynamic[];
    S s;
    S *q = p[7] ? &s : nullptr;
    shared[p[0]] = dynamic[p[1]];
    if (p[2]) {
        static int counter;
        p[3] = counter++;
    }
    p[4] = S::table + device + managed + (int)of<float> + n::constant[p[5]] + n::hidden + q->f() + shared[p[0]];
}
