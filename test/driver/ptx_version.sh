# --ptx-version: PTX for older drivers. What needs a newer version is an error that names it, in asm statements, directives and
# special registers, too; `min` is the lowest that will do.
# RUN: sh %s %t
# CHECK: plain 7.8
# CHECK-NEXT: least, sm_80: 7.0
# CHECK-NEXT: least, sm_90a: 8.0
# CHECK-NEXT: least, a cluster: 7.8
# CHECK-NEXT: least, graph's register: 8.0
# CHECK-NEXT: least, asm: 8.0
# CHECK-NEXT: least, blocks as clusters: 9.0
# CHECK-NEXT: default 9.0
# CHECK-NEXT: error: ".target sm_90a" needs PTX 8.0, and --ptx-version=7.8 was given
# CHECK-NEXT: error: "elect.sync" needs PTX 8.0, and --ptx-version=7.8 was given
# CHECK-NEXT: error: "%clusterid.x" needs PTX 7.8, and --ptx-version=7.5 was given
# CHECK-NEXT: no output
# CHECK-NEXT: error: unknown version of PTX "8.9": "cuprum ptxas --list-version" lists them, "min" is the lowest that the code needs
# CHECK-NEXT: error: unknown version of PTX "8"
# CHECK-NEXT: error: unknown version of PTX "8.40"
# CHECK-NEXT: cicc: 8.4
# CHECK-NEXT: not understood: warning: whether PTX 8.0 has all of this is not known here: an asm statement is not understood, and .version 8.0
# CHECK-NEXT: not understood, least: error: the lowest version of PTX is not known here: an asm statement is not understood
# CHECK-NEXT: ir: 8.1
# CHECK-NEXT: newest 9.5
# CHECK-NEXT: asm 9.5, 9.0, 9.5; 9.4 of sm_107
# CHECK-NEXT: error: "add.u8x4" needs PTX 9.2, and --ptx-version=9.1 was given
# CHECK-NEXT: least, asm: 9.2
dir=$1.d
rm -rf "$dir" && mkdir "$dir"
plain='__global__ void k(int *p) { p[threadIdx.x] = 1; }'
version() { # SOURCE OPTION...
    printf '%s\n' "$1" >"$dir/a.cu"
    shift
    cuprum "$dir/a.cu" --no-toolkit "$@" -o - 2>&1 | sed -n 's/^\.version //p; s/^error: /error: /p'
}
echo "plain $(version "$plain" -arch=sm_90 --ptx-version=7.8)"
echo "least, sm_80: $(version "$plain" -arch=sm_80 --ptx-version=min)"
echo "least, sm_90a: $(version "$plain" -arch=sm_90a --ptx-version=min)"
echo "least, a cluster: $(version '__global__ void __cluster_dims__(2) k(int *p) { *p = 1; }' -arch=sm_90 --ptx-version=min)"
echo "least, graph's register: $(version '__global__ void k(long *p) { asm("mov.u64 %0, %%current_graph_exec;" : "=l"(*p)); }' -arch=sm_80 --ptx-version=min)"
elect='__global__ void k(int *p) { int v; asm("{ .reg .pred q; elect.sync %0|q, -1; }" : "=r"(v)); *p = v; }'
echo "least, asm: $(version "$elect" -arch=sm_90 --ptx-version=min)"
echo "least, blocks as clusters: $(version '__global__ void __block_size__((32, 1, 1), (2, 1, 1)) k(int *p) { *p = 1; }' -arch=sm_90 --ptx-version=min)"
echo "default $(version "$plain" -arch=sm_90)"
version "$plain" -arch=sm_90a --ptx-version=7.8
version "$elect" -arch=sm_90 --ptx-version=7.8
version '__global__ void k(int *p) { asm("mov.u32 %0, %%clusterid.x;" : "=r"(*p)); }' -arch=sm_80 --ptx-version=7.5
cuprum "$dir/a.cu" --no-toolkit -arch=sm_80 --ptx-version=7.5 -o "$dir/none.ptx" 2>/dev/null
[ -e "$dir/none.ptx" ] || echo "no output"
echo 'define void @k(ptr addrspace(1) %p, <2 x i16> %a, <2 x i16> %b) {
  %s = add <2 x i16> %a, %b
  store <2 x i16> %s, ptr addrspace(1) %p
  ret void
}' >"$dir/sum.ll"
for v in 8.9 8 8.40; do version "$plain" --ptx-version=$v; done
echo '__attribute__((global)) void k(int *p) { *p = 1; }' >"$dir/c.cu"
cicc "$dir/c.cu" -arch compute_90 --ptx-version=8.4 -o "$dir/c.ptx"
echo "cicc: $(sed -n 's/^\.version //p' "$dir/c.ptx")"
echo '__global__ void k(int *p) { asm volatile("unheard.of %0, 1;" : "=r"(*p)); }' >"$dir/odd.cu"
odd() { cuprum "$dir/odd.cu" --no-toolkit -arch=sm_90 --ptx-version=$1 -o "$dir/odd.ptx" 2>&1 | grep -E '^warning|^error'; }
echo "not understood: $(odd 8.0), and $(grep '^\.version' "$dir/odd.ptx")"
echo "not understood, least: $(odd min)"
echo "ir: $(cuprum "$dir/sum.ll" -arch=sm_90 --ptx-version=8.1 -o - | sed -n 's/^\.version //p')"
echo "newest $(version "$plain" -arch=sm_90 --ptx-version=9.5)"
newer=$(cat test/driver/inputs/newer_asm.cu)
echo "asm $(version "$newer" -arch=sm_120f), $(version "$newer" -arch=sm_120f -DONE=1), $(version "$newer" -arch=sm_120f -DONE=2); $(version "$plain" -arch=sm_107) of sm_107"
lanes='__global__ void k(unsigned *p) { asm("add.u8x4 %0, %1, %1;" : "=r"(p[0]) : "r"(p[1])); }'
version "$lanes" -arch=sm_120f --ptx-version=9.1
echo "least, asm: $(version "$lanes" -arch=sm_120f --ptx-version=min)"
rm -rf "$dir"
