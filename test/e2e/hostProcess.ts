import type { WebShell } from '../../src/main/shell/http.ts';
import type { openWeb as OpenWeb } from '../../src/main/shell/openWeb.ts';

/**
 * A process that opens one built Colophon after another, each on its own data folder, so that its code is loaded and
 * compiled only once. Takes `HostRequest`s from its parent, and ends with it.
 */
export type HostRequest = { open: { port: number; data: string } } | 'close';
export type HostAnswer = { address: string } | { failed: string } | 'closed';

const built = new URL('../../out/main/openWeb.js', import.meta.url).href;
const { openWeb } = (await import(built)) as { openWeb: typeof OpenWeb };
let web: WebShell | null = null;

process.on('disconnect', () => process.exit());
process.on('message', (request: HostRequest) => {
  const answer = request === 'close' ? close() : open(request.open);
  answer.then(send, (error: unknown) =>
    send({ failed: error instanceof Error ? error.stack! : String(error) }),
  );
});

async function open({ port, data }: { port: number; data: string }): Promise<HostAnswer> {
  process.env.HOME = data;
  web = await openWeb({ port, data, environment: process.env });
  return { address: web.address };
}

async function close(): Promise<HostAnswer> {
  await web?.stop();
  web = null;
  return 'closed';
}

function send(answer: HostAnswer): void {
  process.send!(answer);
}
