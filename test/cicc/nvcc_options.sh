# nvcc's options whose work cicc's output must take part in: nvcc's other tools read what it writes.
# REQUIRES: nvcc, ptxas, python3
# RUN: sh %s %t
# TIMEOUT: 120
# CHECK: trace: front end, code, assembler in order
# CHECK: checked only: 0 kernels
# CHECK: checked only: error: identifier "nothing" is undefined
# CHECK: whole program: links
# CHECK: whole program: _Z6twiceri
# CHECK: whole program: launches from the device
t=$1 cuda=${CUDA_HOME:-/usr/local/cuda}
rm -rf "$t.d"
mkdir "$t.d"
cd "$t.d" || exit 1
nvcc=$(cuprum toolkit --driver=nvidia tk "$cuda") || exit 1
cat >p.cu <<'X'
static __device__ int hidden;
static __device__ __noinline__ int own(int a) { return a + hidden; }
static __global__ void unseen(int *p) { *p = own(*p); }
extern __device__ int twicer(int);
template <class T> __global__ void child(T *p) { *p = hidden; }
__global__ void parent(int *p) { child<<<1, 1>>>(p); }
#ifdef CALL
__global__ void other(int *p) { *p = twicer(*p); }
#endif
int main() { parent<<<1, 1>>>((int *)0); unseen<<<1, 1>>>((int *)0); }
X
"$nvcc" -arch=sm_90 -dc p.cu -fdevice-time-trace trace -o p.o && python3 - <<'X'
import json
events = [e for e in json.load(open('trace.json'))['traceEvents'] if e.get('ph') == 'X']
at = {e['name']: (e['ts'], e['ts'] + e['dur']) for e in events}
front, code, ptxas = at['CUDA C++ Front-End'], at['LibNVVM'], at['Total PTXAS Time']
ordered = 0 < front[1] <= code[0] and code[1] <= ptxas[0]
print('trace: front end, code, assembler in order' if ordered else at)
X
cat >q.cu <<'X'
__global__ void k(int *p) { *p = BAD; }
int main() { k<<<1, 1>>>((int *)0); }
X
"$nvcc" -arch=sm_90 -DBAD=1 --fdevice-syntax-only q.cu -o q && ./q &&
    echo "checked only: $("$cuda/bin/cuobjdump" -ptx q | grep -c entry) kernels"
"$nvcc" -arch=sm_90 -DBAD=nothing --fdevice-syntax-only -c q.cu -o q.o >log 2>&1
echo "checked only: $(grep -o 'error: .*' log)"
"$nvcc" -arch=sm_90 -ewp p.cu -o p && ./p && echo whole program: links
"$nvcc" -arch=sm_90 -ewp -DCALL -ptx p.cu -o p.ptx
echo "whole program: $(grep extern.*twicer p.ptx | grep -o '_Z6[a-z0-9]*')"
! grep -q '^.weak' p.ptx && grep -q __cudaCDP2LaunchDeviceV2 p.ptx && echo whole program: launches from the device
