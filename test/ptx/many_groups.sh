# Groups of registers are compared with the registers of their scope, each once: not each with each.
# RUN: sh %s %t
# TIMEOUT: 30
# CHECK: many: 0
# CHECK: line {{[0-9]+}}; error   : {{.*}}'%g7_1' is declared twice
# CHECK: clash: 255
# CHECK: another scope: 0
rm -rf "$1.d"
mkdir "$1.d"
cd "$1.d" || exit 1
head='.version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {\n'
# module CLASH: 30000 registers that end in a number, 30000 groups, and what the argument adds
module() {
    awk -v head="$head" -v more="$1" 'BEGIN {
        printf head
        for (i = 0; i < 30000; i++) printf ".reg .b32 r%d_1;\n", i
        printf "%s", more
        for (i = 0; i < 30000; i++) printf ".reg .b32 %%g%d_<2>;\n", i
        print "ret;\n}"
    }'
}
module '' >many.ptx
module '.reg .b32 %g7_1;' >clash.ptx
module '{ .reg .b32 %g7_1; }' >scope.ptx
cuprum ptxas -arch=sm_80 many.ptx -o many.cubin
echo "many: $?"
cuprum ptxas -arch=sm_80 clash.ptx -o clash.cubin 2>&1
echo "clash: $?"
cuprum ptxas -arch=sm_80 scope.ptx -o scope.cubin
echo "another scope: $?"
