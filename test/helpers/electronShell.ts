import type { IpcMain, IpcMainInvokeEvent, IpcRenderer } from 'electron';
import { pageAddress } from '../../src/main/shell/addresses.ts';
import { registerIpc } from '../../src/main/shell/ipc.ts';
import { createBridge } from '../../src/preload/bridge.ts';
import { channels } from '../../src/shared/channels.ts';
import type { Bridge } from '../../src/shared/contract/contract.ts';
import type { ShellHost } from './shellHost.ts';

type InvokeHandler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;
type Listener = (event: unknown, ...args: unknown[]) => void;

export interface Sender {
  url: string;
  parent: Sender | null;
}

/** The real main and preload code between a page and `host`, with values copied between them as by Electron. */
export function openElectronShell(host: ShellHost): {
  bridge: Bridge;
  invokeFrom(sender: Sender | null, name: unknown, input: unknown): Promise<unknown>;
  drain(): Promise<void>;
} {
  let handler: InvokeHandler = () => undefined;
  const ipcMain: Pick<IpcMain, 'handle'> = {
    handle: (channel, given) => {
      if (channel === channels.invoke) handler = given as InvokeHandler;
    },
  };
  const { drain } = registerIpc(ipcMain, host.dispatch);
  const invokeFrom = async (sender: Sender | null, ...args: unknown[]) => {
    const event = { senderFrame: sender } as unknown as IpcMainInvokeEvent;
    return structuredClone(await handler(event, ...structuredClone(args)));
  };
  const listeners = new Set<Listener>();
  host.events.subscribe((name, data) => {
    for (const listener of listeners) listener({ sender: 'never handed on' }, name, structuredClone(data));
  });
  const ipcRenderer = {
    invoke: (_channel: string, ...args: unknown[]) =>
      invokeFrom({ url: pageAddress, parent: null }, args[0], args[1]),
    on: (_channel: string, listener: Listener) => listeners.add(listener),
    off: (_channel: string, listener: Listener) => listeners.delete(listener),
  };
  return { bridge: createBridge(ipcRenderer as unknown as IpcRenderer), invokeFrom, drain };
}
