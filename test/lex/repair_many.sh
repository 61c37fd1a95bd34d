# Brackets without a partner: a brace that is the first token of all, and many whose layout fits nothing, which cost no more
# than others.
# RUN[FIRST]: printf '{\nvoid f();\nvoid g() {\n' >%t.ii; cuprum --syntax-only -x ii %t.ii
# EXIT[FIRST]: 1
# FIRST: error: "{" is never closed
# RUN[MANY]: awk 'BEGIN { for (i = 0; i < 60000; i++) print "   {"; print "    {"; for (i = 0; i < 50000; i++) print "}" }' >%t.ii; cuprum --syntax-only -x ii %t.ii
# EXIT[MANY]: 1
# MANY: error: "{" is never closed
# TIMEOUT: 10
