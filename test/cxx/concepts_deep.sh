# Concepts that are nested too deeply are an error of their own, not "not satisfied".
# RUN: sh %s %t
# CHECK: error: excessive recursion at instantiation
# EXIT: 1
{
    echo 'template <class T> concept C0 = true;'
    seq 700 | awk '{ print "template <class T> concept C" $1 " = C" ($1 - 1) "<T>;" }'
    echo 'static_assert(C700<int>);'
} >"$1.cu"
cuprum -std=c++20 --syntax-only "$1.cu" -o "$1.ptx" 2>&1
