# SPDX-License-Identifier: Apache-2.0
# Each of our own headers alone, in two dialects, with the system's C and C++ headers and with our own.
# RUN: sh %s %t
# TIMEOUT: 300
# CHECK: failures: 0
bad=0
for h in $(cd lib/include && find . -type f ! -name 'cuprum_*' ! -path './curand/*' | sed 's|^\./||; s|^std/||' | sort -u); do
    echo "#include <$h>
__global__ void k(int *p) { *p = 1; }" >"$1.cu"
    for o in -std=c++20 "-std=c++14 -isystem lib/include/std"; do
        cuprum --no-toolkit -arch=sm_90 --syntax-only $o "$1.cu" >"$1.log" 2>&1 && continue
        echo "$h $o: $(grep -m1 error "$1.log")"
        bad=$((bad + 1))
    done
done
echo "failures: $bad"
