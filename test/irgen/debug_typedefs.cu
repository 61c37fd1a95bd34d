// -G: typedefs of templates: what an alias template's instance names, arguments that typedefs named
// (written or by default), those of an instance's body.
// RUN: cuprum %s -arch=sm_90 -G --emit=ir -o %t.ll && cuprum %t.ll -o %t.ptx && sort %t.ll | cat - %t.ll
// CHECK-DAG: [[FLOAT:![0-9]+]] = !DIBasicType(name: "float", size: 32
// CHECK-DAG: [[LENGTH:![0-9]+]] = !DIDerivedType(tag: DW_TAG_typedef, name: "Length", {{.*}}baseType: [[FLOAT]])
// CHECK-DAG: [[TYPE:![0-9]+]] = !DIDerivedType(tag: DW_TAG_typedef, name: "type", {{.*}}baseType: [[LENGTH]])
// CHECK-DAG: [[SAME:![0-9]+]] = !DIDerivedType(tag: DW_TAG_typedef, name: "Same<Length>", {{.*}}baseType: [[TYPE]])
// CHECK-DAG: !DILocalVariable(name: "same", {{.*}}, type: [[SAME]])
// CHECK-DAG: [[REP:![0-9]+]] = !DIDerivedType(tag: DW_TAG_typedef, name: "Rep", {{.*}}baseType: [[LENGTH]])
// CHECK-DAG: !DIDerivedType(tag: DW_TAG_member, name: "value", {{.*}}baseType: [[REP]]
// CHECK-DAG: [[LOCAL:![0-9]+]] = !DIDerivedType(tag: DW_TAG_typedef, name: "Local", {{.*}}baseType: [[REP]])
// CHECK-DAG: !DILocalVariable(name: "local", {{.*}}, type: [[LOCAL]])
//
// a default argument
// CHECK-DAG: [[BITS:![0-9]+]] = !DIDerivedType(tag: DW_TAG_typedef, name: "Bits"
// CHECK-DAG: !DILocalVariable(name: "result", {{.*}}, type: [[BITS]])
//
// a deduced argument has none
// CHECK-DAG: !DILocalVariable(name: "other", {{.*}}, type: [[FLOAT]])
typedef float Length;
typedef unsigned Bits;

template <class T> struct Identity {
    using type = T;
};
template <class T> using Same = typename Identity<T>::type;

template <class T> struct Box {
    typedef T Rep;
    Rep value;
};

template <class T> __device__ T inside(Box<T> box) {
    using Local = typename Box<T>::Rep;
    Local local = box.value;
    return local;
}

template <class T, class R = Bits> __device__ R count(T from) {
    R result = from;
    return result;
}

template <class T> __device__ void plain(T value) {
    T other = value;
}

__global__ void kernel(float *out) {
    Same<Length> same = out[0];
    Box<Length> box{same};
    out[1] = inside(box) + count(same);
    plain(out[1]);
}
