/** Channel names between Electron's main and preload; `invoke` carries `(name, input)`, `event` carries `(name, data)`. */
export const channels = { invoke: 'colophon:invoke', event: 'colophon:event' } as const;
