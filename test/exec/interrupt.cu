// SPDX-License-Identifier: Apache-2.0
// What was found is there when the process is ended from outside: by signals that ask, with report,
// profile and statistics, and, of what is older than a moment, by the one that does not. Then the
// signal does what it does. A terminal sees how far a long launch is, and nothing of it is left.
// REQUIRES: nvcc, timeout, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN[A]: nvcc -cudart shared -lineinfo -gencode arch=compute_75,code=compute_75 -o %t.exe %s && \
// RUN[A]: timeout -s TERM 3 cuprum exec --check=mem --profile --stats %t.exe 2>&1; echo status $?
// A: mem: out-of-bounds
// A-SAME: past the end
// A: cuprum exec: kernel _Z4spinPi, block ({{.*}}: interrupted
// A: profile:
// A: 1 finding
// A: status 124
// RUN[B]: timeout -s INT 3 cuprum exec --check=mem --format=json --report=%t.json %t.exe 2>&1; tail -1 %t.json
// B: "count":1,"dropped":0}
// RUN[C]: (timeout -s KILL 3 cuprum exec --check=mem %t.exe) 2>%t.err; cat %t.err
// C: mem: out-of-bounds
// RUN[D]: (ulimit -St 1; cuprum exec --check=mem --report=%t.txt %t.exe) 2>&1; cat %t.txt
// D: mem: out-of-bounds
// D: 1 finding
// A grid of blocks so short that no warp comes by where a long one would look.
// RUN[E]: timeout -s TERM -k 9 3 cuprum exec --stats --jit=off %t.exe short 2>&1; echo status $?
// RUN[F]: timeout -s TERM -k 9 3 cuprum exec --stats --jit=on %t.exe short 2>&1; echo status $?
// E: kernel _Z5briefPi, block ({{.*}}: interrupted
// E: status 124
// F: kernel _Z5briefPi, block ({{.*}}: interrupted
// F: status 124
#include <cstdio>
__global__ void bad(int *p) { p[threadIdx.x + 20] = 1; }
__global__ void spin(int *p) {
    for (volatile int i = 0; i < 1000000000; i++) {}
    *p = 1;
}
__global__ void brief(int *p) {
    if (threadIdx.x == 77) *p = 1;
}
int main(int argc, char **) {
    int *p;
    cudaMalloc(&p, 100);
    if (argc > 1) {
        brief<<<2000000000, 64>>>(p);
        cudaDeviceSynchronize();
        return 0;
    }
    bad<<<1, 32>>>(p);
    spin<<<100, 32>>>(p);
    cudaDeviceSynchronize();
    printf("end\n");
}
