// RUN: cuprum --emit=ir -std=c++20 %s -o -
// The compiler's traits have numbers in the names that cicc of CUDA 13.0 writes.
// CHECK-DAG: @_Z12q0___is_sameI1XEvP1IIXv29builtin67TOT_TOiEE{{[ (]}}
// CHECK-DAG: @_Z12q13___is_podI1XEvP1IIXv19builtin18TOT_EE{{[ (]}}
// CHECK-DAG: @_Z12q7___is_enumI1XEvP1IIXv19builtin17TOT_EE{{[ (]}}
// CHECK-DAG: @_Z13q2___is_classI1XEvP1IIXv19builtin14TOT_EE{{[ (]}}
// CHECK-DAG: @_Z13q3___is_unionI1XEvP1IIXv19builtin20TOT_EE{{[ (]}}
// CHECK-DAG: @_Z13q8___is_emptyI1XEvP1IIXv19builtin16TOT_EE{{[ (]}}
// CHECK-DAG: @_Z13q9___is_finalI1XEvP1IIXv19builtin40TOT_EE{{[ (]}}
// CHECK-DAG: @_Z15q1___is_same_asI1XEvP1IIXv29builtin68TOT_TOiEE{{[ (]}}
// CHECK-DAG: @_Z16q15___is_trivialI1XEvP1IIXv19builtin23TOT_EE{{[ (]}}
// CHECK-DAG: @_Z16q18___is_base_ofI1XEvP1IIXv29builtin13TOT_TOiEE{{[ (]}}
// CHECK-DAG: @_Z17q10___is_abstractI1XEvP1IIXv19builtin12TOT_EE{{[ (]}}
// CHECK-DAG: @_Z17q42___is_functionI1XEvP1IIXv19builtin69TOT_EE{{[ (]}}
// CHECK-DAG: @_Z18q12___is_aggregateI1XEvP1IIXv19builtin65TOT_EE{{[ (]}}
// CHECK-DAG: @_Z19q23___is_assignableI1XEvP1IIXv29builtin60TOT_TOiEE{{[ (]}}
// CHECK-DAG: @_Z20q11___is_polymorphicI1XEvP1IIXv19builtin19TOT_EE{{[ (]}}
// CHECK-DAG: @_Z21q14___is_literal_typeI1XEvP1IIXv19builtin26TOT_EE{{[ (]}}
// CHECK-DAG: @_Z21q26___is_destructibleI1XEvP1IIXv19builtin42TOT_EE{{[ (]}}
// CHECK-DAG: @_Z22q20___is_constructibleI1XEvP1IIXv39builtin30TOT_TOiTOfEE{{[ (]}}
// CHECK-DAG: @_Z22q30___has_trivial_copyI1XEvP1IIXv19builtin08TOT_EE{{[ (]}}
// CHECK-DAG: @_Z22q36___has_nothrow_copyI1XEvP1IIXv19builtin05TOT_EE{{[ (]}}
// CHECK-DAG: @_Z23q19___is_convertible_toI1XEvP1IIXv29builtin15TOT_TOiEE{{[ (]}}
// CHECK-DAG: @_Z24q16___is_standard_layoutI1XEvP1IIXv19builtin24TOT_EE{{[ (]}}
// CHECK-DAG: @_Z24q32___has_trivial_assignI1XEvP1IIXv19builtin06TOT_EE{{[ (]}}
// CHECK-DAG: @_Z24q37___has_nothrow_assignI1XEvP1IIXv19builtin03TOT_EE{{[ (]}}
// CHECK-DAG: @_Z26q40___is_layout_compatibleI1XEvP1IIXv29builtin72TOT_TOiEE{{[ (]}}
// CHECK-DAG: @_Z27q17___is_trivially_copyableI1XEvP1IIXv19builtin25TOT_EE{{[ (]}}
// CHECK-DAG: @_Z27q24___is_nothrow_assignableI1XEvP1IIXv29builtin45TOT_TOiEE{{[ (]}}
// CHECK-DAG: @_Z28q34___has_trivial_destructorI1XEvP1IIXv19builtin09TOT_EE{{[ (]}}
// CHECK-DAG: @_Z28q38___has_virtual_destructorI1XEvP1IIXv19builtin11TOT_EE{{[ (]}}
// CHECK-DAG: @_Z29q25___is_trivially_assignableI1XEvP1IIXv29builtin46TOT_TOiEE{{[ (]}}
// CHECK-DAG: @_Z29q27___is_nothrow_destructibleI1XEvP1IIXv19builtin43TOT_EE{{[ (]}}
// CHECK-DAG: @_Z29q29___has_trivial_constructorI1XEvP1IIXv19builtin07TOT_EE{{[ (]}}
// CHECK-DAG: @_Z29q33___has_trivial_move_assignI1XEvP1IIXv19builtin28TOT_EE{{[ (]}}
// CHECK-DAG: @_Z29q35___has_nothrow_constructorI1XEvP1IIXv19builtin04TOT_EE{{[ (]}}
// CHECK-DAG: @_Z30q21___is_nothrow_constructibleI1XEvP1IIXv39builtin31TOT_TOiTOfEE{{[ (]}}
// CHECK-DAG: @_Z31q28___is_trivially_destructibleI1XEvP1IIXv19builtin44TOT_EE{{[ (]}}
// CHECK-DAG: @_Z34q31___has_trivial_move_constructorI1XEvP1IIXv19builtin27TOT_EE{{[ (]}}
// CHECK-DAG: @_Z39q39___has_unique_object_representationsI1XEvP1IIXv19builtin64TOT_EE{{[ (]}}
// CHECK-DAG: @_Z41q41___is_pointer_interconvertible_base_ofI1XEvP1IIXv29builtin73TOT_TOiEE{{[ (]}}
// CHECK-DAG: @_Z46q4___nv_is_extended_device_lambda_closure_typeI1XEvP1IIXv110builtin105TOT_EE{{[ (]}}
// CHECK-DAG: @_Z51q5___nv_is_extended_host_device_lambda_closure_typeI1XEvP1IIXv110builtin106TOT_EE{{[ (]}}
// CHECK-DAG: @_Z60q6___nv_is_extended_device_lambda_with_preserved_return_typeI1XEvP1IIXv110builtin107TOT_EE{{[ (]}}
template <int N> struct I {};
template <class T> __global__ void q0___is_same(I<__is_same(T, int)> *p) {}
template <class T> __global__ void q1___is_same_as(I<__is_same_as(T, int)> *p) {}
template <class T> __global__ void q2___is_class(I<__is_class(T)> *p) {}
template <class T> __global__ void q3___is_union(I<__is_union(T)> *p) {}
template <class T> __global__ void q4___nv_is_extended_device_lambda_closure_type(I<__nv_is_extended_device_lambda_closure_type(T)> *p) {}
template <class T> __global__ void q5___nv_is_extended_host_device_lambda_closure_type(I<__nv_is_extended_host_device_lambda_closure_type(T)> *p) {}
template <class T> __global__ void q6___nv_is_extended_device_lambda_with_preserved_return_type(I<__nv_is_extended_device_lambda_with_preserved_return_type(T)> *p) {}
template <class T> __global__ void q7___is_enum(I<__is_enum(T)> *p) {}
template <class T> __global__ void q8___is_empty(I<__is_empty(T)> *p) {}
template <class T> __global__ void q9___is_final(I<__is_final(T)> *p) {}
template <class T> __global__ void q10___is_abstract(I<__is_abstract(T)> *p) {}
template <class T> __global__ void q11___is_polymorphic(I<__is_polymorphic(T)> *p) {}
template <class T> __global__ void q12___is_aggregate(I<__is_aggregate(T)> *p) {}
template <class T> __global__ void q13___is_pod(I<__is_pod(T)> *p) {}
template <class T> __global__ void q14___is_literal_type(I<__is_literal_type(T)> *p) {}
template <class T> __global__ void q15___is_trivial(I<__is_trivial(T)> *p) {}
template <class T> __global__ void q16___is_standard_layout(I<__is_standard_layout(T)> *p) {}
template <class T> __global__ void q17___is_trivially_copyable(I<__is_trivially_copyable(T)> *p) {}
template <class T> __global__ void q18___is_base_of(I<__is_base_of(T, int)> *p) {}
template <class T> __global__ void q19___is_convertible_to(I<__is_convertible_to(T, int)> *p) {}
template <class T> __global__ void q20___is_constructible(I<__is_constructible(T, int, float)> *p) {}
template <class T> __global__ void q21___is_nothrow_constructible(I<__is_nothrow_constructible(T, int, float)> *p) {}
template <class T> __global__ void q23___is_assignable(I<__is_assignable(T, int)> *p) {}
template <class T> __global__ void q24___is_nothrow_assignable(I<__is_nothrow_assignable(T, int)> *p) {}
template <class T> __global__ void q25___is_trivially_assignable(I<__is_trivially_assignable(T, int)> *p) {}
template <class T> __global__ void q26___is_destructible(I<__is_destructible(T)> *p) {}
template <class T> __global__ void q27___is_nothrow_destructible(I<__is_nothrow_destructible(T)> *p) {}
template <class T> __global__ void q28___is_trivially_destructible(I<__is_trivially_destructible(T)> *p) {}
template <class T> __global__ void q29___has_trivial_constructor(I<__has_trivial_constructor(T)> *p) {}
template <class T> __global__ void q30___has_trivial_copy(I<__has_trivial_copy(T)> *p) {}
template <class T> __global__ void q31___has_trivial_move_constructor(I<__has_trivial_move_constructor(T)> *p) {}
template <class T> __global__ void q32___has_trivial_assign(I<__has_trivial_assign(T)> *p) {}
template <class T> __global__ void q33___has_trivial_move_assign(I<__has_trivial_move_assign(T)> *p) {}
template <class T> __global__ void q34___has_trivial_destructor(I<__has_trivial_destructor(T)> *p) {}
template <class T> __global__ void q35___has_nothrow_constructor(I<__has_nothrow_constructor(T)> *p) {}
template <class T> __global__ void q36___has_nothrow_copy(I<__has_nothrow_copy(T)> *p) {}
template <class T> __global__ void q37___has_nothrow_assign(I<__has_nothrow_assign(T)> *p) {}
template <class T> __global__ void q38___has_virtual_destructor(I<__has_virtual_destructor(T)> *p) {}
template <class T> __global__ void q39___has_unique_object_representations(I<__has_unique_object_representations(T)> *p) {}
template <class T> __global__ void q40___is_layout_compatible(I<__is_layout_compatible(T, int)> *p) {}
template <class T> __global__ void q41___is_pointer_interconvertible_base_of(I<__is_pointer_interconvertible_base_of(T, int)> *p) {}
template <class T> __global__ void q42___is_function(I<__is_function(T)> *p) {}
struct X {}; int main() {
  q0___is_same<X><<<1,1>>>(0);
  q1___is_same_as<X><<<1,1>>>(0);
  q2___is_class<X><<<1,1>>>(0);
  q3___is_union<X><<<1,1>>>(0);
  q4___nv_is_extended_device_lambda_closure_type<X><<<1,1>>>(0);
  q5___nv_is_extended_host_device_lambda_closure_type<X><<<1,1>>>(0);
  q6___nv_is_extended_device_lambda_with_preserved_return_type<X><<<1,1>>>(0);
  q7___is_enum<X><<<1,1>>>(0);
  q8___is_empty<X><<<1,1>>>(0);
  q9___is_final<X><<<1,1>>>(0);
  q10___is_abstract<X><<<1,1>>>(0);
  q11___is_polymorphic<X><<<1,1>>>(0);
  q12___is_aggregate<X><<<1,1>>>(0);
  q13___is_pod<X><<<1,1>>>(0);
  q14___is_literal_type<X><<<1,1>>>(0);
  q15___is_trivial<X><<<1,1>>>(0);
  q16___is_standard_layout<X><<<1,1>>>(0);
  q17___is_trivially_copyable<X><<<1,1>>>(0);
  q18___is_base_of<X><<<1,1>>>(0);
  q19___is_convertible_to<X><<<1,1>>>(0);
  q20___is_constructible<X><<<1,1>>>(0);
  q21___is_nothrow_constructible<X><<<1,1>>>(0);
  q23___is_assignable<X><<<1,1>>>(0);
  q24___is_nothrow_assignable<X><<<1,1>>>(0);
  q25___is_trivially_assignable<X><<<1,1>>>(0);
  q26___is_destructible<X><<<1,1>>>(0);
  q27___is_nothrow_destructible<X><<<1,1>>>(0);
  q28___is_trivially_destructible<X><<<1,1>>>(0);
  q29___has_trivial_constructor<X><<<1,1>>>(0);
  q30___has_trivial_copy<X><<<1,1>>>(0);
  q31___has_trivial_move_constructor<X><<<1,1>>>(0);
  q32___has_trivial_assign<X><<<1,1>>>(0);
  q33___has_trivial_move_assign<X><<<1,1>>>(0);
  q34___has_trivial_destructor<X><<<1,1>>>(0);
  q35___has_nothrow_constructor<X><<<1,1>>>(0);
  q36___has_nothrow_copy<X><<<1,1>>>(0);
  q37___has_nothrow_assign<X><<<1,1>>>(0);
  q38___has_virtual_destructor<X><<<1,1>>>(0);
  q39___has_unique_object_representations<X><<<1,1>>>(0);
  q40___is_layout_compatible<X><<<1,1>>>(0);
  q41___is_pointer_interconvertible_base_of<X><<<1,1>>>(0);
  q42___is_function<X><<<1,1>>>(0);
}
