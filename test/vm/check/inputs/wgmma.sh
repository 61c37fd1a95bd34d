#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# wgmma.sh FILE KERNEL...: a line for each kernel: name, exit status, the first finding, or `none` for three schedules
file=$1
shift
for k; do
    case $k in barrier* | not_committed) block=192 ;; *) block=160 ;; esac
    for seed in 0 1 2; do
        out=$(cuprum run "$file" -arch=sm_90a --check --kernel="$k" --block=$block --seed=$seed --max-instructions=4000000 \
            buf:f32:64:zero buf:f32:768:zero 2>&1)
        rc=$?
        [ $rc = 0 ] || break
    done
    echo "$k $rc $(echo "$out" | grep -m1 -E '^(race|mem|init|sync|leak|error)' || echo none)"
done
