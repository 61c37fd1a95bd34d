// SPDX-License-Identifier: Apache-2.0
// A convolution of two dimensions with zeros around: loops in loops, a branch, an array that loops unroll or index.
#include "check.h"

__tile_global__ void blur(float *out, const float *in, const float *kernel, int height, int width) {
    using T = ct::tile<int, ct::shape<8, 32>>;
    auto y = ct::reshape<ct::shape<8, 1>>(ct::iota<ct::tile<int, ct::shape<8>>>()) + int(ct::bid().y) * 8;
    auto x = ct::reshape<ct::shape<1, 32>>(ct::iota<ct::tile<int, ct::shape<32>>>()) + int(ct::bid().x) * 32;
    float weight[9];
    for (int i = 0; i < 9; i++) weight[i] = kernel[i];
    auto sum = ct::zeros<ct::tile<float, ct::shape<8, 32>>>();
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            float w = weight[(dy + 1) * 3 + dx + 1];
            if (w == 0) continue;
            auto inside = y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width;
            sum = sum + ct::load_masked(in + ((y + dy) * width + x + dx), inside, 0.0f) * w;
        }
    }
    ct::store_masked(out + (y * width + x), sum, y < height && x < width);
}

int main() {
    const int height = 21, width = 45;
    Array<float> in(height * width), out(height * width), kernel(9);
    for (int i = 0; i < height * width; i++) in[i] = i * 7 % 23;
    for (int i = 0; i < 9; i++) kernel[i] = i % 4;
    blur<<<dim3((width + 31) / 32, (height + 7) / 8), 1>>>(out.data, in.data, kernel.data, height, width);
    for (int i = 0; i < height * width; i++) {
        double sum = 0;
        for (int k = 0; k < 9; k++) {
            int y = i / width + k / 3 - 1, x = i % width + k % 3 - 1;
            if (y >= 0 && y < height && x >= 0 && x < width) sum += in[y * width + x] * kernel[k];
        }
        expect(out, i, sum);
    }
    return done();
}
