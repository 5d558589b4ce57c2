import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Passes connections on to a port of this computer; `hold` keeps what is sent until `release`, and `cut` breaks them. */
export async function startTcpProxy(target: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  let holdsNew = false;
  let sent = 0;
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    client.on('data', () => sent++);
    const inner = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, inner],
      [inner, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
      if (holdsNew) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** How often a client sent something. */
    sent: () => sent,
    /** `alsoNew`: it keeps what is sent on connections that are made meanwhile, too. */
    hold(alsoNew = false): void {
      holdsNew = alsoNew;
      for (const socket of sockets) socket.pause();
    },
    release(): void {
      holdsNew = false;
      for (const socket of sockets) socket.resume();
    },
    cut(): void {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    repair(): void {
      isCut = false;
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
