// SPDX-License-Identifier: Apache-2.0
// Sums, products, extremes and where they are, of all kinds of numbers; a loop that ends by itself.
#include "check.h"

__tile_global__ void reduce(long long *out, const int *in, const float *numbers, int n) {
    using T = ct::tile<int, ct::shape<128>>;
    auto at = ct::iota<T>();
    auto sum = ct::zeros<ct::tile<long long, ct::shape<1>>>();
    int most = -2147483647, turns = 0;
    while (true) {
        auto i = at + turns * 128;
        auto x = ct::load_masked(in + i, i < n, 0);
        sum = sum + ct::sum<0>(ct::element_cast<long long>(x));
        int m = int(ct::reduce_max<0>(x));
        if (m > most) most = m;
        turns++;
        if (turns * 128 >= n) break;
    }
    auto x = ct::load(in + at);
    auto f = ct::load(numbers + at);
    out[0] = (long long)(sum);
    out[1] = most;
    out[2] = turns;
    out[3] = int(ct::reduce_min<0>(x));
    out[4] = int(ct::reduce_bitor<0>(x));
    out[5] = (int)(unsigned)(ct::max_element<0>(f));
    out[6] = (int)(unsigned)(ct::min_element<0>(f));
    out[7] = (long long)(float)(ct::sum<0>(f));
    out[8] = bool(ct::all_of<0>(x >= 0)) + 2 * bool(ct::any_of<0>(x == 77));
    out[9] = (long long)(double)(ct::prod<0>(ct::element_cast<double>(ct::select(at < 4, f + 2.0f, 1.0f + 0.0f * f))));
}

int main() {
    const int n = 500;
    Array<int> in(n);
    Array<float> f(128);
    Array<long long> out(10);
    long long sum = 0, most = 0, or_ = 0, least = 1 << 30;
    float fsum = 0, fmost = -1, fleast = 1e9;
    int imost = 0, ileast = 0;
    for (int i = 0; i < n; i++) in[i] = i * 31 % 211, sum += in[i], most = std::max<long long>(most, in[i]);
    for (int i = 0; i < 128; i++) {
        f[i] = i * 13 % 29, fsum += f[i], or_ |= in[i], least = std::min<long long>(least, in[i]);
        if (f[i] > fmost) fmost = f[i], imost = i;
        if (f[i] < fleast) fleast = f[i], ileast = i;
    }
    reduce<<<1, 1>>>(out.data, in.data, f.data, n);
    const double wanted[] = {double(sum), double(most), 4, double(least), double(or_), double(imost), double(ileast), fsum, 3,
                             double(f[0] + 2) * (f[1] + 2) * (f[2] + 2) * (f[3] + 2)};
    for (int i = 0; i < 10; i++) expect(out, i, wanted[i]);
    return done();
}
