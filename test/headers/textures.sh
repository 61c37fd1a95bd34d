# Every texture and surface function gives the same instructions with our headers and with the toolkit's.
# RUN: sh %s %t
# REQUIRES: /usr/local/cuda/include/cuda_runtime.h
# CHECK: sm_75: 793 instructions
# CHECK-NEXT: same
# CHECK-NEXT: sm_90: 793 instructions
# CHECK-NEXT: same
list() { # kernel, instruction without register numbers
    sed -n 's/^\.visible \.entry \([a-z_0-9]*\).*/\1/p; s/.*\(tex\.[a-z0-9.]*.*\|tld4\.[a-z0-9.]*.*\|suld\.[a-z0-9.]*.*\|sust\.[a-z0-9.]*.*\)/ \1/p' "$1" |
        sed 's/%[a-z]*[0-9]*/R/g; s/;.*//; s/[[:space:]]//g' |
        awk '/^(tex|tld4|suld|sust)\./ {print k, $0; next} {k = $0}' | sort
}
for a in 75 90; do
    cuprum test/cuda/inputs/textures.cu --cuda-path= -arch=sm_$a -o "$1.ours.ptx" || exit 1
    cuprum test/cuda/inputs/textures.cu --cuda-path=/usr/local/cuda -arch=sm_$a -o "$1.theirs.ptx" || exit 1
    list "$1.ours.ptx" >"$1.ours"
    list "$1.theirs.ptx" >"$1.theirs"
    echo "sm_$a: $(grep -c . "$1.ours") instructions"
    diff "$1.theirs" "$1.ours" | head -20
    cmp -s "$1.theirs" "$1.ours" && echo same
done
