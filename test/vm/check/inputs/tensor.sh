#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tensor.sh PROGRAM: a line for each of its kernels: name, exit status, what the program says, the first finding
for k in once one_waits ring multicast store no_wait wrong_barrier ring_early multicast_no_wait store_early; do
    out=$(timeout 60 cuprum exec --check=race,sync,mem "$1" "$k" 2>&1)
    rc=$?
    echo "$k $rc $(echo "$out" | grep -m1 -E '^(right|wrong)' || echo silent)" \
        "$(echo "$out" | grep -m1 -E '^(race|mem|init|sync|leak|error)' || echo none)"
done
