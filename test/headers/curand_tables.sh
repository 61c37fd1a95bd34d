#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The jump polynomials of curand_kernel.h are what the script in the tree writes.
# RUN: sh %s %t
# REQUIRES: python3
for g in xorwow mrg32k3a; do
    python3 tools/gen/curand_jumps.py $g >"$1.h" || exit 1
    cmp "$1.h" lib/include/curand/${g}_jump.h || exit 1
done
