const free = 0;
const inside = 1;
const ended = 2;

/** Shows whether the worker is using the database: ending a thread inside an SQLite call can crash the program. */
export type DatabaseGate = Int32Array<SharedArrayBuffer>;

/** An open gate, to be passed to a worker with its order. */
export function createGate(): DatabaseGate {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Called in the worker before it uses the database; never returns once the thread is to be terminated. */
export function enterDatabase(gate: DatabaseGate): void {
  if (Atomics.compareExchange(gate, 0, free, inside) === ended) Atomics.wait(gate, 0, ended);
}

/** Called in the worker after it has used the database. */
export function leaveDatabase(gate: DatabaseGate): void {
  Atomics.compareExchange(gate, 0, inside, free);
}

/** For the thread that ends the worker: returns true if the worker is outside the database, and keeps it there. */
export function closeGate(gate: DatabaseGate): boolean {
  return Atomics.compareExchange(gate, 0, free, ended) !== inside;
}
