// SPDX-License-Identifier: Apache-2.0
// A row of a sparse product: a table of columns in shared memory by open addressing, a warp a row, sums of whole numbers, then packed.
// RUN: sh %S/../kernel.sh %s --grid=8 --block=64 buf:i32:17:iota buf:i32:128:rand:1 buf:i32:128:rand:2 buf:i32:17:iota buf:i32:128:rand:3 buf:i32:128:rand:4 buf:i32:16:zero buf:i32:1024:zero buf:i32:1024:zero i32:16
constexpr int SLOTS = 64;
__global__ void spgemm(const int *__restrict__ ap, const int *__restrict__ ac, const int *__restrict__ av, const int *__restrict__ bp, const int *__restrict__ bc,
                       const int *__restrict__ bv, int *__restrict__ sizes, int *__restrict__ cc, int *__restrict__ cv, int rows) {
    __shared__ int keys[2][SLOTS], values[2][SLOTS];
    const int w = threadIdx.x / 32, lane = threadIdx.x % 32, row = blockIdx.x * 2 + w;
    for (int i = lane; i < SLOTS; i += 32) keys[w][i] = -1, values[w][i] = 0;
    __syncwarp();
    if (row >= rows) return;
    for (int i = ap[row] * 5; i < ap[row + 1] * 5; i++) {
        const int k = ac[i] & 15, x = av[i] & 255;
        for (int j = bp[k] * 6 + lane; j < bp[k + 1] * 6; j += 32) {
            const int col = bc[j] & 31, y = x * (bv[j] & 255);
            int h = col * 107 % SLOTS;
            while (true) {
                const int old = atomicCAS(&keys[w][h], -1, col);
                if (old == -1 || old == col) {
                    atomicAdd(&values[w][h], y);
                    break;
                }
                h = (h + 1) % SLOTS;
            }
        }
    }
    __syncwarp();
    int n = 0;
    for (int base = 0; base < SLOTS; base += 32) {
        const int key = keys[w][base + lane];
        const unsigned full = __ballot_sync(~0u, key >= 0);
        if (key >= 0) {
            int rank = 0;
            for (int s = 0; s < SLOTS; s++) rank += keys[w][s] >= 0 && keys[w][s] < key;
            cc[row * SLOTS + rank] = key;
            cv[row * SLOTS + rank] = values[w][base + lane];
        }
        n += __popc(full);
    }
    if (lane == 0) sizes[row] = n;
}
