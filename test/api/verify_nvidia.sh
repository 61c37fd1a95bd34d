# RUN: sh %s %B %t
# CHECK: nothing unexpected
# REQUIRES: /usr/local/cuda/lib/libnvvm.so.4, %B/gen/glibc
# TIMEOUT: 60
# The NVVM verifier against NVIDIA's: each case, by the rules of both engines, gives the same code
# and the same log. The older engine prints typed pointers, so its context lines are left out.
# inputs/verify_differ.txt lists what differs, with the reason.
B=$1 T=$2 S=test/api/inputs
for arch in 75 100; do
    for who in nvidia ours; do
        lib=$B/lib/libnvvm.so.4
        [ $who = nvidia ] && lib=/usr/local/cuda/lib/libnvvm.so.4
        leaks=1; [ $who = nvidia ] && leaks=0 # its own are not ours to find
        ASAN_OPTIONS=detect_leaks=$leaks $B/tools/nvvm-client $lib cases $S/verify_cases.txt -arch=compute_$arch |
            awk -v old=$arch '/^== /{if (n) print n " " t; n = substr($2, 1, length($2) - 1); t = $3; next}
                 old == 75 && /^  context:/{next} {t = t "|" $0} END{print n " " t}' |
            sed 's/[| ]*$//' >"$T.$who"
    done
    diff "$T.nvidia" "$T.ours" | sed -n 's/^[<>] \([^ ]*\).*/\1/p' | sort -u |
        while read -r name; do
            grep -q "^$name $arch " $S/verify_differ.txt && continue
            echo "$arch $name"; grep "^$name " "$T.nvidia" "$T.ours"
        done >"$T.diff"
    cat "$T.diff"
    echo "compute_$arch: $(grep -c . "$T.ours") cases, $(diff "$T.nvidia" "$T.ours" | grep -c '^<') differ"
    [ -s "$T.diff" ] && exit 1
done
echo nothing unexpected
