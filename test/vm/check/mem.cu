// SPDX-License-Identifier: Apache-2.0
// The mem checker: wrong accesses, and the same kernels in a right launch.
// RUN[PAST]: cuprum run %s --check=mem --kernel=past --block=64 buf:i32:60:iota --print=0:3
// EXIT[PAST]: 1
// PAST: arg 0: 1 2 3
// PAST: mem: out-of-bounds: 0 bytes past the end of an allocation
// PAST-NEXT: at: kernel past, block (0,0,0), thread (60,0,0), PTX line {{[0-9]+}} (test/vm/check/mem.cu:{{[0-9]+}})
// PAST-NEXT: ld.global.u32
// PAST-NEXT: global read of 4 bytes, address 0x7f00000000f0
// PAST-NEXT: allocation 0x7f0000000000 of 240 bytes, by argument 0
// PAST-NEXT: 4 times
// PAST: mem: out-of-bounds
// PAST: st.global.u32
// PAST: 4 times
// PAST: 2 findings
// RUN[CLEAN]: cuprum run %s --check --kernel=past --block=60 buf:i32:60:iota --format=json
// CLEAN: {"version":1,"findings":[],
// CLEAN-NEXT: "count":0,"dropped":0}
// RUN[JSON]: cuprum run %s --check=mem --kernel=heap i32:3 --format=json
// EXIT[JSON]: 1
// JSON: {"version":1,"findings":[
// JSON-NEXT: {"checker":"mem","kind":"use-after-free","text":"12 bytes inside memory that has been freed","count":1,"at":{"host":false,"kernel":"heap","block":[0,0,0],"thread":[0,0,0],"ptx_line":{{[0-9]+}},"instruction":"{{.*}}","file":"test/vm/check/mem.cu","line":{{[0-9]+}}},"address":"0x7f000000000c","size":4,"space":"global","access":"write","allocation":{"base":"0x7f0000000000","size":64,"freed":true,"made_by":"malloc in kernel heap, {{.*}}"},"other":{"host":false,"kernel":"heap",{{.*}}},"other_access":"freed by"}],
// JSON-NEXT: "count":1,"dropped":0}
// RUN[LEAK]: cuprum run %s --check=leak --kernel=heap i32:2
// EXIT[LEAK]: 1
// LEAK: leak: leak: 64 bytes are never freed
// LEAK-NEXT: allocated by: kernel heap, block (0,0,0), thread (0,0,0)
// LEAK: 1 finding
// RUN[HEAPOK]: cuprum run %s --check --kernel=heap --block=33 i32:0
// HEAPOK-NOT: {{.}}
// RUN[HEAPPAST]: cuprum run %s --check --kernel=heap i32:1
// EXIT[HEAPPAST]: 1
// HEAPPAST: mem: out-of-bounds: 0 bytes past the end
// HEAPPAST: 1 finding
// RUN[TWICE]: cuprum run %s --check --kernel=heap i32:4
// EXIT[TWICE]: 1
// TWICE: mem: double-free
// TWICE: freed before by: kernel heap
// TWICE: 1 finding
// RUN[WRONGFREE]: cuprum run %s --check --kernel=heap i32:5
// EXIT[WRONGFREE]: 1
// WRONGFREE: mem: invalid-free
// WRONGFREE: 1 finding
// RUN[ODD]: cuprum run %s --check --kernel=odd --block=2 buf:u8:64:zero i32:4
// EXIT[ODD]: 1
// ODD: mem: misaligned: the address is no multiple of 8
// ODD: thread (1,0,0)
// ODD: 1 finding
// RUN[EVEN]: cuprum run %s --check --kernel=odd --block=2 buf:u8:64:zero i32:8
// EVEN-NOT: {{.}}
// RUN[NULL]: cuprum run %s --check --kernel=null
// EXIT[NULL]: 1
// NULL: mem: null-pointer
// RUN[SPACE]: cuprum run %s --check --kernel=space buf:u8:64:zero
// EXIT[SPACE]: 1
// SPACE: mem: wrong-space: a generic or global address is used as one of shared memory
// RUN[SHARED]: cuprum run %s --check --kernel=shared_past --block=9 --shared=32
// EXIT[SHARED]: 1
// SHARED: mem: out-of-bounds
// SHARED: shared write of 4 bytes
// SHARED: 1 finding
// RUN[SHAREDOK]: cuprum run %s --check --kernel=shared_past --block=8 --shared=32
// SHAREDOK-NOT: {{.}}
// RUN[STATIC]: cuprum run %s --check --kernel=side_by_side --block=32 i32:33
// EXIT[STATIC]: 1
// STATIC: mem: out-of-bounds: 4 bytes past the end of shared variable {{.*}}first
// STATIC: thread (31,0,0)
// STATIC: allocation 0x{{[0-9a-f]+}} of 128 bytes, by variable {{.*}}first
// STATIC: 1 finding
// RUN[STATICOK]: cuprum run %s --check --kernel=side_by_side --block=32 i32:0
// STATICOK-NOT: {{.}}
extern "C" __global__ void side_by_side(int n) {
    __shared__ int first[32], second[32];
    first[threadIdx.x] = second[threadIdx.x] = 0, (void)first;
    __syncwarp();
    if (threadIdx.x == 31) first[n] = second[n & 31];
    if (threadIdx.x == 31 && first[n & 31]) __trap(); // nobody writes what nobody reads
}
extern "C" __global__ void past(int *p) {
    p[threadIdx.x] += 1;
}
extern "C" __global__ void heap(int mode) {
    int *p = (int *)malloc(64);
    p[0] = 1;
    if (mode == 1) p[16] = 2;
    if (mode != 2) free(p);
    if (mode == 3) p[3] = 7;
    if (mode == 4) free(p);
    if (mode == 5) free(p + 1);
}
extern "C" __global__ void odd(char *p, int n) {
    *(long long *)(p + threadIdx.x * n) = 1;
}
extern "C" __global__ void null() {
    int *volatile p = nullptr;
    *p = 1;
}
extern "C" __global__ void space(char *p) {
    asm volatile("st.shared.u8 [%0], 1;" ::"l"(p) : "memory");
}
extern "C" __global__ void shared_past() {
    extern __shared__ int s[];
    s[threadIdx.x] = 1;
}
