/** The link between the two processes of the stand-in: a channel of messages, copied as structured clones. */
export interface Channel {
  send(message: unknown): void;
  listen(listener: (message: unknown) => void): void;
}

export type Methods = Record<string, (...args: never[]) => unknown>;

export interface Peer {
  /** Calls a method of the other side; rejects with what it throws. */
  call<T = unknown>(method: string, ...args: unknown[]): Promise<T>;
}

type Message =
  | { kind: 'call'; id: number; method: string; args: unknown[] }
  | { kind: 'answer'; id: number; value?: unknown; error?: string };

/** Lets each side of a channel call the methods of the other. */
export function createPeer(channel: Channel, methods: Methods): Peer {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  channel.listen((given) => {
    const message = given as Message;
    if (message.kind === 'call') return void answer(message);
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error !== undefined) call?.reject(new Error(message.error));
    else call?.resolve(message.value);
  });

  async function answer({ id, method, args }: Extract<Message, { kind: 'call' }>): Promise<void> {
    try {
      const run = methods[method] as ((...args: unknown[]) => unknown) | undefined;
      if (!run) throw new Error(`The other side has no method ${method}.`);
      channel.send({ kind: 'answer', id, value: await run(...args) });
    } catch (error) {
      channel.send({ kind: 'answer', id, error: error instanceof Error ? error.message : String(error) });
    }
  }

  return {
    call: <T>(method: string, ...args: unknown[]) =>
      new Promise<T>((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        channel.send({ kind: 'call', id, method, args });
      }),
  };
}
