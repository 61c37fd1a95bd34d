// A fragment is loaded and stored by whole lines: one line that ends outside of the allocation is a fault, and a finding.
// RUN: cuprum run %s --kernel=copy --block=32 buf:f16:256:iota buf:f32:256:zero i32:16 --print=1:3
// CHECK: arg 1: 0 1 2
// RUN[SHORT]: cuprum run %s --kernel=copy --block=32 buf:f16:255:iota buf:f32:256:zero i32:16
// SHORT: global load of 16 bytes out of bounds
// EXIT[SHORT]: 1
// RUN[CHECKED]: cuprum run %s --check --kernel=copy --block=32 buf:f16:256:iota buf:f32:255:zero i32:16
// CHECKED: mem: out-of-bounds
// CHECKED: global write of 16 bytes
// EXIT[CHECKED]: 1
// RUN[UNALIGNED]: cuprum run %s --kernel=copy --block=32 buf:f16:320:iota buf:f32:256:zero i32:17 --print=1:18
// UNALIGNED: arg 1: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 17 18
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void copy(const half *in, float *out, int stride) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> one;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    __shared__ half unit[256];
    for (int i = threadIdx.x; i < 256; i += 32) unit[i] = i / 16 == i % 16 ? 1.0f : 0.0f;
    __syncwarp();
    wmma::load_matrix_sync(a, in, stride);
    wmma::load_matrix_sync(one, unit, 16);
    wmma::fill_fragment(c, 0.0f);
    wmma::mma_sync(c, a, one, c);
    wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}
