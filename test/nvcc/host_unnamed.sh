# What libraries declare and no code names is left out of what the host's compiler gets, and the object is the same without.
# REQUIRES: g++
# RUN: sh %s %t %S
# TIMEOUT: 60
# CHECK: gone: 0
# CHECK-NEXT: lost: none
# CHECK-NEXT: the same code
# CHECK-NEXT: smaller
# CHECK-NEXT: own headers stay
# CHECK-NEXT: -fkeep-inline-functions: all stays
# CHECK-NEXT: -cuda: all stays
# CHECK-NEXT: lines: k.cu:3
t=$1.d here=$2
rm -rf "$t"
mkdir -p "$t"
mkdir "$t/library"
cp "$here/inputs/unnamed.h" "$t/library/library.h"
cd "$t" || exit 1
cat >k.cu <<'END'
#include <vector>
#include <library.h>
#ifdef WRONG
int x = wrong;
#endif
__global__ void k(int *p) { *p = gone_device(*p); }
int main() {
    std::vector<int> v(kept_by_chain());
    kept_class<int> a{1};
    int sum = kept_value<char> + library::kept_inside() + library::kept_raise(1) + (a == a) + (int)v.size();
    for (int x : kept_list()) sum += x;
    k<<<1, 1>>>(&sum, 0);
    return sum;
}
END
sed -i 's/(&sum, 0)/(\&sum)/' k.cu
compile() { cuprum nvcc --no-toolkit -std=c++17 -arch=sm_90 -O2 "$@"; }
compile -isystem library -c k.cu -o named.o --keep || exit 1
mv k.cudafe1.cpp named.cpp
compile -isystem library -c k.cu -o whole.o --keep --host-text=whole || exit 1
mv k.cudafe1.cpp whole.cpp
echo "gone: $(grep -c gone_ named.cpp)"
lost=$(grep -o 'kept_[a-z_0-9]*' library/library.h | sort -u | while read -r name; do grep -q "$name" named.cpp || echo "$name"; done)
echo "lost: ${lost:-none}"
# labels are numbered by what was read before
code() { g++ -S -x c++-cpp-output -std=c++17 -O2 -w -o - "$1" | sed 's/\.L[A-Z]*[0-9]*/label/g'; }
code named.cpp >named.s
code whole.cpp >whole.s
[ -s named.s ] && cmp named.s whole.s && echo the same code
[ $(($(wc -c <named.cpp) * 3)) -lt $(($(wc -c <whole.cpp) * 2)) ] && echo smaller
compile -Ilibrary -c k.cu -o own.o --keep && grep -q gone_chain_2 k.cudafe1.cpp && echo own headers stay
compile -isystem library -Xcompiler -fkeep-inline-functions -c k.cu -o all.o --keep && grep -q gone_chain_2 k.cudafe1.cpp &&
    echo "-fkeep-inline-functions: all stays"
compile -isystem library -cuda k.cu -o k.ii && grep -q gone_chain_2 k.ii && echo "-cuda: all stays"
sed -i '2a int wrong = nothing;' k.cu
compile -isystem library -c k.cu -o bad.o 2>&1 | grep -o 'k\.cu:3:' | head -1 | sed 's/^/lines: /'
