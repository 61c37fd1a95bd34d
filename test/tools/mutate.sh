# What tools/mutate finds to change in a file, and what the changed program does: as before while nothing is alive, otherwise
# with the one change; and it says which it comes by and which of them would have had another value.
# REQUIRES: python3, gcc
# RUN[LIST]: python3 tools/mutate/sites.py %S/inputs/mutated.c
# RUN[RUNS]: python3 tools/mutate/sites.py --changed %S/inputs/mutated.c >%t.c && \
# RUN[RUNS]: gcc -w -include tools/mutate/mutant.h '-DCU_ASSERT(a,b)=' -o %t.x %t.c && echo none: `%t.x` && \
# RUN[RUNS]: for i in 0 1 2 3 4 5 6 7 8 9 10; do echo $i: `CUPRUM_MUTANT=$i %t.x`; done
# RUN[SEEN]: CUPRUM_MUTANT_SEEN=%t.seen %t.x && sort -k 2n %t.seen | tail -10 | tr '\n' ' '
# EXPECT[LIST]:
# 8: operator: -= for +=: called += amount
# 12: constant: 0 + 1 for 0
# 13: constant: 0 + 1 for 0
# 13: operator: <= for <: i < n
# 14: decision: the other way: if (list[i] > 3 && tint == T_RED)
# 14: operator: >= for >: list[i] > 3
# 14: constant: 3 + 1 for 3
# 14: decision: left out: list[i] > 3 &&
# 14: decision: left out: && tint == T_RED
# 14: operator: != for ==: tint == T_RED
# 14: constant: T_BLUE for T_RED
# 14: decision: left out: continue
# 15: operator: = for |=: sum |= list[i] << 1
# 15: operator: >> for <<: list[i] << 1
# 15: constant: 0 for 1
# 16: decision: the other way: if (sum)
# 16: call: left out: note(i & -2, sum)
# 16: arguments: swapped: note(sum, i & -2)
# 16: operator: | for &: i & -2
# 16: constant: 2 + 1 for 2
# 19: operator: without the mark: !n
# 19: decision: the other way: !n ?
# 19: constant: 0 for 1
# 20: operator: + for -: sum - *list
# 24: arguments: swapped: pick(2, table, T_RED)
# 24: arguments: swapped: pick(table,T_RED, 2)
# 24: constant: 2 + 1 for 2
# 24: constant: T_BLUE for T_RED
# 24: arguments: swapped: pick(3, table, T_BLUE)
# 24: arguments: swapped: pick(table,T_BLUE, 3)
# 24: constant: 3 + 1 for 3
# 24: constant: T_RED for T_BLUE
# 24: arguments: swapped: pick(0, table, T_RED)
# 24: arguments: swapped: pick(table,T_RED, 0)
# 24: constant: 0 + 1 for 0
# 24: constant: T_BLUE for T_RED
# 25: call: left out: printf("%d %d %d %d\n", red, blue, none, called)
# 25: arguments: swapped: printf(red, "%d %d %d %d\n", blue, none, called)
# 25: arguments: swapped: printf("%d %d %d %d\n",blue, red, none, called)
# 25: arguments: swapped: printf("%d %d %d %d\n", red,none, blue, called)
# 25: arguments: swapped: printf("%d %d %d %d\n", red, blue,called, none)
# 26: decision: the other way: if (argc > 1)
# 26: operator: >= for >: argc > 1
# 26: constant: 0 for 1
# 26: constant: 0 for 1
# 27: operator: >= for >: argc > 7
# 27: constant: 7 + 1 for 7
# EXPECT[RUNS]:
# none: 1 13 -1 2
# 0: 1 13 -1 -2
# 1: 2 14 -1 2
# 2: -1 13 -1 2
# 3: 1 13 -1 4
# 4: 9 -1 -1 0
# 5: 9 13 -1 2
# 6: 1 13 -1 2
# 7: 1 13 -1 0
# 8: 1 13 -1 0
# 9: -1 -1 -1 2
# 10: 1 13 0 2
# EXPECT[SEEN]:
# 1 13 -1 2
# reached 12 differs 13 reached 13 differs 14 reached 14 differs 15 reached 15 differs 16 reached 16 reached 18 
