# `cuprum toolkit DIR` takes the toolkit that is installed; where none is, it says that the folder has Cuprum's own.
# REQUIRES: %B/lib/cuprum/libcudart.so.13
# RUN: env -u CUDA_HOME sh %s %t
# CHECK: as it should be
dir=$1.d
rm -rf "$dir" && mkdir "$dir" && cd "$dir" || exit 1
cuprum toolkit tk >made 2>said || cat said
if [ -e /usr/local/cuda ]; then
    [ ! -s said ] && [ tk/include -ef /usr/local/cuda/include ] && echo "as it should be"
else
    grep -q "warning: no CUDA toolkit in \"/usr/local/cuda\": the folder has Cuprum's own headers and libraries" said &&
        [ -r tk/include/cuda_runtime.h ] && echo "as it should be"
fi
