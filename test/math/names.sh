# SPDX-License-Identifier: Apache-2.0
# The library has every function of libdevice (inputs/names.txt: name and types), and with its types. What the toolkit's
# own file has besides is said, too.
# RUN: sh %s %B %t
# CHECK-NOT: missing
# CHECK-NOT: not in the table
# CHECK: 349 names
prototypes() { # as in names.txt: no attributes, no names of parameters
    sed -n -E '/^define .*@__nv_/ { s/^define (dso_local )?(zeroext )?//; s/@//; s/ (zeroext|%[A-Za-z0-9_.]+)//g; s/\).*/)/; p; }' | sort
}
table=test/math/inputs/names.txt
cuprum dis "$1/gen/device.bc" -o - | prototypes >"$2.ours"
comm -23 "$table" "$2.ours" | sed 's/^/missing: /'
theirs=${CUDA_HOME:-/usr/local/cuda}/nvvm/libdevice/libdevice.10.bc
if [ -f "$theirs" ]; then cuprum dis "$theirs" -o - | prototypes | comm -13 "$table" - | sed 's/$/: not in the table/'; fi
echo "$(wc -l <"$table") names"
