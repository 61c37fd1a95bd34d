# Sources that are made here: bytes and sizes that a test file should not hold.
# RUN[A]: sh %s %t a
# EXIT[A]: 1
# A: a.cu(2): warning: null character in source ignored
# A: a.cu(3): error: comment is not closed before the end of the file
# A: 1 error detected
# RUN[B]: sh %s %t b
# EXIT[B]: 1
# B: b.cu(2): error: macro calls nested more than 1000 levels deep in arguments
# B: 1 error detected
# RUN[C]: sh %s %t c
# EXIT[C]: 1
# C: c.cu(1): error: macro has more than 65535 parameters
# C: c.cu(2): error: #error directive: next
# C: 2 errors detected
# RUN[D]: sh %s %t d
# EXIT[D]: 1
# D: error: source file "{{.*}}d.cu" is larger than 2 GiB
# RUN[E]: sh %s %t e
# EXIT[E]: 1
# E: e.cu(2): error: macro calls nested in arguments of more than 8388608 tokens together
# E: 1 error detected
f=$1.$2.cu
nest() {
    echo '#define F(x) x'
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "F("; printf "1"; for (i = 0; i < n; i++) printf ")" }'
}
case $2 in
a) printf '#define A\nint a;\0\n/* never' ;;
b) nest 1200 ;;
e) nest 20000 ;;
c)
    awk 'BEGIN { printf "#define M("; for (i = 0; i < 66000; i++) printf "a%d,", i; print "z) 1\n#error next" }'
    ;;
d) echo 'int a;' ;;
esac >"$f"
# holes: takes no space; the runner sets a limit
[ "$2" = d ] && ulimit -S -f unlimited && truncate -s 2200M "$f"
cuprum --emit=pp "$f" 2>&1 >/dev/null
rc=$?
rm -f "$f"
exit $rc
