import type { IpcRenderer } from 'electron';
import { channels } from '../shared/channels.ts';
import type { Bridge } from '../shared/contract/contract.ts';

/** The two functions of main that a window gets; nothing else of Electron or Node is exposed. */
export function createBridge(ipc: Pick<IpcRenderer, 'invoke' | 'on' | 'off'>): Bridge {
  return {
    invoke: (name, input) => ipc.invoke(channels.invoke, name, input),
    subscribe: (listener) => {
      // The event object stays here: through it a page could reach the sender.
      const pass = (_event: unknown, name: string, data: unknown) => listener(name, data);
      ipc.on(channels.event, pass);
      return () => void ipc.off(channels.event, pass);
    },
  };
}
