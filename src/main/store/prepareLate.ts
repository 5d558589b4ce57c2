import type Database from 'better-sqlite3';

type Statement = Database.Statement;

/**
 * Lets a connection prepare each statement when it is first used: the stores have hundreds, of which a start needs a few,
 * and each takes time and memory. An error in a statement's SQL therefore comes with its first use.
 */
export function prepareLate(db: Database.Database): void {
  const prepare = db.prepare.bind(db) as (sql: string) => Statement;
  const late = (sql: string) => new LateStatement(() => prepare(sql)) as unknown as Statement;
  Object.assign(db, { prepare: late });
}

/** Has what the stores use of a statement. */
class LateStatement {
  #make: () => Statement;
  #made: Statement | undefined;

  constructor(make: () => Statement) {
    this.#make = make;
  }

  get #statement(): Statement {
    this.#made ??= this.#make();
    return this.#made;
  }

  get readonly(): boolean {
    return this.#statement.readonly;
  }

  run(...given: unknown[]) {
    return this.#statement.run(...given);
  }

  get(...given: unknown[]) {
    return this.#statement.get(...given);
  }

  all(...given: unknown[]) {
    return this.#statement.all(...given);
  }

  iterate(...given: unknown[]) {
    return this.#statement.iterate(...given);
  }

  pluck(isOn = true): this {
    return this.#with((statement) => statement.pluck(isOn));
  }

  raw(isOn = true): this {
    return this.#with((statement) => statement.raw(isOn));
  }

  #with(change: (statement: Statement) => Statement): this {
    const make = this.#make;
    this.#make = () => change(make());
    if (this.#made) change(this.#made);
    return this;
  }
}
