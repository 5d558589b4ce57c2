const free = 0;
const inside = 1;
const ended = 2;

/** A word between two threads: whether the worker is inside the database now. To end a thread in a call of SQLite can end the program. */
export type DatabaseGate = Int32Array<SharedArrayBuffer>;

/** An open gate, to be handed to a worker with its order. */
export function createGate(): DatabaseGate {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** In the worker, before it uses the database; does not come back once the thread is to be ended. */
export function enterDatabase(gate: DatabaseGate): void {
  if (Atomics.compareExchange(gate, 0, free, inside) === ended) Atomics.wait(gate, 0, ended);
}

/** In the worker, after it has used the database. */
export function leaveDatabase(gate: DatabaseGate): void {
  Atomics.compareExchange(gate, 0, inside, free);
}

/** In the thread that ends the worker: whether it is outside of the database, where it then stays. */
export function closeGate(gate: DatabaseGate): boolean {
  return Atomics.compareExchange(gate, 0, free, ended) !== inside;
}
