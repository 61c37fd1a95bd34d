# Every name of a dialect that g++ takes, with what __cplusplus is then (C++23: as of g++ 12).
# RUN: sh %s %t
for pair in 98:199711 03:199711 0x:201103 11:201103 1y:201402 14:201402 1z:201703 17:201703 \
    2a:202002 20:202002 2b:202100 23:202100; do
    for kind in c gnu; do
        name=$kind++${pair%:*} value=${pair#*:}
        echo "static int check[__cplusplus == ${value}L ? 1 : -1];" > "$1.cu"
        for language in c++ cu; do
            cuprum -x "$language" -std="$name" --syntax-only --check-all --no-toolkit -w "$1.cu" ||
                echo "WRONG $language $name"
        done
    done
done
# CHECK-NOT: WRONG
# CHECK-NOT: error
