// SPDX-License-Identifier: Apache-2.0
// Symbols out of an rANS stream: a state a lane, a table of slots in shared memory, lanes that run low read on in turn by a ballot.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=32 buf:u32:2048:rand:1 buf:u32:64:rand:2 buf:u8:2048:zero buf:i32:2:zero i32:30 i32:2048
constexpr unsigned BITS = 8, LOW = 1u << 16;
struct Slot {
    unsigned char symbol;
    unsigned short start, size;
};
__global__ void decode(const unsigned short *__restrict__ stream, const unsigned *__restrict__ starts, unsigned char *__restrict__ out, int *__restrict__ used, int each, int room) {
    __shared__ Slot slots[1 << BITS];
    const unsigned lane = threadIdx.x;
    for (unsigned i = lane; i < 1u << BITS; i += 32) {
        const unsigned symbol = 31 - __clz(i + 1), start = (1u << symbol) - 1, size = min(1u << symbol, (1u << BITS) - start);
        slots[i] = Slot{static_cast<unsigned char>(symbol), static_cast<unsigned short>(start), static_cast<unsigned short>(size)};
    }
    __syncwarp();
    stream += blockIdx.x * room;
    out += blockIdx.x * each * 32;
    unsigned state = starts[blockIdx.x * 32 + lane] | LOW;
    int at = 0;
    for (int i = 0; i < each; i++) {
        const Slot s = slots[state & ((1u << BITS) - 1)];
        out[i * 32 + lane] = s.symbol;
        state = s.size * (state >> BITS) + (state & ((1u << BITS) - 1)) - s.start;
        const bool low = state < LOW;
        const unsigned who = __ballot_sync(~0u, low);
        if (low) state = state << 16 | stream[at + __popc(who & ((1u << lane) - 1))];
        at += __popc(who);
    }
    if (lane == 0) used[blockIdx.x] = at;
}
