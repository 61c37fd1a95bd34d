// -G: branches that are never taken are code, too: a debugger is told of their variables; not of what `if constexpr` discards.
// RUN: cuprum %s -std=c++17 -arch=sm_90 -G --emit=ir -o %t.ll && cuprum %t.ll -o %t.ptx && grep -o 'DILocalVariable(name: "[a-z]*"' %t.ll | sort | tr '\n' ' '
// CHECK: "always" {{.*}}"never" {{.*}}"once" {{.*}}"parameter"
// CHECK-NOT: discarded
template <bool FLAG> __device__ int select(int parameter) {
    if (FLAG && parameter > 1) {
        int never = parameter;
        return never;
    }
    if constexpr (FLAG) {
        int discarded = parameter;
        return discarded;
    }
    do {
        int once = parameter;
        parameter = 2 * once;
    } while (false);
    while (true) {
        int always = parameter--;
        if (always < 3) return always;
    }
}
__global__ void kernel(int *p) {
    *p = select<false>(*p);
}
