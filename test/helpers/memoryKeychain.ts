import type { Keychain } from '../../src/main/platform/secrets/keychain.ts';

/** A keychain in memory, which outlives the services of a test as the system's outlives a process. */
export class MemoryKeychain implements Keychain {
  readonly state = 'system';
  readonly reason = null;
  readonly kept = new Map<string, string>();
  isLocked = false;
  async get(name: string) {
    return this.kept.get(name) ?? null;
  }
  async set(name: string, secret: string) {
    if (this.isLocked) throw new Error('The keychain is locked.');
    this.kept.set(name, secret);
  }
  async remove(name: string) {
    if (this.isLocked) throw new Error('The keychain is locked.');
    this.kept.delete(name);
  }
}
