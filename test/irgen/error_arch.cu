// A function that needs a newer GPU is named; on one that has it there is its instruction.
// RUN[A]: cuprum %s -arch=sm_75 -o - -DCALL=1
// EXIT[A]: 1
// A: error: "__reduce_add_sync" needs compute capability 8.0 or higher
// A: 1 error detected
// RUN[B]: cuprum %s -arch=sm_80 -o -
// B: redux.sync.add.s32
__global__ void arch(int *p) {
    p[0] = __reduce_add_sync(~0u, p[0]);
    p[1] = __shfl_sync(~0u, p[1], 0);
}
