# A header that is not there: the message names the packages that bring it. Every row of src/driver/hints.def.
# RUN: sh %s %t
# CHECK: error: cannot open source file "cub/cub.cuh": it comes with "pip install nvidia-cuda-cccl", or with Debian's package libcub-dev
# CHECK: error: cannot open source file "cutlass/cutlass.h": it comes with "pip install nvidia-cutlass"
# CHECK: error: cannot open source file "mine.h"
# CHECK-NOT: not named
# CHECK: rows {{2[0-9]}}
dir=$1.d
rm -rf "$dir" && mkdir -p "$dir" || exit 1
try() {
    echo "#include <$1>" >"$dir/k.cu"
    cuprum --no-toolkit --syntax-only "$dir/k.cu" 2>&1 | grep 'cannot open'
}
try cub/cub.cuh
try cutlass/cutlass.h
try mine.h
n=0
for name in $(sed -n 's/^LIBRARY("\([^"]*\)".*/\1/p' src/driver/hints.def); do
    case $name in */) file=${name}cuprum_none.h ;; *) file=${name}_cuprum_none.h ;; esac
    try "$file" | grep -q 'pip install' || echo "not named: $name"
    n=$((n + 1))
done
echo "rows $n"
