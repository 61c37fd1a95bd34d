// SPDX-License-Identifier: Apache-2.0
// An explicit instantiation of a member need not repeat its exception specification [except.spec]/4.
// RUN: cuprum --check-all --syntax-only %s
template <class T> struct V { using ref = T &; using cref = const T &; using size_type = unsigned long; T *p;
  __host__ __device__ ref operator[](size_type n) { return p[n]; } __host__ __device__ cref operator[](size_type n) const { return p[n]; } cref at(size_type n) const noexcept { return p[n]; } __host__ __device__ void f(); };
template <class T> void V<T>::f() {}
struct S {};
template typename V<S>::cref V<S>::operator[](size_type) const;
template typename V<S>::cref V<S>::at(size_type) const;
template V<int>::ref V<int>::operator[](V<int>::size_type);
template void V<int>::f();
template <class T> void noexcept_one(T) noexcept {}
template <class T> void noexcept_if(T) noexcept(sizeof(T) > 2) {}
template void noexcept_one(int);
template void noexcept_one<char>(char);
template void noexcept_if(int);
template void noexcept_if(char);
