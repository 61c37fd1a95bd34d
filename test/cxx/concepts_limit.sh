# Constraints that are too many to be compared: an error, and soon.
# RUN: sh %s %t
# CHECK: error: these constraints are too complex to be compared with others
# EXIT: 1
# TIMEOUT: 20
{
    seq 3000 | awk '{
        print "template <class T> concept A" $1 " = true;"
        all = all (NR > 1 ? " && " : "") "(A" $1 "<T> || A" ($1 > 1 ? $1 - 1 : 2) "<T>)"
        if (NR >= 2999) f = f "template <class T> requires (" all ") void f(T);\n"
    }
    END { print f "void g() { f(1); }" }'
} >"$1.cu"
cuprum -std=c++20 --check-all "$1.cu" -o "$1.ptx" 2>&1
