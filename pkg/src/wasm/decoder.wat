;; Decodes the text of a module, which `tools/xtask/src/package/encode.rs` writes: a
;; JavaScript loop takes several times as long at a page's start, since it is not compiled
;; yet. `decode.ts` has the bytes and the layout of the memory.
(module
  (memory (export "memory") 1)
  (func (export "decode") (param $to i32) (param $at i32) (param $end i32) (param $last_prefix i32) (result i32)
    (local $out i32) (local $character i32) (local $prefix i32)
    (local.set $out (local.get $to))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $character (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.le_u (local.get $character) (local.get $last_prefix))
          (then
            (local.set $prefix (local.get $character))
            (br $next)))
        (i32.store8
          (local.get $out)
          (i32.load8_u (i32.add (i32.shl (local.get $prefix) (i32.const 7)) (local.get $character))))
        (local.set $out (i32.add (local.get $out) (i32.const 1)))
        (local.set $prefix (i32.const 0))
        (br $next)))
    (local.get $out)))
