# Every kind of failure is noticed and explained.
# REQUIRES: %B/gen/direct
# RUN[CHK]: test-run %S/inputs/bad_check.txt %S/inputs/bad_not.txt
# RUN[STAT]: test-run -j2 %S/inputs/bad_exit.txt %S/inputs/bad_signal.txt %S/inputs/bad_timeout.txt %S/inputs/bad_waiting.txt
# RUN[DIR]: test-run %S/inputs/bad_prefix.txt %S/inputs/bad_var.txt %S/inputs/bad_xfail.txt
# RUN[ERR]: test-run %S/inputs/bad_error.cu %S/inputs/bad_each.txt
# RUN[SKIP]: test-run %S/inputs/skip.txt
# EXIT: 1
# EXIT[SKIP]: 0
# CHK: FAIL test/runner/inputs/bad_check.txt
# CHK-NEXT: inputs/bad_check.txt:3: not on the next line: three
# CHK-NEXT: searched from output line 2
# CHK-NEXT: | two
# CHK: inputs/bad_check.txt:1: ran: printf
# CHK: inputs/bad_not.txt:3: found what must not be there: ba{{[{][{][.][}][}]}}
# CHK: 0 passed, 2 failed, 0 skipped
# STAT: bad_exit.txt:1: exit status 4, expected 0
# STAT: bad_signal.txt:2: killed by signal 11
# STAT: bad_timeout.txt:2: time limit of {{1|3}} s exceeded
# STAT: bad_waiting.txt:2: time limit of {{1|3}} s exceeded
# DIR: bad_prefix.txt:2: unknown directive 'CHECK-NXT'
# DIR: bad_var.txt:2: variable 'NOTHING' is not defined
# DIR: passes but says XFAIL: outdated
# ERR: bad_error.cu:2: no such error at line 2: some text
# ERR-NEXT: bad_error.cu:2: unexpected error: other text
# ERR: bad_each.txt:2: output with b (+) differs from that with a (-)
# ERR: -out a
# ERR-NEXT: +out b
# SKIP: SKIP test/runner/inputs/skip.txt: needs no-such-tool-anywhere
# SKIP-NEXT: 0 passed, 0 failed, 1 skipped
