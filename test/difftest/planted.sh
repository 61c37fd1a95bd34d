# SPDX-License-Identifier: Apache-2.0
# The tester finds mistakes that are made on purpose: another operation in the code of level 3, blamed
# on no pass; the same as if the fourth pass did it; a crash, which costs its program only. What it
# finds is kept and reduced, and found again by its number.
# REQUIRES: /usr/local/cuda/nvvm/libdevice/libdevice.10.bc
# TIMEOUT: 200
# RUN[WRONG]: %B/tools/difftest --kind=cuda --count=1 --seed=31 --keep=%t.d --plant=.address_size=.address
# EXIT[WRONG]: 1
# WRONG: DIFFERENCE cuda seed 31: -O3, against
# WRONG: -O0  ran {{[0-9a-f]+}}
# WRONG: -O3  PTX refused by the machine
# WRONG: again: {{.*}}/tools/difftest --repeat=cuda:31
# WRONG: by hand: cuprum run {{.*}}/cuda-31.cu -O3
# WRONG: reduced: {{.*}}cuda-31-reduced ({{[0-9]+}} lines,
# WRONG: blamed: the front end, inlining or code generation at -O3
# WRONG: 1 programs, 1 differences
# RUN[PASS]: %B/tools/difftest --kind=cuda --count=2 --seed=31 --keep=%t.d --plant='4:mul.lo.s64=add.s64'
# EXIT[PASS]: 1
# PASS: DIFFERENCE cuda seed 31: -O3, against
# PASS: -O3  ran {{[0-9a-f]+}}
# PASS: blamed: pass {{[a-z0-9-]+}} (--opt-bisect-limit=4 is wrong, 3 is not)
# PASS: DIFFERENCE cuda seed 32: -O3, against
# PASS: 2 programs, 2 differences
# RUN[CRASH]: %B/tools/difftest --kind=cuda --count=3 --seed=31 --reduce=0 --keep=%t.d --plant=crash
# EXIT[CRASH]: 1
# CRASH: DIFFERENCE cuda seed 31: -O3, against
# CRASH: -O2  ran
# CRASH: -O3 crash: Aborted
# CRASH: DIFFERENCE cuda seed 33: -O3, against
# CRASH: 3 programs, 3 differences
# RUN[AGAIN]: %B/tools/difftest --repeat=cuda:31 --keep=%t.d
# AGAIN: -O0  ran [[RESULT:[0-9a-f]+]]
# AGAIN: -O3  ran [[RESULT]]
# AGAIN: no difference
# RUN[TEXT]: %B/tools/difftest --program=cuda:31
# TEXT: __global__ void
# RUN[IR]: %B/tools/difftest --program=ir:31
# IR: define
# RUN[USAGE]: %B/tools/difftest --nothing
# EXIT[USAGE]: 2
# USAGE: usage: difftest
