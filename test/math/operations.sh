# SPDX-License-Identifier: Apache-2.0
# Every function of lib/device/math/operations.cu on 400 arguments: it gives what NVIDIA's gives where there is one,
# and what it gave when that was tried last (a hash), with and without -ftz.
# TIMEOUT: 120
# RUN: sh %s %B %t
# CHECK: 166 functions
# CHECK-NOT: differs
# CHECK: -ftz=false 9564e4b27d750c85
# CHECK-NOT: differs
# CHECK: -ftz=true 26b6439e07df0c72
# CHECK-NOT: differs
names=$(cuprum dis "$1/gen/device/math/operations.bc" -o - | sed -n 's/^define .*@\(__nv_[a-z0-9_]*\)(.*/\1/p')
count=$(echo "$names" | wc -l)
{
    echo '#include "test/math/inputs/some.h"'
    for name in $names; do grep " $name(" test/math/inputs/names.txt; done | awk '
        function type(t) { return t == "i32" ? "int" : t == "i64" ? "long long" : t == "i16" ? "unsigned short" : t }
        {
            result = type($1)
            name = $2; sub(/\(.*/, "", name)
            sub(/^[^(]*\(/, ""); sub(/\)/, "")
            n = split($0, t, ", ")
            parameters = values = calls = ""
            for (i = 1; i <= n; i++) {
                parameters = parameters (i > 1 ? ", " : "") type(t[i])
                values = values type(t[i]) " a" i " = some; "
                calls = calls (i > 1 ? ", " : "") "a" i
            }
            printf "extern \"C\" __device__ %s %s(%s);\n", result, name, parameters
            body = body "    case " NR - 1 ":\n        for (int i = 0; i < 400; i++) { " values \
                "sum = (sum ^ bits(" name "(" calls "))) * 0x100000001b3; }\n        break;\n"
        }
        END {
            print "extern \"C\" __global__ void k(u64 *o) {\n    Some some = {blockIdx.x};\n    u64 sum = 0;"
            print "    switch (blockIdx.x) {\n" body "    }\n    o[blockIdx.x] = sum;\n}"
        }'
} >"$2.cu"
echo "$count functions"
toolkit=${CUDA_HOME:-/usr/local/cuda}/nvvm/libdevice/libdevice.10.bc
for option in -ftz=false -ftz=true; do
    for library in cuprum nvidia; do
        [ $library = nvidia ] && [ ! -f "$toolkit" ] && continue
        cuprum "$2.cu" $option -rdc=true --device-library=$library --keep-device-functions -I. -o "$2.ptx" &&
            cuprum run "$2.ptx" --grid=$count --dump=0="$2.$library" --hash buf:u64:$count:zero >"$2.hash" || echo "$library fails: differs"
        [ $library = cuprum ] && echo "$option $(sed 's/.* //' "$2.hash")"
    done
    [ -f "$toolkit" ] || continue
    k=0
    for name in $names; do
        cmp -s -n 8 -i $((8 * k)) "$2.cuprum" "$2.nvidia" || echo "$name $option: differs"
        k=$((k + 1))
    done
done
