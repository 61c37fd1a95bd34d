# SPDX-License-Identifier: Apache-2.0
# Every name of NVIDIA's optimizer that acts here shows it: the PTX, or what is said, is not what it is without. A row of the
# three tables without a line in inputs/knob_counterparts.txt fails.
# RUN: sh %s %S/inputs %t
# TIMEOUT: 60
# CHECK-NOT: FAULT
# CHECK: {{^}}{{[89][0-9]|1[0-9][0-9]}} names act
# CHECK-NOT: FAULT
IN=$1 T=$2
rows() { # FILE WORD...: the first string of each such row
    file=$1
    shift
    for word; do sed -n "s/^$word(\"\([^\"]*\)\".*/\1/p" "$file"; done
}
compile() { # NAME OPTION...
    stem=$1
    shift
    cicc -w -arch compute_90 -m64 "$@" "$IN/knob_counterparts.ii" -o "$T.$stem.ptx" 2>"$T.$stem.log"
}
{
    rows src/opt/foreign_knob.def KNOB_TOO KNOB_SWITCH PASS_SWITCH
    rows src/driver/knob_option.def KNOB_OPTION
    sed -n 's/^KNOB([a-z0-9_]*, *[a-z0-9_]*, *"[^"]*", *"\([^"]*\)".*/\1/p' src/opt/knob.def
} | sort -u >"$T.names"
sed -n 's/^\([A-Za-z0-9-]*\).*/\1/p' "$IN/knob_counterparts.txt" | sort -u >"$T.lines"
comm -23 "$T.names" "$T.lines" | sed 's/^/FAULT: no line: /'
n=0
while IFS='|' read -r knob others; do
    knob=${knob%% *}
    case $knob in '' | '#'*) continue ;; esac
    case $others in *none:*) continue ;; esac
    compile base $others
    compile knob $others "--Xopt=-$knob" || echo "FAULT: $knob: status $?"
    if grep -q 'has no effect' "$T.knob.log"; then echo "FAULT: $knob: $(head -1 "$T.knob.log")"; fi
    if cmp -s "$T.base.ptx" "$T.knob.ptx" && cmp -s "$T.base.log" "$T.knob.log"; then echo "FAULT: $knob changes nothing"; fi
    n=$((n + 1))
done <"$IN/knob_counterparts.txt"
echo "$n names act"
