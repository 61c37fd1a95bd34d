#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Lines of math-check that tools/math/gpu.sh wrote for some functions, into the files of doc/math; then: make math-doc.
#   tools/math/merge.sh OUTDIR
for new in "${1:?usage: merge.sh OUTDIR}"/*-gpu-*.txt; do
    old=doc/math/${new##*/}
    awk 'FNR == NR { if (/ of [0-9]+, documented/) line[$1] = $0; next }
         { name = $1; sub(/:$/, "", name); print name in line ? line[name] : $0; delete line[name] }
         END { for (name in line) print line[name] }' "$new" "$old" >"$old.new" && mv "$old.new" "$old"
done
