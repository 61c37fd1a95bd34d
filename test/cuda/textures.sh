# RUN: sh %s %t
# CHECK: instructions: 793
# CHECK-NEXT: same
# REQUIRES: nvcc, ptxas
# TIMEOUT: 60
# The texture and surface functions of the toolkit's headers give the instructions that nvcc gives
# (the virtual machine has no textures).
T=$1 S=test/cuda/inputs/textures.cu
cuda=$(dirname "$(dirname "$(command -v nvcc)")")
cuprum $S --cuda-path="$cuda" -arch=sm_90 -o $T.ours.ptx || exit 1
ptxas -O0 -arch=sm_90 $T.ours.ptx -o /dev/null || exit 1
nvcc -w -std=c++17 -arch=sm_90 -ptx $S -o $T.nvcc.ptx || exit 1
list() { # kernel, instruction without register numbers
    sed -n 's/^\.visible \.entry \([a-z_0-9]*\).*/\1/p; s/.*\(tex\.[a-z0-9.]*.*\|tld4\.[a-z0-9.]*.*\|suld\.[a-z0-9.]*.*\|sust\.[a-z0-9.]*.*\)/ \1/p' $1 |
        sed 's/%[a-z]*[0-9]*/R/g; s/;.*//; s/[[:space:]]//g' |
        awk '/^(tex|tld4|suld|sust)\./ {print k, $0; next} {k = $0}' | sort
}
list $T.ours.ptx >$T.ours
list $T.nvcc.ptx >$T.nvcc
echo "instructions: $(grep -c . $T.ours)"
diff $T.nvcc $T.ours | head -20
cmp -s $T.nvcc $T.ours && echo same
