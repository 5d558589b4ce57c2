/** The calls that the page's side of the stand-in may make, bound into the page under a name that is removed at once. */
type Ask = (method: string, ...args: unknown[]) => Promise<unknown>;

/** The script that every page gets before its own ones, with the built preload (CommonJS) in it. */
export function pageScript(
  preload: string,
  parts: { ask: string; receive: string; openAddress: string },
): string {
  const body = `function (require, module, exports) {\n${preload}\n}`;
  return `(${preparePage.toString()})(${JSON.stringify(parts)}, ${body});`;
}

/**
 * Runs in the page before anything of its own: plays `ipcRenderer` and `contextBridge`, runs the built preload, and
 * leads windows, links and permissions past the application. It is sent as text, so it uses nothing from around it; the page's policy forbids it to make code of text.
 */
function preparePage(
  parts: { ask: string; receive: string; openAddress: string },
  preload: (require: (name: string) => unknown, module: object, exports: object) => void,
): void {
  if (window !== window.top) return;
  const scope = globalThis as unknown as Record<string, unknown>;
  const ask = scope[parts.ask] as Ask;
  delete scope[parts.ask];
  const listeners = new Map<string, Set<(...args: unknown[]) => void>>();

  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) => ask('invoke', channel, structuredClone(args)),
    on(channel: string, listener: (...args: unknown[]) => void) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
    },
    off(channel: string, listener: (...args: unknown[]) => void) {
      listeners.get(channel)?.delete(listener);
    },
  };

  /** As the bridge between worlds: functions are called through it, everything else is copied. */
  const across = (value: unknown): unknown => {
    if (typeof value === 'function') {
      return (...args: unknown[]) => {
        const result = value(...args.map(across));
        return result instanceof Promise ? result.then(across) : across(result);
      };
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Object.values(value).some((member) => typeof member === 'function')) {
      return Object.freeze(
        Object.fromEntries(Object.entries(value).map(([key, member]) => [key, across(member)])),
      );
    }
    return structuredClone(value);
  };
  const contextBridge = {
    exposeInMainWorld: (name: string, api: unknown) =>
      Object.defineProperty(window, name, { value: across(api), enumerable: true }),
  };

  Object.defineProperty(globalThis, parts.receive, {
    value: (channel: string, args: unknown[]) => {
      for (const listener of [...(listeners.get(channel) ?? [])]) listener({ sender: ipcRenderer }, ...args);
    },
  });

  const realOpen = window.open.bind(window);
  const named = new Map<string, Window>();
  const open = (address: string, name = '_blank', features?: string): Window | null => {
    // A window of that name is used again, without anybody being asked.
    if (named.get(name)?.closed === false) return realOpen(address, name, features);
    const request = new XMLHttpRequest();
    // The page waits for the answer, as in Electron.
    request.open('POST', parts.openAddress, false);
    request.send(address);
    const opened = request.responseText === 'allow' ? realOpen(address, name, features) : null;
    if (opened && name !== '_blank') named.set(name, opened);
    return opened;
  };
  window.open = (address, name, features) =>
    open(new URL(String(address ?? 'about:blank'), location.href).href, name, features);
  addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element | null)?.closest?.(
        'a[target=_blank]',
      ) as HTMLAnchorElement | null;
      if (!link || link.download) return;
      event.preventDefault();
      open(link.href);
    },
    { capture: true },
  );

  Notification.requestPermission = async () =>
    (await ask('permission', 'notifications')) ? 'granted' : 'denied';
  navigator.geolocation.getCurrentPosition = (_done, failed) => {
    const refused = { code: 1, message: 'User denied Geolocation' } as GeolocationPositionError;
    void ask('permission', 'geolocation').then((granted) => !granted && failed?.(refused));
  };

  const require = (name: string): unknown => {
    if (name === 'electron') return { ipcRenderer, contextBridge };
    throw new Error(`module not found: ${name}`);
  };
  const module = { exports: {} };
  preload(require, module, module.exports);
}
