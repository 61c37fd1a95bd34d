# SPDX-License-Identifier: Apache-2.0
# The program `tileiras` and `cuprum tileiras`: options, errors, the container.
# RUN: sh %s %S %t 2>&1
T=$2
rm -rf "$T.d" && mkdir "$T.d" && cp "$1/inputs/run.mlir" "$T.d/k.mlir" && ln -s "$(command -v cuprum)" "$T.d/tileiras"
cuprum tile as "$1/lower/lines.mlir" -o "$T.l.bc"
cd "$T.d" || exit
PATH=.:$PATH
cuprum tile as k.mlir -o k.bc
# as cuTile calls it
tileiras k.bc -o k.cubin --gpu-name sm_120 -O3 --lineinfo --remark-format=yaml --remarks=all --remarks-output-file=k.yaml && ls
# CHECK: k.bc
# CHECK-NEXT: k.cubin
# CHECK-NEXT: k.mlir
# CHECK-NEXT: k.yaml
# CHECK-NEXT: tileiras
# the header of a fat binary; an entry of kind 0x80 for sm_120 (0x78), of version 13.5; the bytecode
od -An -tx1 -N 112 -v k.cubin
# CHECK-NEXT: 50 ed 55 ba 01 00 10 00 {{.. .. .. .. .. .. .. ..}}
# CHECK-NEXT: 80 00 01 01 50 00 00 00 {{.. .. .. .. .. .. .. ..}}
# CHECK-NEXT: 00 00 00 00 40 00 00 00 00 00 05 0d 78 00 00 00
# CHECK-NEXT: 00 00 00 00 00 00 00 00 11 00 00 00 00 00 00 00
# CHECK-NEXT: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
# CHECK-NEXT: 48 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
# CHECK-NEXT: 7f 54 69 6c 65 49 52 00 0d 05 00 00
tail -c +97 k.cubin | head -c "$(wc -c <k.bc)" | cmp - k.bc && echo same
# CHECK: same
tileiras -arch=sm_75 -O0 -g k.bc && ls elf.o
# CHECK-NEXT: elf.o
cuprum tileiras --opt-level=1 --host-arch=x86_64 --host-os=linux --arch sm_90a --output-file=m.o k.bc && ls m.o
# CHECK-NEXT: m.o
# the compiled way: PTX for that GPU, by the level, with lines where they are wanted
for words in -O0 -O3 "-O3 --lineinfo" "-O0 -g"; do
    cuprum tileiras --tile=compile --gpu-name=sm_89 $words -o m.o "$T.l.bc"
    echo "$words: $(grep -a -c -F '.target sm_89' m.o) $(grep -a -c TileIR m.o) lines $(grep -a -c '^[[:space:]]*\.loc[[:space:]]' m.o)"
    cp m.o "m$words.o"
done
cmp -s m-O0.o m-O3.o || echo differ
# CHECK-NEXT: -O0: 1 0 lines 0
# CHECK-NEXT: -O3: 1 0 lines 0
# CHECK-NEXT: -O3 --lineinfo: 1 0 lines {{[1-9]}}
# CHECK-NEXT: -O0 -g: 1 0 lines {{[1-9]}}
# CHECK-NEXT: differ
# an empty module, by which clients ask for versions
echo '' | cuprum tile as - --bytecode-version=13.1 -o empty.bc && tileiras --gpu-name sm_120 empty.bc -o empty.o && echo taken
# CHECK-NEXT: taken
for words in "" "--gpu-name=sm_90" "k.bc" "k.bc --gpu-name=sm_33" "k.bc --gpu-name=compute_90" "k.bc --gpu-name=sm_90 -O9" \
    "k.bc --gpu-name=sm_90 -g" "k.bc k.bc --gpu-name=sm_90" "k.mlir --gpu-name=sm_90" "none.bc --gpu-name=sm_90" \
    "k.bc --gpu-name=sm_90 -o k.bc" "k.bc --gpu-name=sm_90 -l x.bc" "k.bc --gpu-name=sm_90 --preview=simt" \
    "k.bc --gpu-name=sm_90 --bogus" "k.bc --gpu-name=sm_90 --sanitize=memcheck" "k.bc --gpu-name=sm_90 --apply-controls=x"; do
    echo "tileiras $words:"
    tileiras $words | head -1
    tileiras $words >/dev/null 2>&1
    echo "status $?"
done
# CHECK: tileiras :
# CHECK-NEXT: error: tileiras needs the GPU's name: --gpu-name=sm_NN
# CHECK: status 1
# CHECK: error: no input file
# CHECK: status 1
# CHECK: error: tileiras needs the GPU's name: --gpu-name=sm_NN
# CHECK: error: unknown GPU architecture "sm_33"
# CHECK: error: unknown GPU architecture "compute_90"
# CHECK: error: {{.*}}-O9
# CHECK: error: -g and an optimization level above 0 exclude each other: give -O0
# CHECK: error: more than one input file: "k.bc"
# CHECK: error: k.mlir: no bytecode of Tile IR: text becomes that by "cuprum tile as"
# CHECK: error: cannot read "none.bc": No such file or directory
# CHECK: error: the output would take the place of the input "k.bc"
# CHECK: error: {{.*}}-l{{.*}} libraries of Tile IR are not linked
# CHECK: error: {{.*}}--preview{{.*}} there are no preview features
# CHECK: error: unknown option '--bogus'
# CHECK: warning: {{.*}}--sanitize{{.*}} cuprum exec --check finds memory errors and races
# CHECK: status 0
# CHECK: warning: {{.*}}--apply-controls{{.*}} there is no machine code to control
# CHECK: status 0
echo 'entry @k(%a: tile<i32>) { %0 = addf %a, %a : tile<i32> }' | cuprum tile as --disable-verify - -o bad.bc
tileiras bad.bc --gpu-name=sm_90 -o bad.o || ls bad.o
# CHECK: 'addf' has 'tile<i32>' as operand 'lhs'
# CHECK: bad.o
tileiras --list-versions | tr '\n' ' '
# CHECK: 13.1 13.2 13.3 13.4 13.5
tileiras --help | head -2
# CHECK: usage: tileiras [options] FILE
tileiras --help-hidden | grep -c -e --gpu-name
# CHECK: 1
