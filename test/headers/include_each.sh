# Each header of the toolkit and of the C++ library that device code includes, alone, in both dialects.
# RUN: sh %s %t
# REQUIRES: nvcc
# TIMEOUT: 300
# CHECK: failures: 0
cuda=${CUDA_HOME:-/usr/local/cuda}
std=$(cd "$cuda/include/cccl/cuda/std" && ls | grep -v -e '\.h$' -e '^__' -e detail | sed 's|^|cuda/std/|')
bad=0
[ -z "${QUICK:-}" ] || std= # the sanitizer build
for h in cuda_runtime.h cuda_fp16.h cuda_bf16.h cuda_fp8.h cuda_fp6.h cuda_fp4.h cooperative_groups.h \
    cooperative_groups/reduce.h cooperative_groups/scan.h cooperative_groups/memcpy_async.h mma.h cuda_pipeline.h \
    cuda_awbarrier.h curand_kernel.h cuComplex.h cuda/atomic cuda/barrier cuda/latch cuda/semaphore cuda/pipeline cuda/ptx \
    cub/cub.cuh thrust/device_vector.h thrust/sort.h thrust/transform.h thrust/reduce.h thrust/scan.h thrust/copy.h \
    vector string map unordered_map algorithm numeric random chrono iostream functional memory tuple variant optional \
    thread regex $std; do
    echo "#include <$h>
__global__ void k(int *p) { *p = 1; }" >"$1.cu"
    for o in "-std=c++17 -arch=sm_75" "-std=c++20 -arch=sm_100"; do
        cuprum --cuda-path="$cuda" $o "$1.cu" -o "$1.ptx" >"$1.log" 2>&1 && continue
        echo "$h $o: $(grep -m1 error "$1.log")"
        bad=$((bad + 1))
    done
done
echo "failures: $bad"
