// SPDX-License-Identifier: Apache-2.0
// Sums of weighted rows of a table, a bag of indices each, with a row that pads; the greatest index is told to the next pass.
// RUN: sh %S/../kernel.sh %s --grid=3 --block=32,4 buf:f32:8192:rand:1 buf:i32:256:rand:2 buf:f32:256:rand:3 buf:f32:2560:zero buf:i32:20:zero i32:20 i32:128 i32:64
__global__ void bags(const float *__restrict__ table, const int *__restrict__ indices, const float *__restrict__ weights, float *__restrict__ out,
                     int *__restrict__ sizes, int count, int rows, int width) {
    for (int bag = blockIdx.x * blockDim.y + threadIdx.y; bag < count; bag += gridDim.x * blockDim.y) {
        const int begin = bag * bag % 37 * 5, end = min(begin + bag % 13, 256);
        for (int column = threadIdx.x * 2; column < width; column += 64) {
            float2 sum = make_float2(0, 0);
            float total = 0;
            int size = 0;
            for (int e = begin; e < end; e++) {
                const long long row = (unsigned)indices[e] % rows;
                if (row == 7) continue;
                const float2 v = *(const float2 *)(table + row * width + column);
                const float w = weights ? weights[e] : 1.0f;
                sum.x += v.x * w;
                sum.y += v.y * w;
                total += fabsf(w);
                size++;
            }
            if (size) sum.x /= total, sum.y /= total;
            *(float2 *)(out + (long long)bag * width + column) = sum;
            if (column == 0) sizes[bag] = size;
        }
    }
}
