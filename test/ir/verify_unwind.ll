; What the verifier says of exception handling.
; RUN: %B/tools/iropt %s 2>&1 >/dev/null
; EXIT: 1
declare i32 @pers(...)
declare void @may()
define void @no_pad() personality ptr @pers {
  invoke void @may() to label %a unwind label %b
a:
  ret void
b:
  ret void
}
define void @no_personality() {
  invoke void @may() to label %a unwind label %b
a:
  ret void
b:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define void @not_first(i1 %c) personality ptr @pers {
  invoke void @may() to label %a unwind label %b
a:
  ret void
b:
  %x = add i32 1, 2
  %l = landingpad { ptr, i32 } cleanup
  ret void
}
define void @entry() personality ptr @pers {
  %l = landingpad { ptr, i32 } cleanup
  ret void
}
define void @empty() personality ptr @pers {
  invoke void @may() to label %a unwind label %b
a:
  ret void
b:
  %l = landingpad { ptr, i32 }
  ret void
}
define void @jumped(i1 %c) personality ptr @pers {
  br i1 %c, label %t, label %b
t:
  invoke void @may() to label %a unwind label %b
a:
  ret void
b:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}
define void @nest() personality ptr @pers {
  %c = cleanuppad within none []
  br label %n
n:
  %p = catchpad within %c []
  cleanupret from %c unwind to caller
}
; EXPECT:
; verify: @no_pad: the unwind destination does not have an exception handling instruction:  invoke void @may()
;           to label %a unwind label %b
; verify: @no_personality: exception handling instruction in a function without a personality:  %l = landingpad { ptr, i32 }
;           cleanup
; verify: @no_personality: exception handling instruction in a function without a personality:  resume { ptr, i32 } %l
; verify: @not_first: the unwind destination does not have an exception handling instruction:  invoke void @may()
;           to label %a unwind label %b
; verify: @not_first: exception handling pad is not the first non-phi instruction of its block:  %l = landingpad { ptr, i32 }
;           cleanup
; verify: @entry: landingpad in the entry block:  %l = landingpad { ptr, i32 }
;           cleanup
; verify: @empty: landingpad needs at least one clause or to be a cleanup:  %l = landingpad { ptr, i32 }
; verify: @jumped: block with a landingpad must be jumped to only by the unwind edge of an invoke:  %l = landingpad { ptr, i32 }
;           cleanup
; verify: @nest: catchpad needs to be directly nested in a catchswitch:  %p = catchpad within %c []
