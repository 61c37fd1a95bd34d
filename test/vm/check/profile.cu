// SPDX-License-Identifier: Apache-2.0
// Profiles count by instruction, whatever the number of host threads; --seed changes the order of
// execution, not the results.
// RUN: cuprum run %s --grid=5 --block=64 --profile --jobs=1 buf:i32:320:zero
// RUN: cuprum run %s --grid=5 --block=64 --profile --jobs=3 buf:i32:320:zero
// CHECK: profile: {{[0-9]+}} thread instructions, {{[0-9]+}} warp instructions
// CHECK: % {{[0-9]+}} test/vm/check/profile.cu:[[@LINE+12]]
// CHECK: PTX line
// CHECK: 320 32.00 {{[0-9]+}}: st.global.u32
// RUN[PAGE]: cuprum run %s --grid=5 --block=64 --profile=%t.html buf:i32:320:zero && cat %t.html
// PAGE: <!DOCTYPE html>
// PAGE: <h2>test/vm/check/profile.cu</h2>
// PAGE: <summary>{{.*}}for (int i = 0; i &lt; 10; i++)
// PAGE: st.global.u32
// PAGE: </html>
// RUN[SEED]: for s in 0 1 2 3; do cuprum run %s --grid=5 --block=64 --seed=$s --hash buf:i32:320:zero; done | sort -u | wc -l
// SEED: 1
extern "C" __global__ void k(int *out) {
    int s = threadIdx.x;
#pragma unroll 1
    for (int i = 0; i < 10; i++) s = s * 5 + i;
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
