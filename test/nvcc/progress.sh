# -v says each step that has ended where a person reads it, and nothing more where a program does.
# REQUIRES: nvcc, ptxas, g++, python3
# RUN: sh %s %t
# TIMEOUT: 120
# CHECK: {{^}}[1/8] device sm_80 sm_90: k.cu ({{\d+\.\d\d}} s)
# CHECK-DAG: ptxas sm_80: {{\S+}}.cubin ({{\d+\.\d\d}} s)
# CHECK-DAG: ptxas sm_90: {{\S+}}.cubin ({{\d+\.\d\d}} s)
# CHECK-DAG: host: k.cu (
# CHECK: fatbinary: k.fatbin (
# CHECK: g++: k.o (
# CHECK: {{^}}[8/8] link: k (
# CHECK: in a pipe: 0
# CHECK: the same lines for programs: yes
# CHECK: without -v: 0
t=$1
rm -rf "$t.d"
mkdir "$t.d"
cd "$t.d" || exit 1
export NO_COLOR=1
echo '__global__ void k() {} int main() { k<<<1, 1>>>(); }' >k.cu
on_terminal() {
    python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)' "$@" </dev/null | tr -d '\r'
}
progress() { grep -c '^\[[0-9]*/[0-9]*\]' "$1"; }
programs() { sed -n '/PATH=/d; s/cuprum-[A-Za-z0-9]\{6\}//g; /^#\$/p' "$1" | sort; }
set -- -v -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 k.cu -o k
on_terminal cuprum nvcc "$@" >terminal
grep '^\[' terminal
cuprum nvcc "$@" 2>pipe
echo "in a pipe: $(progress pipe)"
programs terminal >1
programs pipe >2
cmp -s 1 2 && echo "the same lines for programs: yes" || diff 1 2
shift
on_terminal cuprum nvcc "$@" >quiet
echo "without -v: $(progress quiet)"
