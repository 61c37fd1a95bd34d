// SPDX-License-Identifier: Apache-2.0
// Programs of seeded mistakes: `program NAME bug` makes the mistake, `program NAME ok` is its clean twin.
// Where it is found stands beside it: "BUG name: checker: kind", once for each finding.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

struct Case {
    const char *name;
    void (*run)(bool bug);
};

template <int n> int run_case(const Case (&all)[n], int argc, char **argv) {
    for (int i = 0; i < n && argc == 3; i++) {
        if (strcmp(all[i].name, argv[1]) != 0) continue;
        all[i].run(strcmp(argv[2], "bug") == 0);
        cudaDeviceSynchronize();
        return 0;
    }
    puts("no such case");
    return 2;
}
#define CASE(name) {#name, name}
#define CASES(...)                                                                                 \
    int main(int argc, char **argv) {                                                              \
        static const Case all[] = {__VA_ARGS__};                                                   \
        return run_case(all, argc, argv);                                                          \
    }

// Memory of n integers, all with a value, for as long as the case runs.
struct Ints {
    int *at;
    Ints(int n) {
        cudaMalloc(&at, n * sizeof(int));
        cudaMemset(at, 0, n * sizeof(int));
    }
    ~Ints() {
        cudaDeviceSynchronize();
        cudaFree(at);
    }
    operator int *() const { return at; }
};
