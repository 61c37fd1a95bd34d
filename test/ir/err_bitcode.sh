# Damaged bitcode: named, with what is wrong; nothing is written.
# RUN: sh %s %t
# CHECK: error: {{.*}}a.bc: bitcode: {{.}}
# CHECK: error: {{.*}}b.bc: bitcode: {{.}}
# CHECK: exit 1 1
printf 'BC\300\336' >"$1.a.bc"
printf 'BC\300\336\065\024\0\0\005\0\0\0\142\014\060\044garbage garbage garbage' >"$1.b.bc"
cuprum "$1.a.bc" -o "$1.ptx" 2>&1
a=$?
cuprum "$1.b.bc" -o "$1.ptx" 2>&1
echo exit $a $?
test ! -e "$1.ptx"
