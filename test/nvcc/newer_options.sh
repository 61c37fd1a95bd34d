# Options that nvcc has since CUDA 13.1 or later: known where the headers of such a toolkit are read, with their effect or a message
# of their own; unknown as in nvcc where they are older.
# RUN: sh %s %t
# CHECK: 13.0: nvcc fatal   : Unknown option '--simt-only'
# CHECK: 13.0: nvcc fatal   : Unknown option '-fmax-errors=1'
# CHECK: 13.0 lists 0
# CHECK: 13.5 lists 21
# CHECK: 13.3: nvcc fatal   : Unknown option '-fmax-errors=1'
# CHECK: 13.5 --simt-only: nothing said
# CHECK: 13.5 -utf-8: nothing said
# CHECK: 13.5 --tilecubin: nvcc fatal   : Option '--tilecubin' is not supported by cuprum: kernels of tiles are in the PTX with the others: -cubin
# CHECK: 13.5 -fdevice-sanitize=memcheck: nvcc fatal   : Option '-fdevice-sanitize=memcheck' is not supported by cuprum: device code is not instrumented; cuprum exec checks memory and races
# CHECK: 13.5 -prune: nvcc warning : Option '-prune' has no effect in cuprum: libraries keep their code of all architectures
# CHECK: 13.5 -stdlib=libc++: nvcc fatal   : Option '--stdlib=libc++' needs clang as the host's compiler (-ccbin)
# CHECK: 13.5 -stdlib=rust: nvcc fatal   : Value 'rust' is not defined for option 'stdlib'
# CHECK: 13.5 -fmax-errors=0: nvcc fatal   : Argument for -fmax-errors=0 must be a positive integer
# CHECK: steps 1
# CHECK: errors 2
# CHECK: errors 1
# CHECK: forwarded -stdlib=libc++
# CHECK: clang's steps without it 0
# CHECK: 13.0 sm_107: nvcc fatal   : Unsupported gpu architecture 'sm_107'
# CHECK: 13.5 sm_107: .version 9.4
# REQUIRES: g++
rm -rf "$1" && mkdir -p "$1" && cd "$1" || exit 1
for minor in 0 3 5; do
    root=cuda13.$minor
    mkdir -p $root/include/crt $root/bin $root/nvvm/libdevice
    touch $root/include/crt/host_config.h $root/bin/ptxas
    printf '#define CUDART_VERSION 130%d0\n' $minor >$root/include/cuda_runtime_api.h
    printf '#include <cuda_runtime_api.h>\n#define __global__ __attribute__((global))\n' >$root/include/cuda_runtime.h
    cuprum toolkit nvcc13.$minor $root >/dev/null
done
printf '__global__ void k(int *p) { *p = one; *p = two; }\n' >wrong.cu
printf '__global__ void k(int *p) { *p = 1; }\n' >k.cu

# said MINOR OPTION: what the compilation of k.cu to PTX says
said() {
    nvcc13.$1/bin/nvcc -ptx -arch=sm_90 k.cu -o k.ptx $2 >said.txt 2>&1
    [ -s said.txt ] || echo "nothing said" >said.txt
    head -1 said.txt
}
for option in --simt-only -fmax-errors=1; do echo "13.0: $(said 0 $option)"; done
names='simt-only|enable-tile|tile-only|tilebc|tilecubin|tilefatbin|tileiras-options|apply-controls|fdevice-sanitize|prune|nvprune-options'
names="$names|safety-compatibility|skip-ptx-semantics-check|verbose2|Wconversion|concat|fdevice-time-trace-granularity|fmax-errors|stdlib"
names="$names|tile-preview|utf-8"
for minor in 0 5; do echo "13.$minor lists $(nvcc13.$minor/bin/nvcc --help | grep -cE "^--($names)( |\$)")"; done
echo "13.3: $(said 3 -fmax-errors=1)"
for option in --simt-only -utf-8 --tilecubin -fdevice-sanitize=memcheck -prune; do echo "13.5 $option: $(said 5 $option)"; done
for option in -stdlib=libc++ -stdlib=rust -fmax-errors=0; do echo "13.5 $option: $(nvcc13.5/bin/nvcc -c k.cu -o k.o -ccbin g++ $option 2>&1 | head -1)"; done
echo "steps $(nvcc13.5/bin/nvcc -v2 -ptx k.cu -o k.ptx 2>&1 | grep -c 'k\.ptx')"
for option in '' -fmax-errors=1; do echo "errors $(nvcc13.5/bin/nvcc -ptx wrong.cu -o k.ptx $option 2>&1 | grep -c 'error: ')"; done
# an older nvcc's unknown option is the host compiler's
nvcc13.0/bin/nvcc -c k.cu -dryrun -ccbin g++ -forward-unknown-to-host-compiler -stdlib=libc++ 2>&1 | grep -o -e '-stdlib=libc++' | sort -u | sed 's/^/forwarded /'
# every step of clang has it, the link too (the steps are printed, no library of clang's is needed)
echo "clang's steps without it $(nvcc13.5/bin/nvcc -dryrun -ccbin "$(command -v clang++ || echo clang++)" -stdlib=libc++ k.cu -o k 2>&1 |
    grep -E '^#. [^ ]*clang\+\+ .*-(c|E|Wl)' | grep -vc -e '-stdlib=libc++')"
chmod +x cuda13.*/bin/ptxas
for minor in 0 5; do
    rm -f k.ptx
    echo "13.$minor sm_107: $(nvcc13.$minor/bin/nvcc -ptx -arch=sm_107 k.cu -o k.ptx 2>&1 | head -1)$(grep '^\.version' k.ptx 2>/dev/null)"
done
