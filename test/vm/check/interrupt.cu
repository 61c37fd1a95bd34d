// SPDX-License-Identifier: Apache-2.0
// `cuprum run` shows findings as it goes, and all that it knows when it is interrupted.
// REQUIRES: timeout
// TIMEOUT: 60
// RUN[A]: timeout -s INT 3 cuprum run %s --check=mem --stats --profile --grid=100 --block=32 buf:i32:25:zero 2>&1; echo status $?
// A: mem: out-of-bounds
// A: warp instructions:
// A: profile:
// A: 1 finding
// A: error: {{.*}}: interrupted
// A: status 124
// RUN[B]: sh %S/inputs/kill_when_told.sh %t.txt cuprum run %s --check=mem --report=%t.txt --grid=100 --block=32 buf:i32:25:zero; cat %t.txt
// B: mem: out-of-bounds
// B-NOT: 1 finding
// RUN[C]: sh %S/inputs/kill_when_told.sh %t.json cuprum run %s --check=mem --format=json --report=%t.json --grid=100 --block=32 buf:i32:25:zero; tail -1 %t.json
// C: "count":1,"dropped":0}
__global__ void k(int *p) {
    p[threadIdx.x + 20] = 1;
    for (volatile int i = 0; i < 1000000000; i++) {}
}
