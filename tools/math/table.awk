# SPDX-License-Identifier: Apache-2.0
# The table of doc/math.md, from results that were measured (the files of doc/math; `make math-doc`):
#   awk -f table.awk nvidia*.txt cost*.txt ours*.txt
# ours, nvidia: lines of math-check; cost: lines of cost.sh. The rows come in the order of ours. Of a function's lines the last
# one counts: those of a GPU (*-gpu-*.txt) come behind the virtual machine's.
function error(line,   e) { # "name 0.5000 ulp at ..."
    e = line[2]
    if (e == 0) return "0"
    return sprintf("%.3f%s", e, line[3] == "e-6" ? "·10⁻⁶" : "")
}
FILENAME ~ /nvidia[^\/]*\.txt$/ {
    if (!/ of [0-9]+, documented/) next
    split($0, f, " ")
    theirs[$1] = f[2] == "inf" ? "—" : error(f) (FILENAME ~ /-gpu/ ? " (GPU)" : "")
    next
}
FILENAME ~ /cost[^\/]*\.txt$/ && /SASS.*executed.*=/ {
    size[$1] = $0
    sub(/.*SASS[^=]*= */, "", size[$1])
    sub(/ .*/, "", size[$1])
    run[$1] = $0
    sub(/.*executed[^=]*= */, "", run[$1])
    sub(/ .*/, "", run[$1])
    next
}
FILENAME ~ /ours[^\/]*\.txt$/ && / of [0-9]+, documented/ {
    split($0, f, " ")
    n = $0
    sub(/.* of /, "", n)
    sub(/,.*/, "", n)
    documented = $0
    sub(/.*documented /, "", documented)
    sub(/[ ,].*/, "", documented)
    if (f[3] == "e-6") documented = documented "·10⁻⁶"
    n += 0
    inputs = n == 4294967296 ? "all" : n >= 2000000000 ? "all of the range" : n >= 1000000 ? sprintf("%.0f·10⁶", n / 1000000) : n
    if (FILENAME ~ /-gpu/) inputs = inputs " (GPU)"
    row[$1] = "| `" $1 "` | " error(f) " | " inputs " | " documented " | " theirs[$1] " | " size[$1] " | " run[$1] " |"
    if (!seen[$1]++) order[++count] = $1
}
END {
    print "| function | ours | on inputs | NVIDIA documents | NVIDIA measured | SASS | executed |"
    print "|---|---|---|---|---|---|---|"
    for (i = 1; i <= count; i++) {
        name = order[i]
        print row[name]
        if (!(name in size)) continue
        rows++
        sizes += log(size[name])
        runs += log(run[name])
    }
    if (rows) printf "| geometric mean of %d | | | | | %.3f | %.3f |\n", rows, exp(sizes / rows), exp(runs / rows)
}
