import type { IpcRenderer } from 'electron';
import { channels } from '../shared/contract/channels.ts';
import type { Bridge } from '../shared/contract/contract.ts';

/** The two functions that a window gets of main; nothing else of Electron or Node goes through. */
export function createBridge(ipc: Pick<IpcRenderer, 'invoke' | 'on' | 'off'>): Bridge {
  return {
    invoke: (name, input) => ipc.invoke(channels.invoke, name, input),
    subscribe: (listener) => {
      // Without the event object, through which a page could reach the sender.
      const pass = (_event: unknown, name: string, data: unknown) => listener(name, data);
      ipc.on(channels.event, pass);
      return () => void ipc.off(channels.event, pass);
    },
  };
}
