# What -arch, -code and -gencode stand for in each phase: NVIDIA's answers are in architectures.expect (architectures.py --write).
# REQUIRES: nvcc, ptxas, python3, g++
# RUN: sh %s %t %S
# CHECK: 494 of 494 answers as expected
rm -rf "$1.d" && mkdir "$1.d" || exit 1
nvcc=$(cuprum toolkit "$1.d/tk" "${CUDA_HOME:-/usr/local/cuda}") || exit 1
TMPDIR=$1.d python3 "$2/architectures.py" "$(readlink -f "$1.d/tk/bin")/nvcc"
