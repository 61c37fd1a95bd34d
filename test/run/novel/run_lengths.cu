// SPDX-License-Identifier: Apache-2.0
// Runs taken apart again: lengths summed up by a scan of four a thread, then each place searches its run.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:u8:512:rand:1 buf:u32:512:rand:2 buf:u32:4096:zero buf:i32:2:zero i32:256 i32:2048
template <int ITEMS, int THREADS>
__global__ void __launch_bounds__(THREADS) expand(const unsigned char *__restrict__ lengths, const unsigned *__restrict__ values, unsigned *__restrict__ out, int *__restrict__ sizes, int runs,
                                                  int room) {
    __shared__ int ends[ITEMS * THREADS];
    __shared__ int warp_total[THREADS / 32];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    lengths += blockIdx.x * runs;
    values += blockIdx.x * runs;
    out += static_cast<size_t>(blockIdx.x) * room;
    int items[ITEMS], total = 0;
    for (int i = 0; i < ITEMS; i++) {
        const int at = t * ITEMS + i;
        total += at < runs ? lengths[at] & 7 : 0;
        items[i] = total;
    }
    int before = total;
    for (int d = 1; d < 32; d *= 2) {
        const int other = __shfl_up_sync(~0u, before, d);
        if (lane >= d) before += other;
    }
    if (lane == 31) warp_total[warp] = before;
    before -= total;
    __syncthreads();
    for (int w = 0; w < warp; w++) before += warp_total[w];
    for (int i = 0; i < ITEMS; i++) ends[t * ITEMS + i] = before + items[i];
    __syncthreads();
    const int all = ends[ITEMS * THREADS - 1];
    for (int place = t; place < all && place < room; place += THREADS) {
        int low = 0, high = runs;
        while (low < high) {
            const int middle = (low + high) / 2;
            if (ends[middle] > place)
                high = middle;
            else
                low = middle + 1;
        }
        out[place] = values[low] + (place - (low ? ends[low - 1] : 0));
    }
    if (t == 0) sizes[blockIdx.x] = all;
}
template __global__ void expand<4, 64>(const unsigned char *, const unsigned *, unsigned *, int *, int, int);
