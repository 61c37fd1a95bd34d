# Exit codes: 0, 1 errors in the input, 2 wrong use, 3 an internal error; outputs whole or not at all.
# RUN: sh %s %t
# CHECK: good 0
# CHECK: error: identifier "q" is undefined
# CHECK: bad 1
# CHECK: untouched
# CHECK: bad stdin 1
# CHECK: error: cannot open source file "/nonexistent.cu"
# CHECK: missing 1
# CHECK: error: cannot read "/nonexistent.ll": No such file or directory
# CHECK: missing ir 1
# CHECK: error: cannot write "/nonexistent/k.ptx": No such file or directory
# CHECK: unwritable 1
# CHECK: error: cannot write "/tmp": Is a directory
# CHECK: folder 1
# CHECK: error: cannot write "/dev/full": No space left on device
# CHECK: full 1
# CHECK: error: cannot write "standard output": No space left on device
# CHECK: full stdout 1
# CHECK: full help 1
# CHECK: full version 1
# CHECK: full run 1
# CHECK: cannot write "/nonexistent/t.json"
# CHECK: trace 1
# CHECK: usage 2
# CHECK: internal error: {{.*}}asked for
# CHECK: This is a defect of cuprum. Please report it with the input and the command line
# CHECK: internal 3
# CHECK: memory limit
# CHECK: memory 1
# CHECK: files: bad.cu good.cu out.ptx
d=$1.d
rm -rf "$d" && mkdir -p "$d" && cd "$d" || exit 1
echo '__global__ void k(int *p) { printf("%d", *p); }' >good.cu
echo '__global__ void k(int *p) { *p = q; }' >bad.cu
echo kept >out.ptx
cuprum good.cu -o - >/dev/null; echo good $?
cuprum bad.cu -o out.ptx 2>&1; echo bad $?
[ "$(cat out.ptx)" = kept ] && echo untouched
cuprum - <bad.cu >/dev/null 2>&1; echo bad stdin $?
cuprum /nonexistent.cu 2>&1; echo missing $?
cuprum /nonexistent.ll 2>&1; echo missing ir $?
cuprum good.cu -o /nonexistent/k.ptx 2>&1; echo unwritable $?
cuprum good.cu -o /tmp 2>&1; echo folder $?
cuprum good.cu -o /dev/full 2>&1; echo full $?
cuprum good.cu -o - 2>&1 >/dev/full; echo full stdout $?
cuprum --help 2>/dev/null >/dev/full; echo full help $?
cuprum --version 2>/dev/null >/dev/full; echo full version $?
cuprum run good.cu buf:i32:1:zero 2>/dev/null >/dev/full; echo full run $?
cuprum good.cu -o /dev/null --device-time-trace=/nonexistent/t.json 2>&1; echo trace $?
cuprum --nosuch good.cu 2>/dev/null; echo usage $?
cuprum --test-internal-error good.cu -o out.ptx 2>&1; echo internal $?
awk 'BEGIN { for (i = 0; i < 3000; i++) printf "__global__ void k%d(int *p) { *p = %d; }\n", i, i }' >many.cu
cuprum --memory-limit=1 many.cu -o out.ptx 2>&1; echo memory $?
rm many.cu
[ "$(cat out.ptx)" = kept ] || echo touched
echo files: *
