// RUN: cuprum --emit=tokens -std=gnu++20 %s 2>&1 | sed -n '\|test/lex/|,$p'
// Maximal munch, digraphs, literals and their prefixes, splices, identifiers beyond ASCII.
%:define DIG <: :> <% %> %: <::a
DIG
#define CAT(a,b) a %:%: b
CAT(x,y) CAT(+,+) CAT(-,>) CAT(<,<=) CAT(.,5) CAT(1,e5) CAT(L,'x') CAT(u8,"s") CAT(->,*)
a+++b a---b a->*b a.*b a<<=b a>>=b a...b x<=>y <:::> :> .. ... .5.. 1.e+5 0x1p-3 1e+5e-3 0x1e+1 1..2
"abc"_s "x" s 'c'_c 12_km 1.5_m "a" "b" u8R"x(foo)" )x" LR"(
multi
line)" U"x" u'c' u8'c' R "x" uR"(a)" "\
spliced" i\
dent 12\
34 +\
+ /\
/ comment
/\
* c *\
/ after
@ ` $x a$b \u00e9x \U000000e9 é日本 \x #
and or not xor bitand bitor compl and_eq or_eq xor_eq not_eq
#define EMPTY
#define LP (
#define RP )
#define ID(x) x
ID EMPTY (1) ID LP 1 RP ID(ID)(2) ID(ID EMPTY (3))
-EMPTY- +EMPTY+ ID(-)- ID(+)+1 ID(.)5 ID(x)y <ID(:): ID(/)/ ID(a)ID(b)
// EXPECT:
// ; test/lex/tokens.cu
// 4:1 punctuator '<:' bol macro -> +1
// 4:1 punctuator ':>' space macro -> -1
// 4:1 punctuator '<%' space macro -> +1
// 4:1 punctuator '%>' space macro -> -1
// 4:1 punctuator '%:' space macro
// 4:1 punctuator '<' space macro
// 4:1 punctuator '::' macro
// 4:1 identifier 'a' macro
// 6:1 identifier 'xy' bol macro
// 6:10 punctuator '++' space macro
// 6:19 punctuator '->' space macro
// 6:28 punctuator '<<=' space macro
// 6:38 number '.5' space macro
// 6:47 number '1e5' space macro
// 6:57 character literal 'L'x'' space macro
// 6:68 string literal 'u8"s"' space macro
// 6:80 punctuator '->*' space macro
// 7:1 identifier 'a' bol
// 7:2 punctuator '++'
// 7:4 punctuator '+'
// 7:5 identifier 'b'
// 7:7 identifier 'a' space
// 7:8 punctuator '--'
// 7:10 punctuator '-'
// 7:11 identifier 'b'
// 7:13 identifier 'a' space
// 7:14 punctuator '->*'
// 7:17 identifier 'b'
// 7:19 identifier 'a' space
// 7:20 punctuator '.*'
// 7:22 identifier 'b'
// 7:24 identifier 'a' space
// 7:25 punctuator '<<='
// 7:28 identifier 'b'
// 7:30 identifier 'a' space
// 7:31 punctuator '>>='
// 7:34 identifier 'b'
// 7:36 identifier 'a' space
// 7:37 punctuator '...'
// 7:40 identifier 'b'
// 7:42 identifier 'x' space
// 7:43 punctuator '<=>'
// 7:46 identifier 'y'
// 7:48 punctuator '<:' space -> +3
// 7:50 punctuator '::'
// 7:52 punctuator '>'
// 7:54 punctuator ':>' space -> -3
// 7:57 punctuator '.' space
// 7:58 punctuator '.'
// 7:60 punctuator '...' space
// 7:64 number '.5..' space
// 7:69 number '1.e+5' space
// 7:75 number '0x1p-3' space
// 7:82 number '1e+5e-3' space
// 7:90 number '0x1e+1' space
// 7:97 number '1..2' space
// 8:1 string literal '"abc"_s' bol
// 8:9 string literal '"x"' space
// 8:13 identifier 's' space
// 8:15 character literal ''c'_c' space
// 8:21 number '12_km' space
// 8:27 number '1.5_m' space
// 8:33 string literal '"a"' space
// 8:37 string literal '"b"' space
// 8:41 string literal 'u8R"x(foo)" )x"' space
// 8:57 string literal 'LR"(
// multi
// line)"' space
// 10:8 string literal 'U"x"' space
// 10:13 character literal 'u'c'' space
// 10:18 character literal 'u8'c'' space
// 10:24 identifier 'R' space
// 10:26 string literal '"x"' space
// 10:30 string literal 'uR"(a)"' space
// 10:38 string literal '"spliced"' space
// 11:10 identifier 'ident' space
// 12:6 number '1234' space
// 13:4 punctuator '++' space
// 18:3 identifier 'after' bol space
// 19:1 stray character '@' bol
// 19:3 stray character '`' space
// 19:5 identifier '$x' space
// 19:8 identifier 'a$b' space
// 19:12 identifier 'éx' space
// 19:20 identifier 'é' space
// 19:31 identifier 'é日本' space
// 19:40 stray character '\' space
// 19:41 identifier 'x'
// 19:43 punctuator '#' space
// 20:1 punctuator 'and' bol
// 20:5 punctuator 'or' space
// 20:8 punctuator 'not' space
// 20:12 punctuator 'xor' space
// 20:16 punctuator 'bitand' space
// 20:23 punctuator 'bitor' space
// 20:29 punctuator 'compl' space
// 20:35 punctuator 'and_eq' space
// 20:42 punctuator 'or_eq' space
// 20:48 punctuator 'xor_eq' space
// 20:55 punctuator 'not_eq' space
// 25:1 identifier 'ID' bol
// 25:10 punctuator '(' space -> +2
// 25:11 number '1'
// 25:12 punctuator ')' -> -2
// 25:14 identifier 'ID' space
// 25:17 punctuator '(' space macro -> +2
// 25:20 number '1' space
// 25:22 punctuator ')' space macro -> -2
// 25:25 identifier 'ID' space macro
// 25:31 punctuator '(' -> +2
// 25:32 number '2'
// 25:33 punctuator ')' -> -2
// 25:35 identifier 'ID' space macro
// 25:35 punctuator '(' space macro -> +2
// 25:35 number '3' macro
// 25:35 punctuator ')' macro -> -2
// 26:1 punctuator '-' bol
// 26:7 punctuator '-'
// 26:9 punctuator '+' space
// 26:15 punctuator '+'
// 26:17 punctuator '-' space macro
// 26:22 punctuator '-'
// 26:24 punctuator '+' space macro
// 26:29 punctuator '+'
// 26:30 number '1'
// 26:32 punctuator '.' space macro
// 26:37 number '5'
// 26:39 identifier 'x' space macro
// 26:44 identifier 'y'
// 26:46 punctuator '<' space
// 26:47 punctuator ':' macro
// 26:52 punctuator ':'
// 26:54 punctuator '/' space macro
// 26:59 punctuator '/'
// 26:61 identifier 'a' space macro
// 26:66 identifier 'b' macro
// end of file
