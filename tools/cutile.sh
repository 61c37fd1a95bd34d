#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A real client: cuTile Python and PyTorch (from PyPI, in a virtual environment of its own) run cuTile's tests or samples under
# `cuprum exec`, unmodified; PyTorch's own kernels, which are machine code, are computed on the CPU (cutile_torch.py).
#   tools/cutile.sh DIR FILE.py...        DIR: `test` or `samples` of NVIDIA/cutile-python of the version below
# Environment: B (build), CUTILE_DIR (the environment's folder), PYTEST (more words for pytest), CUPRUM_TILE=compile (tiles are compiled,
# not evaluated)    (needs the network once, 4 GB)
V=1.6.0 # of cuTile: tests belong to a version
here=$(cd "$(dirname "$0")/.." && pwd) || exit 2
B=${B:-$here/build} T=${CUTILE_DIR:-/tmp/cuprum-cutile}
[ $# -ge 2 ] || { sed -n 's/^# *//; 3,7p' "$0"; exit 2; }
if [ ! -x "$T/bin/python" ]; then
    # PyTorch without the libraries that the virtual machine has
    python3 -m venv "$T" && "$T/bin/pip" -q install --no-deps torch==2.15.0 nvidia-nccl-cu13==2.30.7 nvidia-cusparselt-cu13==0.8.1 \
        nvidia-nvshmem-cu13==3.7.2 nvidia-cufile cuda-tile==$V &&
        "$T/bin/pip" -q install filelock typing-extensions sympy networkx jinja2 fsspec numpy cuda-pathfinder pytest pytest-benchmark \
            pytest-env pytest-timeout cupy-cuda13x numba-cuda || exit 2
    mkdir -p "$T/start" && echo 'import cutile_torch' >"$T/start/sitecustomize.py"
fi
cd "$1" || exit 2
shift
PYTHONPATH=$here/tools:$T/start PYTHONDONTWRITEBYTECODE=1 CUPRUM=$B/bin/cuprum
CUDA_TILE_CACHE_DIR=$T/cache-${CUPRUM_TILE:-evaluate} # what tileiras has made differs
export PYTHONPATH PYTHONDONTWRITEBYTECODE CUPRUM CUDA_TILE_CACHE_DIR
failed=0
for f in "$@"; do
    case $f in
    test_*) "$B/bin/cuprum" exec "$T/bin/python" -m pytest -p no:cacheprovider --timeout=300 -q --tb=short $PYTEST "$f" ;;
    *) "$B/bin/cuprum" exec "$T/bin/python" "$f" --correctness-check ;;
    esac || failed=$((failed + 1))
done
echo "$# files, $failed failed"
[ "$failed" = 0 ]
