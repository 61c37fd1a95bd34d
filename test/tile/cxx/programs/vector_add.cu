// SPDX-License-Identifier: Apache-2.0
// A sum of two vectors whose length is no multiple of a tile's: pointers, a mask, no padding.
#include "check.h"

__tile_global__ void add(float *out, const float *a, const float *b, int n) {
    auto at = ct::iota<ct::tile<int, ct::shape<256>>>() + int(ct::bid().x) * 256;
    auto inside = at < n;
    ct::store_masked(out + at, ct::load_masked(a + at, inside) + ct::load_masked(b + at, inside), inside);
}

int main() {
    const int n = 1000;
    Array<float> a(n), b(n), out(n);
    for (int i = 0; i < n; i++) a[i] = i, b[i] = 2 * i + 1;
    add<<<(n + 255) / 256, 1>>>(out.data, a.data, b.data, n);
    for (int i = 0; i < n; i++) expect(out, i, 3.0f * i + 1);
    return done();
}
