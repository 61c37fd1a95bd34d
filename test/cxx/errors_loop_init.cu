// RUN: cuprum --syntax-only %s
// Only if, switch and the range-based for have init-statements [stmt.iter].
__global__ void k(int *o) {
    while (int i = o[0]; i < 4) break; // ERROR: expected a ")"
    do o[1]++; while (o[1]; o[2]);     // ERROR: expected a ")"
    if (int i = o[0]; i < 4) o[3] = i;
    while (int i = o[4]) o[4] = i - 1;
}
