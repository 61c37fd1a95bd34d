// SPDX-License-Identifier: Apache-2.0
// Rows of mean 0 and variance 1, scaled and moved: functions for tiles, a structure of tiles, a lambda.
#include "check.h"

using Row = ct::tile<float, ct::shape<1, 256>>;
using Number = ct::tile<float, ct::shape<1, 1>>;
struct Moments {
    Number mean, variance;
};

__tile__ Moments moments(Row x, Row inside, float n) {
    Moments m;
    m.mean = ct::sum<1>(x) / n;
    auto squared = [&](Row v) { auto d = (v - m.mean) * inside; return d * d; };
    m.variance = ct::sum<1>(squared(x)) / n;
    return m;
}

__tile_global__ void norm(float *out, const float *in, const float *scale, const float *bias, int rows, int n) {
    auto extents = ct::extents(rows, n);
    auto I = ct::partition_view(ct::tensor_span(in, extents), ct::shape<1, 256>{});
    auto O = ct::partition_view(ct::tensor_span(out, extents), ct::shape<1, 256>{});
    auto at = ct::iota<ct::tile<int, ct::shape<256>>>();
    auto mask = at < n;
    int row = ct::bid().x;
    auto x = I.load_masked(row, 0);
    Moments m = moments(x, ct::reshape<ct::shape<1, 256>>(ct::element_cast<float>(mask)), float(n));
    auto y = (x - m.mean) * ct::rsqrt(m.variance + 1e-5f);
    O.store_masked(y * ct::load_masked(scale + at, mask) + ct::load_masked(bias + at, mask), row, 0);
}

int main() {
    const int rows = 7, n = 200;
    Array<float> in(rows * n), out(rows * n), scale(n), bias(n);
    for (int i = 0; i < rows * n; i++) in[i] = (i * 53 % 97) * 0.25f;
    for (int i = 0; i < n; i++) scale[i] = 1 + i % 3, bias[i] = i % 7;
    norm<<<rows, 1>>>(out.data, in.data, scale.data, bias.data, rows, n);
    for (int r = 0; r < rows; r++) {
        double mean = 0, variance = 0;
        for (int c = 0; c < n; c++) mean += in[r * n + c] / n;
        for (int c = 0; c < n; c++) variance += (in[r * n + c] - mean) * (in[r * n + c] - mean) / n;
        for (int c = 0; c < n; c++)
            expect(out, r * n + c, (in[r * n + c] - mean) / std::sqrt(variance + 1e-5) * scale[c] + bias[c], 1e-4);
    }
    return done();
}
