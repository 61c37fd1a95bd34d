# Numbers, layouts and declarations of the run-time API: our headers' and NVIDIA's are the same.
# RUN: sh %s %t
# REQUIRES: gcc, g++, /usr/local/cuda/include/cuda_runtime_api.h
# TIMEOUT: 120
# CHECK: numbers agree
# CHECK: declarations agree
theirs=/usr/local/cuda/include ours=lib/include
# what `names` finds in our headers, printed by one program that either set of headers compiles
{
    echo '#include <cuda_runtime_api.h>'
    echo '#include <stdio.h>'
    echo '#include <stddef.h>'
    echo 'int main(void) {'
    cat $ours/driver_types.h $ours/texture_types.h $ours/surface_types.h | awk '
        /^typedef|^struct|^union|^enum/ { name = $0; sub(/^typedef /, "", name); sub(/ *\{.*/, "", name) }
        /^ +(cuda[A-Za-z0-9_]+) = -?[0-9x]/ { print "printf(\"" $1 " %d\\n\", (int)" $1 ");" }
        /^#define cuda[A-Za-z0-9_]+ +\(*[0-9]/ { print "printf(\"" $2 " %d\\n\", (int)" $2 ");" }
        /^struct [A-Za-z0-9_]+ \{/ { print "printf(\"" name " %zu\\n\", sizeof(" name "));"; open = 1; next }
        /^(typedef )?(struct|union) [A-Za-z0-9_]+ \{/ { print "printf(\"" name " %zu\\n\", sizeof(" name "));"; open = 1; next }
        /^}/ { open = 0 }
        open && /^    [a-z].*;/ {
            line = $0
            sub(/;.*/, "", line); gsub(/\[[^]]*\]/, "", line)
            n = split(line, part, ",")
            for (i = 1; i <= n; i++) {
                field = part[i]; sub(/.*[ *]/, "", field)
                if (field != "" && field !~ /\(|\)/) print "printf(\"" name "." field " %zu\\n\", offsetof(" name ", " field "));"
            }
        }'
    echo '}'
} >"$1.cpp"
for h in theirs ours; do
    eval dir=\$$h
    g++ -w -I$dir "$1.cpp" -o "$1.exe" || exit 1
    "$1.exe" >"$1.$h" || exit 1
done
wc -l <"$1.ours" | sed 's/$/ numbers/'
diff "$1.theirs" "$1.ours" && echo numbers agree
# ours after theirs, in C: what differs is an error
{
    echo '#include <cuda_runtime_api.h>'
    sed -n '/^\/\/ ---- errors/,/^#ifdef __cplusplus/p' $ours/cuda_runtime_api.h | sed 's/__CUPRUM_DEFAULT([^)]*)//g; /^#/d; /^}/d' |
        tr '\n' ' ' | tr ';' '\n' | sed 's/.*\*\/ *//; s/\/\/ ----.*\(cuda\(Error_t\|raphicsE\)[^;]*\)/\1/' | grep '^ *\(cuda\|const\)' | grep -v __cudaP | sed 's/$/;/'
} >"$1.c"
grep -c ';' "$1.c" | sed 's/$/ declarations/'
gcc -w -fsyntax-only -I$theirs "$1.c" && echo declarations agree
rm -f "$1.cpp" "$1.c" "$1.exe" "$1.ours" "$1.theirs"
