# SPDX-License-Identifier: Apache-2.0
# RUN: sh %s %B %t
# TIMEOUT: 60
# Every header of ours by itself in a source of NVRTC, with no folder given.
# EXPECT:
# all
B=$1 T=$2.cu
cd lib/include && list=$(find . -type f | sed 's|^\./||' | grep -v '^std/' | sort) && cd ../..
for h in $list; do
    [ $h = cuprum_half_device.h ] && continue # a part that is included twice with macros around it
    printf '#include <%s>\n__global__ void k(int *p) { *p = 1; }\n' $h >$T
    "$B/tools/nvrtc-client" "$B/lib/cuprum/libnvrtc.so.13" ptx $T -arch=compute_90 >$T.out 2>&1 || { echo "$h:"; head -n 3 $T.out; }
done
echo all
