# SPDX-License-Identifier: Apache-2.0
# Names that NVIDIA's optimizer has, whatever they do there, end no compilation that NVIDIA's does not end (inputs/knob_names.txt). A name
# without a counterpart is named, once. Where NVIDIA's cicc is, a part of the recorded answers is compared with its own.
# RUN: sh %s %S/inputs/knob_names.txt %t
# TIMEOUT: 60
# CHECK-NOT: FAULT
# CHECK: 150 names
# CHECK-NOT: FAULT
names=$1 T=$2 n=0
printf '%s\n' '__attribute__((global)) void k(int *p) { for (int i = 0; i < 4; i++) p[i] = i; }' >"$T.ii"
theirs=$(command -v nvcc) && theirs=$(dirname "$(readlink -f "$theirs")")/../nvvm/bin/cicc
while read -r name arch status; do
    case $name in '#'*) continue ;; esac
    n=$((n + 1))
    cicc -arch compute_$arch -m64 "--Xopt=-$name" "$T.ii" -o "$T.ptx" >"$T.log" 2>&1
    ours=$?
    [ $status != 0 ] || [ $ours = 0 ] || echo "FAULT: -$name: status $ours, NVIDIA's 0: $(head -1 "$T.log")"
    [ "$(grep -c "warning: -$name has no effect" "$T.log")" -le 1 ] || echo "FAULT: -$name is named twice"
    if [ -x "$theirs" ] && [ $((n % 15)) = 0 ]; then
        "$theirs" -arch compute_$arch -m64 --Xopt "-$name" "$T.ii" -o "$T.nv.ptx" >"$T.nv.log" 2>&1
        [ $? = "$status" ] || echo "FAULT: -$name: NVIDIA's status is not $status"
    fi
done <"$names"
echo "$n names"
