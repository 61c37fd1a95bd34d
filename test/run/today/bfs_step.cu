// SPDX-License-Identifier: Apache-2.0
// One step of a breadth-first search: neighbours of the frontier, those newly seen to the next queue, one counter's step a warp (the only one: the queue has one order).
// RUN: sh %S/../kernel.sh %s --grid=1 --block=32 buf:i32:257:iota buf:i32:1280:rand:1 buf:i32:64:iota buf:i32:256:zero buf:i32:1024:zero buf:i32:1:zero i32:64 i32:7
__global__ void bfs(const int *__restrict__ offsets, const int *__restrict__ neighbours, const int *__restrict__ frontier, int *__restrict__ depth,
                    int *__restrict__ next, int *__restrict__ count, int n, int level) {
    const int lane = threadIdx.x & 31;
    for (int base = 0; base < n; base += blockDim.x) {
        const int i = base + threadIdx.x;
        const bool has = i < n;
        const int vertex = has ? frontier[i] : 0;
        int at = has ? offsets[vertex] * 5 : 0;
        const int end = has ? offsets[vertex + 1] * 5 : 0;
        while (__any_sync(~0u, at < end)) {
            bool fresh = false;
            int to = 0;
            if (at < end) {
                to = neighbours[at++] & 255;
                fresh = atomicMax(&depth[to], level) < level;
            }
            const unsigned who = __ballot_sync(~0u, fresh);
            if (who) {
                int start = 0;
                const int leader = __ffs(who) - 1;
                if (lane == leader) start = atomicAdd(count, __popc(who));
                start = __shfl_sync(~0u, start, leader);
                if (fresh) next[start + __popc(who & ((1u << lane) - 1))] = to;
            }
        }
    }
}
