import { setFlagsFromString } from 'node:v8';

/** Has V8 start in little memory, because it keeps for good what only a start needs; call this before anything else. */
export function startSmall(): void {
  // Most of what a start loads stays, for which V8 would double the space of young objects again and again.
  setFlagsFromString('--semi-space-growth-factor=1');
  // `fetch` reads responses with a WebAssembly program. After some of them V8 would optimize it, for 23 MB, half of which
  // is never given back; as it is, it is fast enough.
  setFlagsFromString('--wasm-tiering-budget=1000000000');
}

/** Called once the program has started: imports are slower while the space of young objects cannot grow. */
export function endSmallStart(): void {
  // As by default.
  setFlagsFromString('--semi-space-growth-factor=2');
}
