#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# each.sh FILE OK OPTION...: a line for each kernel: name, exit status, what was found first
file=$1 ok=$2
shift 2
sed -n 's/^extern "C" __global__ void \([a-z0-9_]*\)(.*/\1/p' "$file" | while read -r k; do
    out=$(cuprum run "$file" "$@" --kernel="$k" --grid=4 --block=128 --max-instructions=4000000 "i32:$ok" buf:i32:4096:zero 2>&1)
    rc=$?
    echo "$k $rc $(echo "$out" | awk '/^(race|mem|init|sync|leak|error)/ {
        line = $1 " " $2; sub(/:$/, "", line)
        where = match($0, /threads of [a-z ]*/) ? substr($0, RSTART, RLENGTH) : ""
        space = match($0, /same [a-z]* memory/) ? substr($0, RSTART + 5, RLENGTH - 12) : ""
        print line ": " where ", " space; exit }')"
done
