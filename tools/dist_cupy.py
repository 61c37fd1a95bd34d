# SPDX-License-Identifier: Apache-2.0
# CuPy's kernels, by NVRTC and the virtual machine, are right: for tools/check_dist.sh, under `cuprum exec`.
import cupy

x = cupy.arange(1000, dtype=cupy.float32)
assert float((x * 2 + 1).sum()) == 1000000
add = cupy.RawKernel('extern "C" __global__ void add(float *a) { a[threadIdx.x] += 1; }', "add")
add((1,), (32,), (x,))
assert x[:3].tolist() == [1, 2, 3] and x[32] == 32
a = cupy.arange(16, dtype=cupy.float32).reshape(4, 4)
assert (a @ a).tolist() == (a.get() @ a.get()).tolist()  # cuBLAS's stand-in
assert abs(cupy.fft.ifft(cupy.fft.fft(x)).real - x).max() < 1e-3  # cuFFT's
print("CuPy", cupy.__version__, "is right")
