echo "$1(4): error: identifier \"b\" is undefined"
echo "  int a = b;"
echo "$1:5:1: error: second thing" >&2
echo "error: no position"
echo "$1(8): warning #177-D: variable unused"
[ -n "$2" ] && echo "$1($2): note: seen here"
exit 1
