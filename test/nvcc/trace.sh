# -fdevice-time-trace for two architectures: what runs beside something else has a row of its own, and intervals of one
# row nest to the microsecond.
# REQUIRES: nvcc, ptxas, g++, python3
# RUN: sh %s %t %S
# TIMEOUT: 120
# CHECK-NOT: not nested
# CHECK: assembled: 2
# CHECK: processes: 1 100 101
t=$1 here=$2
rm -rf "$t.d"
mkdir "$t.d"
cd "$t.d" || exit 1
nvcc=$(cuprum toolkit tk "${CUDA_HOME:-/usr/local/cuda}") || exit 1
cat >k.cu <<'X'
template <int N> __global__ void k(float *p) {
    for (int i = 0; i < N; i++) p[i * threadIdx.x] += i;
}
template __global__ void k<3>(float *);
template __global__ void k<5>(float *);
X
"$nvcc" -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 -c k.cu -fdevice-time-trace k || exit 1
python3 "$here/../driver/inputs/trace.py" k.json | grep 'not nested'
echo "assembled: $(grep -c '"name":"ptxas"' k.json)"
echo "processes:" $(grep -o '"pid":[0-9]*' k.json | grep -o '[0-9]*' | sort -nu)
