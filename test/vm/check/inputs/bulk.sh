#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bulk.sh FILE KERNEL...: a line for each kernel: name, exit status, the first finding
file=$1
shift
for k; do
    case $k in ring*) block=96 ;; *) block=64 ;; esac
    out=$(cuprum run "$file" -arch=sm_90a --check --kernel="$k" --grid=2 --block=$block --max-instructions=4000000 \
        buf:f32:640:iota buf:f32:640:zero 2>&1)
    rc=$?
    echo "$k $rc $(echo "$out" | grep -m1 -E '^(race|mem|init|sync|leak|error)' || echo none)"
done
