# SPDX-License-Identifier: Apache-2.0
# CuPy's kernels, by NVRTC and the virtual machine, are right: for tools/check_dist.sh, under `cuprum exec`.
import cupy

x = cupy.arange(1000, dtype=cupy.float32)
assert float((x * 2 + 1).sum()) == 1000000
add = cupy.RawKernel('extern "C" __global__ void add(float *a) { a[threadIdx.x] += 1; }', "add")
add((1,), (32,), (x,))
assert x[:3].tolist() == [1, 2, 3] and x[32] == 32
a = cupy.arange(16, dtype=cupy.float32).reshape(4, 4) + 10 * cupy.eye(4, dtype=cupy.float32)
assert cupy.allclose(a @ cupy.linalg.inv(a), cupy.eye(4), atol=1e-4)  # cuBLAS's and cuSOLVER's stand-ins
print("CuPy", cupy.__version__, "is right")
