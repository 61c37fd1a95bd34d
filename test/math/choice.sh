# SPDX-License-Identifier: Apache-2.0
# --device-library: Cuprum's own where there is no toolkit, -v says which.
# RUN: sh %s %t
# CHECK: none: cuprum's own
# CHECK: cuprum: cuprum's own
# CHECK: file: {{.*}}f.ll
# CHECK: nvidia: not found
# CHECK: library: open
mkdir -p "$1.d"
echo '__global__ void k(float *p) { *p = expf(*p); }' >"$1.d/k.cu"
echo 'target triple = "nvptx64-nvidia-cuda" define float @__nv_expf(float %a) { ret float 0.0 }' >"$1.d/f.ll"
say() { env CUDA_HOME=/none cuprum "$1.d/k.cu" -v "$2" -o /dev/null 2>&1 | sed -n "s/.*device library: /$3: /p"; }
say "$1" --device-library=auto none
say "$1" --device-library=cuprum cuprum
say "$1" --device-library="$1.d/f.ll" file
env CUDA_HOME=/none cuprum "$1.d/k.cu" --device-library=nvidia -o /dev/null 2>&1 | grep -q 'was not found' && echo "nvidia: not found"
echo 'extern "C" __device__ int __nvvm_reflect(const char *); extern "C" __device__ int f() { return __nvvm_reflect("__CUDA_FTZ"); }' >"$1.d/l.cu"
cuprum --keep-device-functions --device-library=none --emit=ir "$1.d/l.cu" -o - | grep -q 'call.*@__nvvm_reflect' && echo "library: open"
