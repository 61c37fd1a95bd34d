# SPDX-License-Identifier: Apache-2.0
# Kernels of test/run for the targets of CUDA 12, in PTX of its versions: ptxas takes them, and the values are those of the other
# targets. What a target has not is an error that names it.
# RUN: sh %s %t
# REQUIRES: ptxas
# TIMEOUT: 60
# CHECK-NOT: FAULT
# CHECK: {{[1-9][0-9]}} right
# CHECK: warp_vote.cu sm_60: {{.*}}error: "__match32_any_sync" needs compute capability 7.0 or higher
# CHECK: text sm_60: error: "match.any.sync.b32" needs sm_70, and the target is sm_60
# CHECK-NOT: FAULT
T=$1 n=0
check() { # FILE SM VERSION OPTION...
    file=$1 sm=$2 version=$3
    shift 3
    std=c++17 relaxed=
    case ${1:-} in --min-sm=*) return ;; esac
    case ${1:-} in --std=*) std=${1#--std=} && shift ;; esac
    case ${1:-} in --relaxed) relaxed=--expt-relaxed-constexpr && shift ;; esac
    cuprum "$file" -std=$std $relaxed -arch=sm_$sm --ptx-version=$version -fmad=false -o "$T.ptx" 2>"$T.log" || {
        grep -q 'needs ' "$T.log" || echo "FAULT: $file sm_$sm: $(head -1 "$T.log")"
        return
    }
    ptxas -arch=sm_75 "$T.ptx" -o /dev/null || echo "FAULT: $file sm_$sm: ptxas"
    cuprum run "$T.ptx" "$@" --hash >"$T.out" 2>&1
    if grep -qxF "$(cksum <"$T.out") $file $*" test/run/inputs/results.txt; then n=$((n + 1)); else echo "FAULT: $file sm_$sm: another value"; fi
}
k=0
for file in test/run/*.cu; do
    k=$((k + 1))
    set -- 50 52 53 60 61 62 70 72
    shift $((k % 8))
    [ $((k % 3)) = 0 ] || [ $1 = 60 ] || continue
    version=$(echo 7.8 8.0 8.4 | cut -d' ' -f$((k % 3 + 1)))
    options=$(sed -n 's/^.*RUN: sh %S\/kernel.sh %s//p' "$file" | head -1)
    [ -z "$options" ] || check "$file" $1 $version $options
done
echo "$n right"
cuprum test/run/warp_vote.cu -arch=sm_60 -o "$T.ptx" 2>&1 | sed -n 's/^/warp_vote.cu sm_60: /;/error:/p' | head -1
cat >"$T.cu" <<'END'
__global__ void k(unsigned *p) {
    asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(*p) : "r"(p[1]));
}
END
cuprum "$T.cu" -arch=sm_60 -o "$T.ptx" 2>&1 | sed -n 's/^error/text sm_60: error/p'
