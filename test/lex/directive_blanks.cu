// RUN: cuprum --emit=pp %s | tac | sed '/test.lex.* 2$/q' | tac
// Blanks of every kind, comments and splices around the names of directives [lex.phases] [cpp.pre].
#if 0
#if 1
bad1
#	 endif
#/**/if 1 // x
#el\
se
bad2
# \
 end\
if
#endifx
#if1
# $endif
#define_
#elé
	 # else
ok1
#endif
%: /* */ define A ok2
A
// EXPECT:
// # 20 "test/lex/directive_blanks.cu" 2
// ok1
//
//
// ok2
