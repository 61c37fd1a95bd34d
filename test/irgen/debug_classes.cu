// -G: classes with bases, members, member functions and template arguments; what is only pointed to
// and not complete is a declaration.
// RUN: cuprum %s -arch=sm_90 -std=c++17 -G --emit=ir -o %t.ll && cuprum %t.ll -o %t.ptx && sort %t.ll | cat - %t.ll
// CHECK-DAG: [[INT:![0-9]+]] = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
// CHECK-DAG: [[NS:![0-9]+]] = !DINamespace(name: "n", scope: null)
// CHECK-DAG: [[BASE:![0-9]+]] = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Base", scope: [[NS]], {{.*}}identifier: "_ZTSN1n4BaseE", size: 128, {{.*}}vtableHolder: [[BASE]]
// CHECK-DAG: !DIDerivedType(tag: DW_TAG_member, name: "_vptr$Base", scope: [[BASE]], {{.*}}size: 64, flags: DIFlagArtificial)
// CHECK-DAG: !DISubprogram(scope: [[BASE]], name: "f", linkageName: "_ZNK1n4Base1fEv", {{.*}}containingType: [[BASE]], virtualIndex: 0, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagVirtual)
// CHECK-DAG: [[DERIVED:![0-9]+]] = distinct !DICompositeType(tag: DW_TAG_class_type, name: "Derived"
// CHECK-DAG: !DIDerivedType(tag: DW_TAG_inheritance, scope: [[DERIVED]], baseType: [[BASE]], flags: DIFlagProtected)
// CHECK-DAG: !DIDerivedType(tag: DW_TAG_inheritance, scope: [[DERIVED]], baseType: [[MIX:![0-9]+]], offset: 24, flags: DIFlagPublic | DIFlagVirtual)
// CHECK-DAG: [[MIX]] = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Mix"
//
// bit-fields, with the place of their storage; unnamed ones are none
// CHECK-DAG: !DIDerivedType(tag: DW_TAG_member, name: "low", scope: [[DERIVED]], {{.*}}, baseType: [[INT]], size: 3, offset: 96, flags: DIFlagPrivate | DIFlagBitField, extraData: i64 96)
// CHECK-DAG: !DIDerivedType(tag: DW_TAG_member, name: "high", scope: [[DERIVED]], {{.*}}, size: 5, offset: 101, flags: DIFlagPrivate | DIFlagBitField, extraData: i64 96)
// CHECK-DAG: [[UNION:![0-9]+]] = distinct !DICompositeType(tag: DW_TAG_union_type, scope: [[DERIVED]]
// CHECK-DAG: !DIDerivedType(tag: DW_TAG_member, scope: [[DERIVED]], {{.*}}baseType: [[UNION]], size: 32
// CHECK-DAG: !DIDerivedType(tag: DW_TAG_member, name: "u1", scope: [[UNION]]
// CHECK-DAG: !DIDerivedType(tag: DW_TAG_member, name: "limit", scope: [[DERIVED]], {{.*}}flags: DIFlagPublic | DIFlagStaticMember, extraData: i32 7)
// CHECK-DAG: !DISubprogram(scope: [[DERIVED]], name: "make", {{.*}}flags: DIFlagPublic | DIFlagStaticMember | DIFlagPrototyped, spFlags: 0)
// CHECK-DAG: [[CTOR:![0-9]+]] = !DISubprogram(scope: [[DERIVED]], name: "Derived", {{.*}}flags: DIFlagPublic | DIFlagExplicit | DIFlagPrototyped, spFlags: 0)
// CHECK-DAG: distinct !DISubprogram(scope: [[DERIVED]], name: "Derived", {{.*}}spFlags: DISPFlagDefinition, {{.*}}declaration: [[CTOR]])
// CHECK-DAG: !DISubprogram(scope: [[DERIVED]], name: "operator int"
// CHECK-DAG: !DISubprogram(scope: [[DERIVED]], name: "~Derived"
//
// template arguments
// CHECK-DAG: [[BOX:![0-9]+]] = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Box<int, 3, n::Base, float, Unknown>", {{.*}}templateParams: [[ARGS:![0-9]+]])
// CHECK-DAG: [[ARGS]] = !{[[T:![0-9]+]], [[N:![0-9]+]], [[TT:![0-9]+]]{{.*}}
// CHECK-DAG: [[T]] = !DITemplateTypeParameter(name: "T", type: [[INT]])
// CHECK-DAG: [[N]] = !DITemplateValueParameter(name: "N", type: [[INT]], value: i32 3)
// CHECK-DAG: [[TT]] = !DITemplateTypeParameter(name: "B", type: [[BASE]])
// CHECK-DAG: !DITemplateValueParameter(tag: DW_TAG_GNU_template_parameter_pack, name: "Rest", value: [[PACK:![0-9]+]])
// CHECK-DAG: [[PACK]] = !{[[P1:![0-9]+]], [[P2:![0-9]+]]}
// CHECK-DAG: [[P2]] = !DITemplateTypeParameter(type: [[UNKNOWN:![0-9]+]])
// CHECK-DAG: [[UNKNOWN]] = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Unknown", {{.*}}flags: DIFlagFwdDecl)
// CHECK-DAG: !DITemplateValueParameter(tag: DW_TAG_GNU_template_template_param, name: "TT", value: !"Plain")
// CHECK-DAG: !DISubprogram(scope: [[BOX]], name: "as<float>", {{.*}}templateParams:
//
// never completed: no code asked for it
// CHECK-DAG: distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Plain<char>", {{.*}}flags: DIFlagFwdDecl)
//
// a class of a function is in it
// CHECK-DAG: [[MAKE:![0-9]+]] = distinct !DISubprogram(scope: [[DERIVED]], name: "make"
// CHECK-DAG: distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Local", scope: {{.*}}
struct Unknown;
template <class T> struct Plain {
    typename T::error e;
};
namespace n {
struct Base {
    int b;
    __device__ virtual int f() const { return b; }
};
struct Mix {
    short m;
};
} // namespace n
class Derived : protected n::Base, public virtual n::Mix {
    int low : 3;
    int : 2;
    int high : 5;
    union {
        int u1;
        float u2;
    };
    Plain<char> *plain;

  public:
    static constexpr int limit = 7;
    __device__ explicit Derived(int x) : low(x), high(x), u1(x), plain(nullptr) { b = x; }
    __device__ ~Derived() { b = 0; }
    __device__ operator int() const { return low + high + u1 + (plain != nullptr); }
    __device__ static int make(int x) {
        struct Local {
            int z;
        } local{x};
        return local.z;
    }
};
template <class T, int N, class B, class... Rest> struct Box {
    T data[N];
    template <class U> __device__ U as() const { return (U)data[0]; }
};
template <template <class> class TT, class T> __device__ int of(T *) {
    return sizeof(TT<T> *);
}
__global__ void k(int *p, Box<int, 3, n::Base, float, Unknown> box) {
    Derived d(p[0]);
    const n::Base *base = nullptr;
    p[0] = d + Derived::make(3) + Derived::limit + (int)box.as<float>() + of<Plain>(p) + (base ? base->f() : 0);
}
