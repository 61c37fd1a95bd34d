# Command lines of nvcc: status and files are what NVIDIA's nvcc makes of them (lines.expect, written by lines.py --write);
# a fifth of them here, all of them and beside NVIDIA's by hand.
# REQUIRES: nvcc, ptxas, python3, g++, nm
# RUN: sh %s %t %S
# TIMEOUT: 300
# CHECK: 98 of 98 command lines as expected
rm -rf "$1.d" && mkdir "$1.d" || exit 1
nvcc=$(cuprum toolkit "$1.d/tk" "${CUDA_HOME:-/usr/local/cuda}") || exit 1
TMPDIR=$1.d python3 "$2/lines.py" --every=5 "$(readlink -f "$1.d/tk/bin")/nvcc"
