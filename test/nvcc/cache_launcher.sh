# ccache before a driver that has a cache of its own: either may have what is asked for.
# REQUIRES: ccache, g++, nvcc, ptxas
# RUN: sh %s %t
# TIMEOUT: 120
# CHECK: ccache 0, ours 0 found 1 not
# CHECK: ccache 1, ours 0 found 1 not
# CHECK: ccache 1, ours 1 found 1 not
# CHECK: equal
rm -rf "$1.d" && mkdir "$1.d" && cd "$1.d" || exit 1
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS CCACHE_DISABLE CCACHE_READONLY CCACHE_RECACHE CCACHE_PREFIX
export CCACHE_DIR="$PWD/ccache" CUPRUM_CACHE="$PWD/ours" CCACHE_NODIRECT=1
echo '__global__ void k(int *p) { *p += 1; }' >k.cu
nvcc=$(cuprum toolkit tk "${CUDA_HOME:-/usr/local/cuda}") || exit 1
size() { if [ -f "ours/$1" ]; then wc -c <"ours/$1" | tr -d ' '; else echo 0; fi; }
compile() {
    ccache "$nvcc" -arch=sm_90 -c k.cu -o "$1" || echo fails
    hits=$(ccache --print-stats | sed -n 's/^preprocessed_cache_hit[[:blank:]]*//p')
    echo "ccache $hits, ours $(size found.ptx) found $(size missed.ptx) not"
}
compile 1.o
compile 2.o
ccache -C >/dev/null
compile 3.o
cmp 1.o 2.o && cmp 1.o 3.o && echo equal
