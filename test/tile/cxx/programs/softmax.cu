// SPDX-License-Identifier: Apache-2.0
// The softmax of each row: padding that the greatest element does not see, reductions along a dimension.
#include "check.h"

__tile_global__ void softmax(float *out, const float *in, int rows, int columns) {
    auto extents = ct::extents(rows, columns);
    auto I = ct::partition_view(ct::tensor_span(in, extents), ct::shape<4, 128>{});
    auto O = ct::partition_view(ct::tensor_span(out, extents), ct::shape<4, 128>{});
    int at = ct::bid().x;
    auto x = I.load_masked(ct::view_padding_negative_inf_t{}, at, 0);
    auto e = ct::exp(x - ct::reduce_max<1>(x));
    O.store_masked(e / ct::sum<1>(e), at, 0);
}

int main() {
    const int rows = 10, columns = 100;
    Array<float> in(rows * columns), out(rows * columns);
    for (int i = 0; i < rows * columns; i++) in[i] = (i * 37 % 101) * 0.1f - 5;
    softmax<<<(rows + 3) / 4, 1>>>(out.data, in.data, rows, columns);
    for (int r = 0; r < rows; r++) {
        double sum = 0, most = -1e30;
        for (int c = 0; c < columns; c++) most = std::fmax(most, in[r * columns + c]);
        for (int c = 0; c < columns; c++) sum += std::exp(in[r * columns + c] - most);
        for (int c = 0; c < columns; c++)
            expect(out, r * columns + c, std::exp(in[r * columns + c] - most) / sum, 1e-5);
    }
    return done();
}
