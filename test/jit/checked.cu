// SPDX-License-Identifier: Apache-2.0
// What checkers see of eight lanes at a time: rows, one place, and any places, whole and in part, of each width, in global and
// shared memory, right and wrong.
// RUN[B]: sh %S/checked.sh %s right --grid=3 --block=64 buf:i32:1024:zero buf:i32:512:none
// B-NOT: {{mem|init|race}}
// B: status 0
// B-NEXT: {{functions in native code: [1-9]|without a processor}}
// RUN[C]: for k in rows_beyond each_beyond between; do sh %S/checked.sh %s $k --grid=3 --block=64 buf:i32:1024:zero buf:i32:512:none || exit 1; done
// C: mem: out-of-bounds
// C: status 1
// C: mem: out-of-bounds
// C: status 1
// C: mem: out-of-bounds
// C: status 1
// RUN[D]: for k in unset_row unset_one unset_each part_unset copied; do sh %S/checked.sh %s $k --grid=3 --block=64 buf:i32:1024:zero buf:i32:512:none || exit 1; done
// D: init: uninitialised-read
// D: status 1
// D: init: uninitialised-read
// D: status 1
// D: init: uninitialised-read
// D: status 1
// D: init: uninitialised-read
// D: status 1
// D: init: uninitialised-read
// D: status 1
// RUN[E]: for k in no_barrier no_barrier_one two_blocks wide_race third_reader words_of_lanes late_write; do sh %S/checked.sh %s $k --grid=3 --block=64 buf:i32:1024:zero buf:i32:512:none || exit 1; done
// E: race:
// E: status 1
// E: race:
// E: status 1
// E: race:
// E: status 1
// E: race:
// E: status 1
// E: race:
// E: status 1
// E: race:
// E: status 1
// E: race:
// E: status 1
// RUN[P]: sh %S/checked.sh %s tiles --grid=3 --block=64 buf:i32:1024:zero buf:i32:512:none
// P-NOT: {{mem|init|race}}
// P: status 0
// P-NEXT: {{functions in native code: [1-9]|without a processor}}
// RUN[Q]: for k in group_race places_race atomic_race copied_race by_variable by_loaded; do sh %S/checked.sh %s $k --grid=3 --block=64 buf:i32:1024:zero buf:i32:512:none || exit 1; done
// Q: race: shared
// Q: status 1
// Q: race: shared
// Q: status 1
// Q: race: shared
// Q: status 1
// Q: race: shared
// Q: status 1
// Q: race: global
// Q: status 1
// Q: race: global
// Q: status 1
// RUN[R]: for k in group_unset atomic_unset; do sh %S/checked.sh %s $k --grid=3 --block=64 buf:i32:1024:zero buf:i32:512:none || exit 1; done
// R: init: uninitialised-read
// R: status 1
// R: init: uninitialised-read
// R: status 1
#define KERNEL extern "C" __global__ void
#define AT     int t = threadIdx.x, i = blockIdx.x * 64 + t
struct Padded {
    char a;
    int b;
};
KERNEL right(int *set, int *unset) {
    AT;
    __shared__ int rows[66], one[4];
    __shared__ long long wide[64];
    __shared__ Padded padded[64];
    unset[i] = set[i] + set[i + 1] + set[(i * 37) & 511];
    rows[t] = t;
    wide[t] = unset[i];
    padded[t].a = 1;
    padded[t].b = t;
    if (t == 9) one[2] = 5;
    __syncthreads();
    int sum = one[2] + (t < 63 ? rows[t + 1] : 0) + rows[63 - t] + (int)wide[t ^ 5];
    for (int k = 0; k < 16; k++) sum += rows[k] + rows[(t & 48) + k];
    Padded mine = padded[63 - t];
    __syncthreads();
    padded[t] = mine;
    rows[t] = sum + mine.b;
    __syncthreads();
    if (t & 3) unset[i] = rows[(t + 7) & 63];
}
KERNEL rows_beyond(int *set, int *unset) {
    AT;
    set[i + 840] = unset ? t : 0;
}
KERNEL each_beyond(int *set, int *unset) {
    AT;
    set[t == 45 ? i + 4000 : (i * 7) & 511] = unset ? t : 0;
}
KERNEL between(int *set, int *) {
    AT;
    __shared__ int first[20], second[20];
    if (t < 20) first[t] = second[t] = t;
    __syncthreads();
    set[i] = first[t & 15] + second[t & 15] + (t == 3 ? first[20 + (t & 1)] : 0);
}
KERNEL unset_row(int *set, int *unset) {
    AT;
    if (t != 11) unset[i] = t;
    set[i] = unset[i] + 1;
}
KERNEL unset_one(int *set, int *) {
    AT;
    __shared__ int one[8];
    if (t < 7) one[t] = t;
    __syncthreads();
    set[i] = one[7] + one[t & 3] + 1;
}
KERNEL unset_each(int *set, int *unset) {
    AT;
    unset[(i * 5) & 255] = t;
    set[i] = unset[((i * 5) & 255) + (t == 50 ? 256 : 0)] + 1;
}
KERNEL part_unset(int *set, int *) {
    AT;
    __shared__ unsigned char bytes[256];
    bytes[4 * t] = bytes[4 * t + 1] = bytes[4 * t + 2] = 7;
    if (t != 30) bytes[4 * t + 3] = 7;
    __syncthreads();
    set[i] = *(int *)(bytes + 4 * t) + 1;
}
// The undefined number travels to where it is used.
KERNEL copied(int *set, int *unset) {
    AT;
    __shared__ int copy[64];
    if (t != 33) unset[i] = t;
    copy[t] = unset[i];
    __syncthreads();
    set[i] = copy[t ^ 1] + 1;
}
KERNEL no_barrier(int *set, int *) {
    AT;
    __shared__ int rows[64];
    rows[t] = t * 3 + 1;
    set[i] = rows[(t + 32) & 63];
}
KERNEL no_barrier_one(int *set, int *) {
    AT;
    __shared__ int one;
    if (t == 40) one = i + 1;
    set[i] = one;
}
KERNEL two_blocks(int *set, int *) {
    AT;
    set[t] = i;
}
KERNEL wide_race(int *set, int *) {
    AT;
    __shared__ long long wide[64];
    wide[t] = t + 1;
    __syncthreads();
    if (t == 41) wide[6] = i * 2;
    set[i] = (int)wide[t & 31];
}
// Lines that two have read are open: whoever writes them is still found.
KERNEL third_reader(int *set, int *) {
    AT;
    __shared__ int rows[64];
    rows[t] = t;
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 16; k++) sum += rows[k];
    if (t == 50) rows[5] = sum;
    set[i] = sum;
}
KERNEL words_of_lanes(int *set, int *) {
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 8; k++) sum += set[(t * 8 + k) & 511];
    if (t == 20) set[77] = sum + 9;
}
KERNEL late_write(int *set, int *) {
    AT;
    __shared__ int rows[64];
    for (int k = 0; k < 3; k++) {
        rows[t] = t * k;
        __syncthreads();
        set[i] = rows[(t + 33) & 63]; // the next round's store comes too early
    }
}
// Parts of words: those who write other bytes of one are no races.
// RUN[F]: for k in bytes_right bytes_race; do sh %S/checked.sh %s $k --grid=2 --block=64 buf:u8:1024:zero buf:u8:512:none || exit 1; done
// F: status 0
// F: race: shared
// F: status 1
KERNEL bytes_right(unsigned char *set, unsigned char *unset) {
    AT;
    __shared__ unsigned char bytes[64];
    __shared__ unsigned short words[64];
    bytes[t] = set[i] + set[5];
    words[t] = bytes[t] * 3;
    __syncthreads();
    unset[i] = bytes[63 - t] + words[(t * 7) & 63] + words[9];
}
KERNEL bytes_race(unsigned char *set, unsigned char *) {
    AT;
    __shared__ unsigned char bytes[64];
    bytes[t] = t + 1;
    set[i] = bytes[(t + 33) & 63];
}
// Copies into tiles, groups of loads, atomic operations, words that other lanes wrote one by one, in order.
KERNEL tiles(int *set, int *unset) {
    AT;
    __shared__ int tile[64], bins[8], turned[8][9];
    tile[t] = set[i];
    if (t < 8) bins[t] = 0;
    turned[t & 7][t >> 3] = set[i + 64];
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 8; k++) sum += tile[k] + tile[(t & 56) + k] + turned[t >> 3][k];
    atomicAdd(&bins[t & 7], sum);
    atomicMax(&bins[t & 3], t);
    __syncthreads();
    tile[63 - t] = bins[t & 7];
    __syncthreads();
    unset[i] = tile[t] + sum;
    atomicAdd(&set[512 + (t & 31)], 1);
}
KERNEL group_race(int *set, int *unset) {
    AT;
    __shared__ int tile[64];
    tile[t] = set[i] + 1;
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 8; k++) sum += tile[k] + tile[8 + k];
    tile[t] = sum;
    __syncthreads();
    unset[i] = tile[63 - t];
}
KERNEL places_race(int *set, int *unset) {
    AT;
    __shared__ int turned[8][9];
    turned[t & 7][t >> 3] = set[i];
    unset[i] = turned[t >> 3][t & 7];
}
KERNEL atomic_race(int *set, int *unset) {
    AT;
    __shared__ int bins[64];
    bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[(t * 5) & 63], set[i] + 1);
    unset[i] = bins[t];
}
KERNEL copied_race(int *set, int *unset) {
    AT;
    __shared__ int tile[64];
    tile[t] = set[i];
    int other = tile[t ^ 32];
    __syncthreads();
    unset[i] = other;
}
__device__ int table[256];
KERNEL by_variable(int *set, int *unset) {
    AT;
    unset[i] = table[i + 1] + set[i];
    table[i] = t;
}
__device__ int *where;
KERNEL by_loaded(int *set, int *unset) {
    AT;
    where = set;
    __syncthreads();
    unset[i] = set[i + 64];
    where[i] = t;
}
KERNEL group_unset(int *set, int *unset) {
    AT;
    __shared__ int tile[64];
    if (t != 5) tile[t] = set[i];
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 8; k++) sum += tile[k];
    unset[i] = sum;
}
KERNEL atomic_unset(int *set, int *unset) {
    AT;
    __shared__ int bins[64];
    if (t > 3) bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[t], set[i]);
    unset[i] = 1;
}
