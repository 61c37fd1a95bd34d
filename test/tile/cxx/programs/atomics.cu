// SPDX-License-Identifier: Apache-2.0
// A histogram, sums of all blocks, extremes, a lock that blocks take in turn.
#include "check.h"

__tile_global__ void count(int *bins, float *total, unsigned *most, const int *in, int n) {
    auto at = ct::iota<ct::tile<int, ct::shape<128>>>() + int(ct::bid().x) * 128;
    auto inside = at < n;
    auto x = ct::load_masked(in + at, inside, 0);
    ct::atomic_add_masked(bins + x, ct::ones<ct::tile<int, ct::shape<128>>>(), inside, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
    ct::atomic_add(total, float(ct::sum<0>(ct::element_cast<float>(x))), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
    ct::atomic_max(most, unsigned(int(ct::reduce_max<0>(x))), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
}

__tile_global__ void in_turn(int *lock, int *value) {
    while (ct::atomic_compare_exchange(lock, 0, 1, ct::memory_order_acq_rel_t{}, ct::thread_scope_device_t{}) != 0) {
    }
    *value = *value * 2 + 1;
    ct::atomic_xchg(lock, 0, ct::memory_order_acq_rel_t{}, ct::thread_scope_device_t{});
}

int main() {
    const int n = 1000;
    Array<int> in(n), bins(16), lock(1), value(1);
    Array<float> total(1);
    Array<unsigned> most(1);
    int wanted[16] = {}, sum = 0;
    for (int i = 0; i < n; i++) in[i] = i * i % 16, wanted[in[i]]++, sum += in[i];
    count<<<(n + 127) / 128, 1>>>(bins.data, total.data, most.data, in.data, n);
    in_turn<<<10, 1>>>(lock.data, value.data);
    for (int i = 0; i < 16; i++) expect(bins, i, wanted[i]);
    expect(total, 0, sum);
    expect(most, 0, 9);
    expect(value, 0, 1023);
    return done();
}
