# SPDX-License-Identifier: Apache-2.0
# A signal that ends `cuprum nvcc` takes its folder of intermediate files along, and the status tells of it; what runs within
# has the signals as usual, and a signal that the caller ignores ends nothing. (`cuprum build`: interrupted_build.sh)
# RUN: sh %s %t
# REQUIRES: g++
# CHECK: nvcc, INT: status 130, left over: 0
# CHECK: nvcc, TERM: status 143, left over: 0
# CHECK: nvcc, HUP: status 129, left over: 0
# CHECK: signals of the compiler: none is blocked
# CHECK: ignored: status 0, left over: 0
stem=$1
rm -rf "$stem.d"
mkdir -p "$stem.d/tmp" && cd "$stem.d" || exit 1
echo '__global__ void k() {} int main() { return 0; }' >a.cu

# a host compiler that says when it compiles, and then takes its time
cat >slow <<'END'
#!/bin/sh
case " $* " in
*-dM*|*-print*|*" -v "*|*--version*) exec g++ "$@" ;;
esac
sed -n 's/^SigBlk:[^0]*0*//p' /proc/self/status >blocked
[ -e quick ] || { : >started; sleep 20; }
exec g++ "$@"
END
chmod +x slow

# $1: the signal. A shell's background jobs ignore INT: env gives it back.
interrupted() {
    rm -f started
    TMPDIR=$PWD/tmp setsid env --default-signal=INT,TERM,HUP cuprum nvcc -ccbin ./slow -c a.cu -o a.o >said 2>&1 &
    pid=$!
    tries=0
    until [ -e started ] || [ $tries -gt 300 ]; do sleep 0.1; tries=$((tries + 1)); done
    kill -s "$1" $pid
    wait $pid
    echo "nvcc, $1: status $?, left over: $(ls tmp | wc -l)"
    pkill -s "$pid" sleep 2>/dev/null
}
interrupted INT
interrupted TERM
interrupted HUP

: >quick
cuprum nvcc -ccbin ./slow -c a.cu -o a.o
[ -s blocked ] && [ "$(cat blocked)" ] && echo "blocked: $(cat blocked)" || echo "signals of the compiler: none is blocked"

rm -f quick started
cat >slow2 <<'END'
#!/bin/sh
kill -s HUP $PPID
exec g++ "$@"
END
chmod +x slow2
TMPDIR=$PWD/tmp env --ignore-signal=HUP cuprum nvcc -ccbin ./slow2 -c a.cu -o a.o
echo "ignored: status $?, left over: $(ls tmp | wc -l)"
cd .. && rm -rf "$stem.d"
