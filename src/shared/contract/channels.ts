/** Names under which Electron's main and preload talk; `invoke` carries `(name, input)`, `event` carries `(name, data)`. */
export const channels = { invoke: 'colophon:invoke', event: 'colophon:event' } as const;
