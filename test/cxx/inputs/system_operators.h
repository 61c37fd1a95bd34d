#pragma once
template <class T> struct Boxed { T value; };
template <class T> __device__ bool operator<(const Boxed<T> &, const Boxed<T> &);
