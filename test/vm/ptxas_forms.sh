# SPDX-License-Identifier: Apache-2.0
# NVIDIA's assembler takes every instruction that the virtual machine's unit tests use.
# REQUIRES: ptxas
# TIMEOUT: 300
# RUN: sh %s %B %t.d
# CHECK-NOT: error
# CHECK: all assembled
dir=$2
rm -rf "$dir"

mkdir -p "$dir"
bad=0
for t in "$1"/test/test_vm_*; do
    [ -x "$t" ] || continue
    case $t in *.d | *.o) continue ;; esac
    "$t" --emit "$dir" >/dev/null 2>&1
done
# all kernels of a target in one file: ptxas starts once
for target in $(ls "$dir" | sed 's/.*\.\(sm_[0-9]*[af]*\)\.ptx/\1/' | sort -u); do
    { sed -n 1,3p "$(ls "$dir"/*."$target".ptx | head -1)"
      n=0
      for f in "$dir"/*."$target".ptx; do
          n=$((n + 1))
          sed -e 1,3d -e "s/\<\(k\|smem\|gate\|tmap\|cvar\)\>/\1_$n/g" "$f"
      done; } >"$dir/all_$target.ptx"
    ptxas -arch="$target" -O0 -o "$dir/$target.cubin" "$dir/all_$target.ptx" 2>"$dir/$target.log" || bad=1
    grep error "$dir/$target.log" | head -20
done

rm -rf "$dir"
[ $bad = 0 ] && echo "all assembled"
