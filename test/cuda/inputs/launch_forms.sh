# SPDX-License-Identifier: Apache-2.0
# launch_forms.sh LIST DIR [nvcc]: whether the kernels of every form are those that the list says; of
# ours form by form, and all together also with --check-all; or of nvcc, all together.
list=$1 dir=$2
rm -rf "$dir"
mkdir -p "$dir"
awk -v dir="$dir" -f test/cuda/inputs/launch_forms.awk "$list" || exit 1
kernels() {
    sed -n 's/.*\.entry \([A-Za-z0-9_$]*\).*/\1/p' "$1" |
        sed -E 's/[0-9]+_GLOBAL__N_(_[0-9a-f]{8}_[0-9]+_[a-z_]+_cu_[0-9a-f]{8})?/ANON/' | LC_ALL=C sort
}
options="-std=c++17 --extended-lambda -w -arch=sm_90"
bad=0
check() { # NAME PTX
    kernels "$2" >"$dir/got"
    if ! LC_ALL=C sort "$dir/$1.want" | diff - "$dir/got" >"$dir/diff"; then
        echo "$1:"
        cat "$dir/diff"
        bad=1
    fi
}
cat "$dir"/*.want >"$dir/every"
mv "$dir/every" "$dir/all.want"
if [ "$3" = nvcc ]; then
    nvcc $options -ptx "$dir/all.cu" -o "$dir/all.ptx" || exit 1
    check all "$dir/all.ptx"
else
    while read -r name; do
        cuprum $options -O0 "$dir/$name.cu" -o "$dir/out.ptx" || bad=1
        check "$name" "$dir/out.ptx"
    done <"$dir/list"
    cuprum $options -O0 --check-all "$dir/all.cu" -o "$dir/out.ptx" || bad=1
    check all "$dir/out.ptx"
fi
[ $bad = 0 ] && echo "$(wc -l <"$dir/list") forms agree"
