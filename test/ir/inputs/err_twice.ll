define i32 @twice(i32 %x) {
  ret i32 0
}
