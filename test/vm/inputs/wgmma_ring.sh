#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# wgmma_ring.sh FILE KERNEL: how many schedules, of ten, give the sum of 16 * (1 + ... + 12) everywhere. With two
# warpgroups, the first has the odd tiles.
file=$1
kernel=$2
case $kernel in groups) block=288 n=1024 want="576 672" ;; *) block=160 n=512 want=1248 ;; esac
right=0
for seed in 0 1 2 3 4 5 6 7 8 9; do
    out=$(cuprum run "$file" -arch=sm_90a --kernel="$kernel" --block=$block --seed=$seed --max-instructions=4000000 \
        --print=0 buf:f32:$n:zero 2>&1)
    got=$(echo "$out" | grep '^arg 0' | sed 's/^arg 0: //' | tr ' ' '\n' | sort -nu | tr '\n' ' ')
    if [ "$got" = "$want " ]; then
        right=$((right + 1))
    else
        echo "seed $seed: $out" | cut -c1-200
    fi
done
echo "$kernel: $right right"
