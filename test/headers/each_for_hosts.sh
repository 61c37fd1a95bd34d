# Each of our headers alone: read by the device compiler in three dialects for an old and a new target, and by the host's
# compilers those that the host reads.
# RUN[A]: sh %s device %t
# A: failures: 0
# RUN[B]: sh %s host %t
# B: failures: 0
# REQUIRES: gcc, g++
# TIMEOUT: 200
what=$1 t=$2 bad=0
list() { ls lib/include | grep '^cuda.*\.h$\|^cuComplex\|^math_\|^vector_\|^driver_t\|^library\|^channel' | grep -v '^cuda_\(awbarrier\|pipeline\)'; }
complain() {
    echo "$*"
    bad=$((bad + 1))
}
if [ "$what" = device ]; then
    for h in $(list) texture_types.h surface_types.h device_functions.h sm_30_intrinsics.h host_defines.h; do
        printf '#include <%s>\n__global__ void k(int *p) { *p = 1; }\n' $h >"$t.cu"
        for o in "-std=c++14 -arch=sm_75" "-std=c++17 -arch=sm_90" "-std=c++20 -arch=sm_100"; do
            cuprum --no-toolkit -Werror all-warnings $o "$t.cu" -o "$t.ptx" >"$t.log" 2>&1 || complain "$h $o: $(grep -m1 'error\|warning' "$t.log")"
        done
    done
else
    for h in $(list); do
        printf '#include <%s>\nint main() { return 0; }\n' $h >"$t.cpp"
        for std in c++14 c++17 c++20; do
            g++ -Wall -Wextra -Wpedantic -Werror -std=$std -Ilib/include -fsyntax-only "$t.cpp" >"$t.log" 2>&1 || complain "g++ $std $h: $(grep -m1 error "$t.log")"
        done
    done
    for h in cuda_runtime_api.h driver_types.h vector_types.h cuda.h cuComplex.h library_types.h; do
        printf '#include <%s>\nint main(void) { return 0; }\n' $h >"$t.c"
        gcc -Wall -Wextra -Werror -std=c11 -Ilib/include -fsyntax-only "$t.c" >"$t.log" 2>&1 || complain "gcc $h: $(grep -m1 error "$t.log")"
    done
fi
echo "failures: $bad"
