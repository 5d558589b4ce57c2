import type * as Electron from 'electron';

/** The parts of Electron that the desktop application uses; passed in so that tests can replace them. */
export type ElectronParts = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'net'
  | 'Notification'
  | 'protocol'
  | 'screen'
  | 'session'
  | 'shell'
>;
