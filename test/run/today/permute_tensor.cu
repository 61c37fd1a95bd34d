// SPDX-License-Identifier: Apache-2.0
// A tensor of up to five dimensions is written in another order of them: shapes and strides in a structure, elements four at a time where they lie so.
// RUN: sh %S/../kernel.sh %s --grid=3 --block=64 buf:f32:720:rand:1 buf:f32:720:zero bytes:0500000002000000030000000400000005000000060000000600000078000000010000001e00000004010000d0020000 i32:720
struct Layout {
    int rank, size[5], stride[5], count;
};

__global__ void permute(const float *__restrict__ in, float *__restrict__ out, Layout l, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int rest = i, from = 0;
#pragma unroll
        for (int d = 4; d >= 0; d--) {
            if (d >= l.rank) continue;
            const int at = rest % l.size[d];
            rest /= l.size[d];
            from += at * l.stride[d];
        }
        out[i] = in[from % l.count];
    }
}
