# ccache takes the nvcc of `cuprum toolkit` for an nvcc with nothing set, though it follows links to a compiler: so it keeps
# compilations that have options as CMake writes them, with their values in the next word.
# REQUIRES: ccache, g++
# RUN: sh %s %t
# TIMEOUT: 60
# CHECK: no CUDA: first
# CHECK-NEXT: no CUDA: hit
# CHECK-NEXT: no CUDA: another build
# CHECK-NEXT: a link to a file named nvcc
# CHECK-NEXT: version: as the program's
t=$1.d
rm -rf "$t"
mkdir -p "$t/src" "$t/prefix/bin" "$t/prefix/lib/cuprum/driver"
cd "$t" || exit 1
export CCACHE_DIR="$PWD/cache" CCACHE_CONFIGPATH="$PWD/none"
unset CCACHE_DISABLE CCACHE_READONLY CCACHE_RECACHE CCACHE_PREFIX CCACHE_COMPILERTYPE

# installed: the program, and itself by its second name
program=$(readlink -f "$(command -v cuprum)")
install() { # FILE...: in the place of the program
    cat "$@" >prefix/bin/cuprum.new && chmod +x prefix/bin/cuprum.new && mv prefix/bin/cuprum.new prefix/bin/cuprum
    ln -f prefix/bin/cuprum prefix/lib/cuprum/driver/nvcc
}
install "$program"
prefix/bin/cuprum toolkit --no-toolkit tk >/dev/null || exit 1
echo '#define ONE 1' >src/one.h
printf '#include "one.h"\n__global__ void k(int *p) { *p = ONE; }\n' >k.cu
echo "-Isrc" >includes.rsp
compile() { # NAME
    ccache -z >/dev/null
    rm -f k.o
    ccache tk/bin/nvcc --options-file includes.rsp -Xcompiler -fPIC -gencode arch=compute_90,code=compute_90 -MD -MT k.o -MF k.d -x cu \
        -c k.cu -o k.o || echo fails
    [ -s k.o ] || echo "no object"
    ccache --print-stats >stats
    hit=$(($(sed -n 's/^direct_cache_hit[[:blank:]]*//p' stats) + $(sed -n 's/^preprocessed_cache_hit[[:blank:]]*//p' stats)))
    miss=$(sed -n 's/^cache_miss[[:blank:]]*//p' stats)
    case $hit$miss in 01) echo "no CUDA: $1" ;; 10) echo "no CUDA: hit" ;; *) echo "$1: $hit hits, $miss misses" && cat stats ;; esac
}
compile first
compile second
echo >newline
install "$program" newline
compile "another build"
basename "$(readlink tk/bin/nvcc)" | sed 's/^/a link to a file named /'
tk/bin/nvcc --version | tail -1 >theirs
"$program" nvcc --version | tail -1 | cmp -s - theirs && echo "version: as the program's"
