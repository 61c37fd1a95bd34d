# Numbers, layouts and declarations of the run-time API and of the driver's: our headers' and NVIDIA's are the same.
# RUN[RT]: sh %s %t cuda_runtime_api.h cuprum_driver_enums.h driver_types.h texture_types.h surface_types.h library_types.h
# RT: numbers agree
# RT: declarations agree
# RUN[DRV]: sh %s %t cuda.h cuprum_cuda_types.h
# DRV: numbers agree
# DRV: declarations agree
# REQUIRES: gcc, g++, /usr/local/cuda/include/cuda_runtime_api.h
# TIMEOUT: 120
t=$1 header=$2
shift 2
theirs=/usr/local/cuda/include ours=lib/include
# what these files of ours name, printed by one program that either set of headers compiles
{
    echo "#include <$header>"
    echo '#include <library_types.h>'
    echo '#include <stdio.h>'
    echo '#include <stddef.h>'
    echo 'int main(void) {'
    for f in "$@"; do cat $ours/$f; done | awk '
        /^(typedef )?(struct|union|enum)/ { name = $0; sub(/^typedef /, "", name); sub(/__attribute__.* /, "", name); sub(/ *\{.*/, "", name) }
        /^ +C?[cU][uD]?[A-Za-z0-9_]+ = -?[0-9x]/ { print "printf(\"" $1 " %d\\n\", (int)" $1 ");" }
        /^#define (cuda|CU_)[A-Za-z0-9_]+ +\(*[0-9]/ { print "printf(\"" $2 " %d\\n\", (int)" $2 ");" }
        /^(typedef )?(struct|union) [A-Za-z0-9_]+ \{/ { print "printf(\"" name " %zu\\n\", sizeof(" name "));"; open = 1; next }
        /^}/ { open = 0 }
        open && /^    [a-zA-Z].*;/ {
            line = $0
            sub(/;.*/, "", line); gsub(/\[[^]]*\]/, "", line)
            n = split(line, part, ",")
            for (i = 1; i <= n; i++) {
                field = part[i]; sub(/.*[ *]/, "", field)
                if (field != "" && field !~ /\(|\)/) print "printf(\"" name "." field " %zu\\n\", offsetof(" name ", " field "));"
            }
        }'
    echo '}'
} >"$t.cpp"
for h in theirs ours; do
    eval dir=\$$h
    g++ -w -I$dir "$t.cpp" -o "$t.exe" || exit 1
    "$t.exe" >"$t.$h" || exit 1
done
wc -l <"$t.ours" | sed 's/$/ numbers/'
diff "$t.theirs" "$t.ours" && echo numbers agree
# ours after theirs, in C: what differs is an error
{
    echo "#include <$header>"
    sed -n '/^extern "C" {/,/^#ifdef __cplusplus/p' $ours/$header | sed 's/__CUPRUM_DEFAULT([^)]*)//g; /^#/d; /^}/d; /^extern/d; /^\/\//d' |
        tr '\n' ' ' | tr ';' '\n' | grep '^ *\(cuda\|const\|CUresult\)' | grep -v __cudaP | sed 's/$/;/'
} >"$t.c"
grep -c ';' "$t.c" | sed 's/$/ declarations/'
gcc -w -fsyntax-only -I$theirs "$t.c" && echo declarations agree
rm -f "$t.cpp" "$t.c" "$t.exe" "$t.ours" "$t.theirs"
