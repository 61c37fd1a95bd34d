# An input is mapped where zero bytes stand behind its end: files that end before, at and behind the end
# of a page give one PTX.
# RUN: sh %s %t
# CHECK: 80 files, 1 PTX
rm -rf "$1.d"
mkdir "$1.d"
cd "$1.d" || exit 1
text='__attribute__((global)) void k(int *p) { *p = 1; } //'
n=0
for page in 4096 8192; do
    i=-20
    while [ $i -lt 20 ]; do
        size=$((page + i))
        printf '%s%*s' "$text" $((size - ${#text})) x >a.ii
        [ "$(wc -c <a.ii)" = $size ] && cicc -arch compute_90 -m64 a.ii -o $size.ptx && n=$((n + 1))
        i=$((i + 1))
    done
done
echo "$n files, $(md5sum ./*.ptx | cut -d' ' -f1 | sort -u | wc -l) PTX"
