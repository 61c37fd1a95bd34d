#include <stdbool.h>
#include <stdio.h>
enum Tint { T_RED, T_BLUE };
static const int table[] = {1, 2 + 3, 7, 0};
typedef struct Pair Pair;
static int called;
static void note(int amount, int times) {
    called += amount; // CU_ASSERT and tables stay as they are
}
static int pick(const int *list, int n, enum Tint tint) {
    static const int never[2][1] = {{1}, {2}};
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (list[i] > 3 && tint == T_RED) continue;
        sum |= list[i] << 1;
        if (sum) note(i & -2, sum);
    }
    CU_ASSERT(list, sum >= never[0][0] || n == 0);
    return !n ? -1
              : sum -
                    *list;
}
int main(int argc, char **argv) {
    int red = pick(table, 2, T_RED), blue = pick(table, 3, T_BLUE), none = pick(table, 0, T_RED);
    printf("%d %d %d %d\n", red, blue, none, called);
    if (argc > 1) return 1;
    return argc > 7;
}
