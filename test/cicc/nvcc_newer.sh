# NVIDIA's nvcc of CUDA 13.5 (`nvcc-13.5`: a link to that of PyPI's nvidia-cuda-nvcc) with our cicc in its place: what its programs compute.
# REQUIRES: nvcc-13.5, g++, %B/lib/cuprum/libcudart.so.13
# TIMEOUT: 300
# RUN: sh %s %t %S/inputs/programs %S/../tile/cxx/programs
# CHECK: launch 992 no error
# CHECK-NEXT: template 14 no error
# CHECK-NEXT: variable 17 9 no error
# CHECK-NEXT: lambda 8 50 no error
# CHECK-NEXT: relocatable 43 no error
# CHECK-NEXT: -G -rdc=true: template 14 no error
# CHECK-NEXT: -lineinfo -std=c++20 -use_fast_math: template 14 no error
# CHECK-NEXT: -default-stream per-thread -static-global-template-stub=false: template 14 no error
# CHECK-NEXT: -Wconversion: warning: option '--lossy_conversion_warning' has no effect here: implicit conversions are not judged in device code
# CHECK-NEXT: -apply-controls controls: error: option '-apply-controls' is not supported: compiler controls are not read
# CHECK-NEXT: tiles: 3001 values, 0 wrong
# CHECK-NEXT: no tiles: launch 992 no error
t=$1 in=$(realpath "$2") tiles=$(realpath "$3")
cuda=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc-13.5)")")")
rm -rf "$t.d" && mkdir "$t.d" && cd "$t.d" || exit 1
nvcc=$(cuprum toolkit --driver=nvidia tk "$cuda") || exit 1
run() { # FILE OPTIONS
    rm -f program
    "$nvcc" -w -arch=sm_90 -cudart shared "$@" -o program >log 2>&1 && cuprum exec ./program || grep -m1 -E 'error|fatal' log
}
for name in launch template variable; do run "$in/$name.cu"; done
run --extended-lambda "$in/lambda.cu"
run -rdc=true "$in/relocatable.cu" "$in/relocatable_other.cu"
for options in '-G -rdc=true' '-lineinfo -std=c++20 -use_fast_math' '-default-stream per-thread -static-global-template-stub=false'; do
    echo "$options: $(run $options "$in/template.cu")"
done
touch controls
for options in -Wconversion '-apply-controls controls'; do
    echo "$options: $("$nvcc" -arch=sm_90 $options -ptx "$in/launch.cu" -o k.ptx 2>&1 | grep -m1 -E "option '")"
done
echo "tiles: $(run -std=c++20 -enable-tile "$tiles/saxpy.cu")"
echo "no tiles: $(run -std=c++20 -enable-tile "$in/launch.cu")"
rm -rf "$PWD"
