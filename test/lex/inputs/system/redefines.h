#define A 2
#define B 3
