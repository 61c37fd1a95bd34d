// SPDX-License-Identifier: Apache-2.0
// Declarations with marks, for definitions without.
struct Node {
    int value;
    __host__ __device__ Node(int v);
    __host__ __device__ int get() const;
    __device__ virtual ~Node();
    static __device__ int sum(int x, int y);
    int host_only() const;
};
__host__ __device__ int both(int x);
namespace space {
__device__ int inside();
}
template <class T> __device__ T twice(T x);
