# Walks a table of options: walk_options.sh FOLDER TABLE CASES PROGRAM. all_options.sh of test/cicc and test/driver use it.
table=$PWD/$2 cases=$PWD/$3 program=$4
rm -rf "$1.d"
mkdir "$1.d"
cd "$1.d" || exit 1
D='__attribute__((device))' G='__attribute__((global))' H='__attribute__((host))'
mkdir in
cat >in/code.ii <<X
# 1 "orig.cu"
$D float kept(float a) { return a + 1; }
$D int recurs(int a) { return a ? recurs(a / 2) + recurs(a - 1) : 1; }
$G void k(float *p, float *q, double *d) {
    for (int i = 0; i < 4; i++) p[i] = q[i] / q[5] * q[6] + kept(q[7]);
    p[recurs(3)] = __nvvm_sqrt_f(q[2]);
}
X
cat >in/local.ii <<X
static $D int count;
static $G void k(int *p) { *p = count++; }
X
echo "$D float sinf(float); $G void k(float *p) { *p = sinf(p[1]); }" >in/fast.ii
cp in/fast.ii in/math.ii
echo 'target triple = "nvptx64-nvidia-cuda" define float @__nv_sinf(float %a) { ret float 0.0 }' >in/math.ll
echo "$D auto f(int a) { return a; } template <auto N> struct T { int char8_t; }; $G void k(T<1> t, int *p) { *p = f(t.char8_t); }" >in/std.ii
echo "$D int f(int a) { return a ?: 2; } $G void k(int *p) { *p = f(*p); }" >in/extension.ii
echo "constexpr int f(int a) { return a * 3; } $G void k(int *p) { *p = f(*p); }" >in/constexpr.ii
echo "$G void k(int *p) { auto f = [=] $D { return 1; }; *p = f(); }" >in/lambda.ii
cat >in/list.ii <<X
namespace std { template <class E> class initializer_list {
    const E *p; unsigned long n;
public:
    constexpr initializer_list() : p(0), n(0) {}
    constexpr unsigned long size() const { return n; }
}; }
$D int count(std::initializer_list<int> l) { return l.size(); }
$G void k(int *p) { *p = count({1, 2}); }
X
cat >in/move.ii <<X
namespace std { template <class T> constexpr T &&move(T &t) noexcept { return static_cast<T &&>(t); } }
$G void k(int *p) { int a = 1; *p = std::move(a); }
X
cat >in/deep.ii <<X
template <int N> struct A { static constexpr int v = A<N - 1>::v; };
template <> struct A<0> { static constexpr int v = 0; };
constexpr int calls(int n) { return n ? calls(n - 1) + 1 : 0; }
$G void k(int *p) { constexpr int n = calls(20); *p = A<10>::v + n; }
X
sed 's/static constexpr int v = 0/static constexpr int w = 0/' in/deep.ii >in/wrong.ii
echo "$G void k(int *p) { *p = a; *p = b; *p = c; }" >in/error.ii
echo "$G void k(int *p) { int a; int b; *p = 1; }" >in/warn.ii
echo "$G void k(int *p) { *p = 1; } void h() { nothing(); k<<<1, 1>>>(0); }" >in/host.ii
echo "$G void k(int *p) { for (int i = 0; i < 4095; i++) p[i] = p[*p] / p[i + 1]; }" >in/trips.ii
cat >in/switch.ii <<X
$G void k(int *p) {
    switch (*p) { case 0: p[1] = 4; break; case 1: p[2] = 5; break; case 2: p[3] = 6; break;
                  case 3: p[4] = 9; break; case 4: p[6] = 1; break; case 5: p[9] = 2; break; }
}
X
i=0; while [ $i -lt 500 ]; do echo "$G void k$i(int *p) { *p = $i; }"; i=$((i + 1)); done >in/many.ii
sed '/^#/d' in/code.ii >in/orig.cu
echo _1_2_id >in/id
mkdir in/folder
echo '#define HERE 1' >in/folder/named.h
cat >in/plain.cu <<X
#if __has_include("named.h")
#include "named.h"
#endif
#ifdef HERE
__device__ int here = HERE;
#endif
__global__ void k(int *p) { *p = 1; }
void host() { nothing(); }
X
cat >in/reflect.ll <<X
target triple = "nvptx64-nvidia-cuda"
@key = private addrspace(1) constant [4 x i8] c"KEY\00"
declare i32 @__nvvm_reflect(ptr)
define ptx_kernel void @k(ptr %p) {
  %r = call i32 @__nvvm_reflect(ptr addrspacecast (ptr addrspace(1) @key to ptr))
  store i32 %r, ptr %p
  ret void
}
X
echo 'void callee(int *p) { *p = 1; } __global__ void k(int *p) { callee(p); }' >in/unmarked.cu

