// SPDX-License-Identifier: Apache-2.0
// An inline variable of several files is one only where device code is linked: without that, nvcc
// wants it internal.
// RUN: cuprum %s -std=c++17 -arch=sm_90 -o %t.ptx
// RUN: cuprum %s -std=c++17 -arch=sm_90 -rdc=true -D LINKED -o %t.ptx
inline int of_host = 1;
static inline __device__ int own = 2;
namespace {
inline __constant__ float hidden = 3;
inline constexpr __device__ int hidden_value = 4;
} // namespace
static inline constexpr __device__ int own_value = 5;
constexpr __device__ int value = 6;
template <class T> __device__ T plain_template = 7;
template <class T> static inline constexpr __device__ T own_template = 8;
#ifdef LINKED
inline __device__ int shared_by_files = 9;
#endif

__global__ void read(int *p) {
    *p = own + hidden_value + own_value + value + plain_template<int> + own_template<int> + (int)hidden;
}
