#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The names of the stand-ins: all that NVIDIA's libraries have, with their versions; doc/standins.md lists those that
# are implemented. `names.sh lists BUILD` prints the lists for the page.
# REQUIRES: nm, readelf, awk, %B/lib/cuprum/libcublas.so.13
# RUN[DOC]: sh %s lists %B >%t.lists && sed -n '/^## Lists/,$p' doc/standins.md | sed 1,2d | diff - %t.lists && echo the page is right
# DOC: the page is right
# RUN[ALL]: sh %s names %B %t
# ALL: no name is missing
# RUN[VERSION]: readelf -d %B/lib/cuprum/libcu*.so.1[023] %B/lib/cuprum/libcudnn.so.9 | sed -n 's/.*soname: .\(.*\)\].*/\1/p'
# VERSION: libcublas.so.13
# VERSION: libcublasLt.so.13
# VERSION: libcudart.so.13
# VERSION: libcufft.so.12
# VERSION: libcupti.so.13
# VERSION: libcurand.so.10
# VERSION: libcusolver.so.12
# VERSION: libcusparse.so.12
# VERSION: libcudnn.so.9
export LC_ALL=C
libraries="cublas.13 cublasLt.13 cudnn.9 cufft.12 cupti.13 curand.10 cusparse.12 cusolver.12"

# Functions that a library exports, with the version's name: NAME@@LIBRARY.
exported() {
    nm -D --defined-only "$1" | awk '$2 == "T" || $2 == "W" { print $3 }' | sed 's/@@/@/' | sort -u
}

# Names of types that differ in one letter (S, D, C, Z; H: half), with 64-bit numbers or for the host, are one entry.
compact() {
    awk -v prefix="$1" '
    {
        name = substr($0, length(prefix) + 1); part = ""; suffix = ""; letter = ""
        if (prefix == "cusolver" ? name ~ /^(Dn|Sp|Rf)/ : name ~ /^Xt/) { part = substr(name, 1, 2); name = substr(name, 3) }
        if (sub(/_64$/, "", name)) suffix = "_64"
        else if (sub(/Host$/, "", name)) suffix = "Host"
        if (prefix !~ /^cu(dnn|pti)/ && name ~ /^[SDCZH][a-z]/ && !(name ~ /^(Clear|Device|Create|Destroy|Set|Gather|Scatter|Dense|Sparse|Sp[A-Z]|Dn[A-Z]|Csr[A-Z0-9g]|Coo[A-Z]|Copy|Csc[A-Z]|Dot|Scal|Debug|Host|Sd[A-Z]|Const)/)) {
            letter = substr(name, 1, 1); name = substr(name, 2)
        }
        key = part (letter == "" ? "" : "?") name
        if (!(key in seen)) { order[++n] = key; seen[key] = 1 }
        if (letter != "" && index(letters[key], letter) == 0) letters[key] = letters[key] letter
        if (suffix != "" && index(ends[key], suffix) == 0) ends[key] = ends[key] "|" suffix
        if (suffix == "") plain[key] = 1
    }
    END {
        for (i = 1; i <= n; i++) {
            key = order[i]; text = key
            if (letters[key] != "") sub(/\?/, "[" letters[key] "]", text)
            if (ends[key] != "") text = text "(" (plain[key] ? "" : "only ") substr(ends[key], 2) ")"
            line = line (line == "" ? "" : " ") text
            if (length(line) > 100) { print line; line = "" }
        }
        if (line != "") print line
    }'
}

case $1 in
lists)
    for l in $libraries; do
        name=${l%.*}
        exported "$2/lib/cuprum/lib$name.so.${l#*.}" | sed 's/@.*//' | sort -u | grep "^$name" >"/tmp/standin.$$.all"
        sed -n 's/^MISSING[A-Z_]*(\(.*\))/\1/p' "src/standin/$name/missing.def" | sort -u >"/tmp/standin.$$.missing"
        comm -23 "/tmp/standin.$$.all" "/tmp/standin.$$.missing" >"/tmp/standin.$$.have"
        echo "**lib$name.so.${l#*.}**: $(wc -l <"/tmp/standin.$$.have") of $(wc -l <"/tmp/standin.$$.all") functions."
        echo
        if [ -s "/tmp/standin.$$.have" ]; then
            echo '```'
            compact "$name" <"/tmp/standin.$$.have"
            echo '```'
            echo
        fi
        rm -f "/tmp/standin.$$.all" "/tmp/standin.$$.missing" "/tmp/standin.$$.have"
    done
    ;;
names)
    cuda=${CUDA_HOME:-/usr/local/cuda}/lib64
    for l in $libraries; do
        name=${l%.*} file=lib${l%.*}.so.${l#*.}
        exported "$2/lib/cuprum/$file" >"$3.have"
        # every function is versioned, with the library's name
        grep -v "@$file\$" "$3.have"
        [ -e "$cuda/$file" ] || continue
        exported "$cuda/$file" | grep "^$name" >"$3.want"
        comm -23 "$3.want" "$3.have"
        # cuDNN, of versions of its own, gets new functions with each
        [ "$name" = cudnn ] || comm -13 "$3.want" "$3.have" | sed 's/$/ is not NVIDIA'"'"'s/'
        rm -f "$3.have" "$3.want"
    done | tee "$3.bad"
    test ! -s "$3.bad" && echo no name is missing
    rm -f "$3.bad"
    ;;
esac
