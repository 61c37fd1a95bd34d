// -G: the types of variables, each kind once, as LLVM's metadata.
// RUN: cuprum %s -arch=sm_90 -G --emit=ir -o %t.ll && cuprum %t.ll -o %t.ptx && sort %t.ll | cat - %t.ll
// CHECK-DAG: [[INT:![0-9]+]] = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
// CHECK-DAG: [[BOOL:![0-9]+]] = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
// CHECK-DAG: [[UCHAR:![0-9]+]] = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
// CHECK-DAG: [[CHAR:![0-9]+]] = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
// CHECK-DAG: [[FLOAT:![0-9]+]] = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
// CHECK-DAG: [[C16:![0-9]+]] = !DIBasicType(name: "char16_t", size: 16, encoding: DW_ATE_UTF)
// CHECK-DAG: [[NULL:![0-9]+]] = !DIBasicType(tag: DW_TAG_unspecified_type, name: "decltype(nullptr)")
// CHECK-DAG: !DILocalVariable(name: "b", {{.*}}, type: [[BOOL]])
// CHECK-DAG: !DILocalVariable(name: "c16", {{.*}}, type: [[C16]])
// CHECK-DAG: !DILocalVariable(name: "null", {{.*}}, type: [[NULL]])
//
// derived ones; restrict, volatile, const from the inside
// CHECK-DAG: [[PTR:![0-9]+]] = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: [[INT]], size: 64)
// CHECK-DAG: [[RESTRICT:![0-9]+]] = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: [[PTR]])
// CHECK-DAG: !DILocalVariable(name: "p", arg: 1, {{.*}}, type: [[RESTRICT]])
// CHECK-DAG: [[VOID:![0-9]+]] = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
// CHECK-DAG: !DILocalVariable(name: "v", {{.*}}, type: [[VOID]])
// CHECK-DAG: [[LREF:![0-9]+]] = !DIDerivedType(tag: DW_TAG_reference_type, baseType: [[INT]], size: 64)
// CHECK-DAG: [[RREF:![0-9]+]] = !DIDerivedType(tag: DW_TAG_rvalue_reference_type, baseType: [[INT]], size: 64)
// CHECK-DAG: !DILocalVariable(name: "lref", {{.*}}, type: [[LREF]])
// CHECK-DAG: !DILocalVariable(name: "rref", {{.*}}, type: [[RREF]])
// CHECK-DAG: [[VOLATILE:![0-9]+]] = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: [[INT]])
// CHECK-DAG: [[CV:![0-9]+]] = !DIDerivedType(tag: DW_TAG_const_type, baseType: [[VOLATILE]])
// CHECK-DAG: !DILocalVariable(name: "cv", {{.*}}, type: [[CV]])
//
// functions and members
// CHECK-DAG: [[SIG:![0-9]+]] = !{[[INT]], [[FLOAT]], null}
// CHECK-DAG: [[FUNC:![0-9]+]] = !DISubroutineType(types: [[SIG]])
// CHECK-DAG: [[FP:![0-9]+]] = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: [[FUNC]], size: 64)
// CHECK-DAG: !DILocalVariable(name: "fp", {{.*}}, type: [[FP]])
// CHECK-DAG: [[S:![0-9]+]] = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S"
// CHECK-DAG: [[MP:![0-9]+]] = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: [[INT]], size: 64, extraData: [[S]])
// CHECK-DAG: !DILocalVariable(name: "mp", {{.*}}, type: [[MP]])
// CHECK-DAG: [[CS:![0-9]+]] = !DIDerivedType(tag: DW_TAG_const_type, baseType: [[S]])
// CHECK-DAG: [[THIS:![0-9]+]] = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: [[CS]], size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
// CHECK-DAG: [[MSIG:![0-9]+]] = !{[[INT]], [[THIS]], [[INT]]}
// CHECK-DAG: [[MFUNC:![0-9]+]] = !DISubroutineType(types: [[MSIG]])
// CHECK-DAG: [[MF:![0-9]+]] = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: [[MFUNC]], size: 128, extraData: [[S]])
// CHECK-DAG: !DILocalVariable(name: "mf", {{.*}}, type: [[MF]])
//
// arrays: one node for all dimensions
// CHECK-DAG: [[N2:![0-9]+]] = !DISubrange(count: 2)
// CHECK-DAG: [[N3:![0-9]+]] = !DISubrange(count: 3)
// CHECK-DAG: [[DIM:![0-9]+]] = !{[[N2]], [[N3]]}
// CHECK-DAG: [[ARRAY:![0-9]+]] = !DICompositeType(tag: DW_TAG_array_type, baseType: [[CHAR]], size: 48, elements: [[DIM]])
// CHECK-DAG: !DILocalVariable(name: "array", {{.*}}, type: [[ARRAY]])
// CHECK-DAG: !DICompositeType(tag: DW_TAG_array_type, baseType: [[FLOAT]], size: 128, flags: DIFlagVector
//
// enumerations
// CHECK-DAG: [[RED:![0-9]+]] = !DIEnumerator(name: "RED", value: -1)
// CHECK-DAG: [[BLUE:![0-9]+]] = !DIEnumerator(name: "BLUE", value: 0)
// CHECK-DAG: [[COLORS:![0-9]+]] = !{[[RED]], [[BLUE]]}
// CHECK-DAG: !DICompositeType(tag: DW_TAG_enumeration_type, name: "Color", {{.*}}baseType: [[INT]], size: 32, elements: [[COLORS]])
// CHECK-DAG: [[ON:![0-9]+]] = !DIEnumerator(name: "ON", value: 200, isUnsigned: true)
// CHECK-DAG: !DICompositeType(tag: DW_TAG_enumeration_type, name: "State", {{.*}}baseType: [[UCHAR]], size: 8, flags: DIFlagEnumClass
//
// typedefs stand where they were written, qualifiers around them
// CHECK-DAG: [[COUNT:![0-9]+]] = !DIDerivedType(tag: DW_TAG_typedef, name: "Count", {{.*}}baseType: [[INT]])
// CHECK-DAG: [[TOTAL:![0-9]+]] = !DIDerivedType(tag: DW_TAG_typedef, name: "Total", {{.*}}baseType: [[COUNT]])
// CHECK-DAG: [[CTOTAL:![0-9]+]] = !DIDerivedType(tag: DW_TAG_const_type, baseType: [[TOTAL]])
// CHECK-DAG: !DILocalVariable(name: "total", {{.*}}, type: [[CTOTAL]])
// CHECK-DAG: [[PCOUNT:![0-9]+]] = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: [[COUNT]], size: 64)
// CHECK-DAG: !DILocalVariable(name: "pcount", {{.*}}, type: [[PCOUNT]])
// CHECK-DAG: [[ROW:![0-9]+]] = !DIDerivedType(tag: DW_TAG_typedef, name: "Row"
// CHECK-DAG: !DICompositeType(tag: DW_TAG_array_type, baseType: [[ROW]]
// CHECK-DAG: [[ALIAS:![0-9]+]] = !DIDerivedType(tag: DW_TAG_typedef, name: "Pointer<int>", {{.*}}baseType: [[PTR]])
// CHECK-DAG: !DILocalVariable(name: "alias", {{.*}}, type: [[ALIAS]])
// CHECK-DAG: [[OWN:![0-9]+]] = !DIDerivedType(tag: DW_TAG_typedef, name: "Own"
// CHECK-DAG: !DILocalVariable(name: "own", {{.*}}, type: [[OWN]])
// CHECK-DAG: [[TS:![0-9]+]] = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Unnamed"
// CHECK-DAG: !DIDerivedType(tag: DW_TAG_typedef, name: "Unnamed", {{.*}}baseType: [[TS]])
struct S {
    int x;
};
enum Color { RED = -1, BLUE };
enum class State : unsigned char { ON = 200 };
typedef int Count;
using Total = Count;
typedef short Row[4];
template <class T> using Pointer = T *;
typedef struct Own Own;
struct Own {
    int q;
};
typedef struct {
    int q;
} Unnamed;
typedef float F4 __attribute__((vector_size(16)));
__global__ void k(int *__restrict__ p, void *v, Color color, State state, Own own) {
    bool b = p[0];
    unsigned char uc = p[1];
    char16_t c16 = u'x';
    decltype(nullptr) null = nullptr;
    int &lref = p[0];
    int &&rref = 3;
    const volatile int cv = 2;
    int (*fp)(float, ...) = nullptr;
    int S::*mp = nullptr;
    int (S::*mf)(int) const = nullptr;
    char array[2][3] = {};
    F4 vector = {};
    const Total total = 3;
    Count *pcount = p;
    Row rows[5];
    Pointer<int> alias = p;
    Unnamed unnamed{3};
    rows[1][2] = array[1][1];
    p[0] = b + uc + c16 + lref + rref + cv + total + pcount[1] + rows[1][2] + alias[1] + unnamed.q + (null == nullptr) +
           (fp != nullptr) + (mp != nullptr) + (mf != nullptr) + (int)vector[0];
}
