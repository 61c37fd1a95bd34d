#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# --part=K/N: each test is in one part, and not all in the same; a part that there is not is an error.
# RUN: sh %s
# RUN[A]: test-run --part=3/3 test/runner 2>&1
# EXIT[A]: 2
# A: usage: test-run
# CHECK: 6 tests in several parts
files='test/runner/check.txt test/runner/each.txt test/runner/exit.txt test/runner/expect.txt test/runner/requires.txt test/runner/xfail.txt'
tests=0 parts=0
for k in 0 1 2; do
    n=$(test-run -v --part=$k/3 $files | grep -c '^\(PASS\|SKIP\|XFAIL\)')
    tests=$((tests + n))
    [ "$n" = 0 ] || parts=$((parts + 1))
done
[ $parts -gt 1 ] && echo "$tests tests in several parts"
