// SPDX-License-Identifier: Apache-2.0
// The notes about instantiations name the template's own parameters, whatever equal types of other
// templates call theirs.
// RUN: cuprum %s -arch=sm_90 --syntax-only 2>&1 || true
// CHECK: instantiation of "bool Below::operator()(Key, Key) const [with Key=Thing]"
// CHECK: instantiation of "bool lowest(Iter, Rel) [with Iter=Thing *, Rel=Below]"
template <class First> __device__ bool unrelated(First a, First b) { return a == b; }
template <class Iter, class Rel> __device__ bool lowest(Iter i, Rel r) { return r(i[0], i[1]); }
struct Below {
    template <class Key> __device__ bool operator()(Key a, Key b) const { return a < b; }
};
struct Thing {};
__global__ void k(Thing *t, bool *b) {
    b[0] = unrelated(1, 2);
    b[1] = lowest(t, Below());
}
