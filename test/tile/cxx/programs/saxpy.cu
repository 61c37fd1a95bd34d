// SPDX-License-Identifier: Apache-2.0
// y = a x + y by a view of one dimension whose last tile hangs over; a loop over tiles, a template of sizes.
#include "check.h"

template<int N> __tile_global__ void saxpy(float *y, const float *x, float a, int n) {
    auto X = ct::partition_view(ct::tensor_span(x, ct::extents(n)), ct::shape<N>{});
    auto Y = ct::partition_view(ct::tensor_span(y, ct::extents(n)), ct::shape<N>{});
    int tiles = (n + N - 1) / N;
    for (int i = ct::bid().x; i < tiles; i += ct::num_blocks().x)
        Y.store_masked(X.load_masked(i) * a + Y.load_masked(i), i);
}

int main() {
    const int n = 3001;
    Array<float> x(n), y(n);
    for (int i = 0; i < n; i++) x[i] = i % 17, y[i] = i % 5;
    saxpy<128><<<4, 1>>>(y.data, x.data, 2.5f, n);
    for (int i = 0; i < n; i++) expect(y, i, 2.5 * (i % 17) + i % 5);
    return done();
}