# What a command line does: its messages, its exit status, the files that it leaves.
outcome() { # FOLDER INPUT OPTIONS
    rm -rf work
    cp -r in work
    folder=$1 input=$2
    shift 2
    (cd work && $program "$input" "$@" >.messages 2>&1
     echo "exit $?" >>.messages)
    rm -rf "$folder"
    mv work "$folder"
}
fault() { echo "FAULT: $id: $*"; }
spellings() { # LONG SHORT: every way to write it
    [ -n "$1" ] && echo "--$1"
    echo "$2" | tr '|' '\n' | sed -n 's/^./-&/p'
}
example() { # KIND VALUE: what may stand behind the option
    case $1,$2 in
    FLAG,*) ;;
    *,'{'*) echo "$2" | tr -d '{}' | cut -d'|' -f1 ;;
    *) echo 2 ;;
    esac
}
effect() { # SPELLING
    line=$(grep "^$id *|" "$cases") || { fault no case in "$cases"; return; }
    input=$(echo "$line" | cut -d'|' -f2 | tr -d ' ')
    [ "$input" = - ] && return
    with=$(echo "$line" | cut -d'|' -f3 | sed "s/@/$1/") without=$(echo "$line" | cut -d'|' -f4)
    outcome a "$input" $with
    outcome b "$input" $without
    grep -q 'unknown option' a/.messages b/.messages && fault "unknown: $with"
    diff -r a b >difference && fault "no effect: $with"
}
plain() { # SPELLING VALUE: gives plain's outcome apart from messages
    outcome a code.ii "$@"
    outcome b code.ii
    grep -qx 'exit 0' a/.messages || fault "fails: $*"
    diff -r -x .messages a b >difference || fault "an effect: $*"
}
rows=0 n_effect=0 n_satisfied=0 n_none=0 n_refused=0
sed -n 's/^OPT(\([A-Z0-9_]*\), "\([^"]*\)", "\([^"]*\)", \([A-Z]*\), "\([^"]*\)", \([A-Z_]*\), "[^"]*", "\(.*\)")$/\1;\2;\3;\4;\5;\6;\7/p' "$table" >rows
[ "$(wc -l <rows)" = "$(grep -c '^OPT(' "$table")" ] || echo 'FAULT: the test does not understand every row'
while IFS=';' read -r id long short kind value class help; do
    rows=$((rows + 1))
    spellings "$long" "$short" >names
    while read -r name; do
        case $class in
        EFFECT | EFFECT_ONCE)
            effect "$name"
            n_effect=$((n_effect + 1)) ;;
        SATISFIED | SATISFIED_ONCE)
            [ -n "$help" ] || fault no reason
            plain $name $(example $kind "$value")
            [ "$(cat a/.messages)" = 'exit 0' ] || fault "not silent: $name"
            n_satisfied=$((n_satisfied + 1)) ;;
        NO_EFFECT)
            plain $name $(example $kind "$value")
            grep -qF "option '$name' has no effect here: $help" a/.messages || fault "says nothing: $name"
            n_none=$((n_none + 1)) ;;
        REFUSED)
            outcome a code.ii $name $(example $kind "$value")
            grep -qF "option '$name' is not supported: $help" a/.messages || fault "not refused: $name"
            grep -qx 'exit 0' a/.messages && fault "exit 0: $name"
            n_refused=$((n_refused + 1)) ;;
        *) fault "class $class" ;;
        esac
        case $class in *_ONCE)
            v=$(example $kind "$value")
            [ "$kind" = BOOL ] && v=1
            [ "$kind" = JOINED ] && twice="$name$v $name$v" || twice="$name $v $name $v"
            outcome a code.ii $twice
            grep -q 'is given twice' a/.messages || fault "twice: $twice" ;;
        esac
    done <names
done <rows
echo "walked $rows rows: $n_effect spellings with an effect, $n_satisfied satisfied, $n_none without effect, $n_refused refused"
