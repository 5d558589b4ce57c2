import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { isLoopback } from '../../../src/main/platform/network/fetch.ts';
import { startScriptedServer } from '../../helpers/scriptedServer.ts';

const program = `
  const { default: dns } = await import('node:dns');
  if (process.env.NO_NAME_SERVER) dns.lookup = (name) => { console.error('A name server was asked for ' + name); process.exit(9); };
  const { createFetch } = await import(${JSON.stringify(new URL('../../../src/main/platform/network/fetch.ts', import.meta.url).href)});
  const send = createFetch(process.env);
  for (const address of JSON.parse(process.argv[1])) await send(address, {}).catch(() => undefined);
`;

/** Sends requests from a process that has a proxy in its environment. */
async function sendFrom(environment: NodeJS.ProcessEnv, addresses: string[]): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(addresses)], {
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...environment },
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(code).toBe(0);
}

test.each([{}, { NODE_USE_ENV_PROXY: '1' }])(
  'a proxy never sees a request to this computer, however it is written, with %j',
  async (extra) => {
    let connections = 0;
    const proxy = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const directory = await startScriptedServer((_request, response) => response.end('directory'));
    onTestFinished(() => void proxy.close());
    onTestFinished(directory.stop);
    const { port } = new URL(directory.origin);
    const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '0.0.0.0', 'localhost'];
    const others = [
      'LOCALHOST',
      'localhost.',
      'a.localhost',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '127.8.9.1',
    ];
    const addresses = [...hosts, ...others].map((host) => `http://${host}:${port}/?api_key=secret`);
    const environment = { ...extra, HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: 'x.example' };
    await sendFrom(environment, addresses);
    expect(connections).toBe(0);
    expect(directory.seen.length).toBeGreaterThanOrEqual(hosts.length);
    await sendFrom(environment, ['http://elsewhere.invalid/']);
    expect(connections).toBeGreaterThan(0);
  },
);

test('no name server is asked for a name of this computer', async () => {
  const directory = await startScriptedServer((_request, response) => response.end('directory'));
  onTestFinished(directory.stop);
  const names = ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'doaj.org.localhost'];
  const addresses = names.map((name) => `${directory.origin.replace('127.0.0.1', name)}/?api_key=secret`);
  await sendFrom({ NO_NAME_SERVER: 'yes' }, addresses);
  expect(directory.seen).toHaveLength(names.length);
});

test.each([
  'http://127.0.0.1.example.org/',
  'http://localhost.example.org/',
  'http://notlocalhost/',
  'http://128.0.0.1/',
  'http://[::2]/',
  'http://[::ffff:10.0.0.1]/',
])('%s is not this computer', (address) => {
  expect(isLoopback(new URL(address).hostname)).toBe(false);
});

test('the program that reads responses is not optimized, for which it would take 23 MB', async () => {
  const server = await startScriptedServer((_request, response) => response.end('hello'));
  onTestFinished(server.stop);
  const optimized = async (send: string): Promise<string[]> => {
    const asking = `
      const { createFetch } = await import(${JSON.stringify(new URL('../../../src/main/platform/network/fetch.ts', import.meta.url).href)});
      const send = ${send};
      for (let n = 0; n < 30; n++) await (await send(process.argv[1], {})).text();`;
    // V8 optimizes beside the program by default, so that nobody knows when it is done.
    const flags = ['--trace-wasm-compilation-times', '--wasm-sync-tier-up'];
    const args = [...flags, '--input-type=module', '-e', asking, server.origin];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { NODE_NO_WARNINGS: '1' } });
    return stdout.split('\n').filter((line) => line.includes('using TurboFan'));
  };
  expect(await optimized('createFetch({})')).toEqual([]);
  // Node's own does, or this test would tell nothing.
  expect(await optimized('fetch')).not.toEqual([]);
});
