# Caches of objects tell the nvcc of `cuprum toolkit` from NVIDIA's, and from that of another build of ours.
# REQUIRES: ccache, nvcc, ptxas
# RUN: sh %s %t
# TIMEOUT: 120
# CHECK: NVIDIA's: 1 new, 0 from the cache
# CHECK: ours: 2 new, 0 from the cache
# CHECK: not NVIDIA's object
# CHECK: the same command: 2 new, 1 from the cache
# CHECK: toolkit made again: 2 new, 2 from the cache
# CHECK: another build: 3 new, 2 from the cache
# CHECK: a stranger stays
# CHECK: NVIDIA's driver: 4 new, 2 from the cache
# CHECK: the copy gives way
t=$1 cuda=${CUDA_HOME:-/usr/local/cuda}
rm -rf "$t.d"
mkdir "$t.d"
cd "$t.d" || exit 1
export CCACHE_DIR="$PWD/cache" CCACHE_NODIRECT=1
unset CCACHE_DISABLE CCACHE_READONLY CCACHE_RECACHE CCACHE_PREFIX
echo '__global__ void k(int *p) { *p = 1; }' >k.cu
compile() { # NAME NVCC
    ccache "$2" -arch=sm_90 -c k.cu -o k.o || echo "fails: $2"
    ccache --print-stats >stats
    new=$(sed -n 's/^cache_miss[[:blank:]]*//p' stats) old=$(sed -n 's/^preprocessed_cache_hit[[:blank:]]*//p' stats)
    echo "$1: $new new, $old from the cache"
}
compile "NVIDIA's" "$cuda/bin/nvcc"
mv k.o nvidia.o
nvcc=$(cuprum toolkit tk "$cuda") || exit 1
compile ours "$nvcc"
cmp -s k.o nvidia.o || echo "not NVIDIA's object"
compile 'the same command' "$nvcc"
cuprum toolkit tk "$cuda" >/dev/null
compile 'toolkit made again' "$nvcc"
cp "$(command -v cuprum)" other
echo >>other
mv tk before # at the same place, as after an update
./other toolkit tk "$cuda" >/dev/null
compile 'another build' "$nvcc"
rm tk/bin/nvcc
echo 'not a compiler' >tk/bin/nvcc
./other toolkit tk "$cuda" 2>&1 | grep -q 'File exists' && echo a stranger stays
rm tk/bin/nvcc
cuprum toolkit --driver=nvidia tk "$cuda" >/dev/null && compile "NVIDIA's driver" "$nvcc" &&
    cuprum toolkit tk "$cuda" >/dev/null && [ -L tk/bin/nvcc ] && echo the copy gives way
