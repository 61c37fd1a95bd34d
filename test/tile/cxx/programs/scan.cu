// SPDX-License-Identifier: Apache-2.0
// Running sums from both ends, a block's and along rows, and the sum that goes on from tile to tile.
#include "check.h"

__tile_global__ void scan(int *out, int *back, const int *in, int n) {
    using T = ct::tile<int, ct::shape<64>>;
    int before = 0;
    for (int i = 0; i < n; i += 64) {
        auto at = ct::iota<T>() + i;
        auto x = ct::load_masked(in + at, at < n, 0);
        auto sums = ct::partial_sum<0>(x);
        ct::store_masked(out + at, sums + before, at < n);
        before += int(ct::sum<0>(x));
        ct::store_masked(back + at, ct::partial_sum(x, ct::integral_constant<0>{}, ct::scan_backward_t{}), at < n);
    }
}

__tile_global__ void products(float *out, const int *in) {
    auto at = ct::reshape<ct::shape<8, 4>>(ct::iota<ct::tile<int, ct::shape<32>>>());
    ct::store(out + at, ct::partial_prod<1>(ct::element_cast<float>(ct::load(in + at) % 3 + 1)));
}

int main() {
    const int n = 200;
    Array<int> in(n), out(n), back(n);
    Array<float> product(32);
    for (int i = 0; i < n; i++) in[i] = i * 7 % 10;
    scan<<<1, 1>>>(out.data, back.data, in.data, n);
    products<<<1, 1>>>(product.data, in.data);
    int sum = 0;
    for (int i = 0; i < n; i++) expect(out, i, sum += in[i]);
    for (int i = n - 1; i >= 0; i--) {
        if (i % 64 == 63 || i == n - 1) sum = 0;
        expect(back, i, sum += in[i]);
    }
    double p = 1;
    for (int i = 0; i < 32; i++) expect(product, i, p = (i % 4 ? p : 1) * (in[i] % 3 + 1));
    return done();
}
