import { isSecretIn, removeSecret } from '../secrets/redact.ts';
import { originIfAny } from './origin.ts';

/**
 * The key of an account, which can only be put into an address of the origin that it was issued for. Its value never
 * leaves it otherwise, not even by mistake: in a message or JSON it is `[key]`.
 */
export class OriginKey {
  readonly origin: string;
  readonly #value: string;

  constructor(value: string, origin: string) {
    this.#value = value;
    this.origin = origin;
  }

  belongsTo(address: string): boolean {
    return this.origin !== '' && originIfAny(address) === this.origin;
  }

  /** Puts the key into an address. Throws if that is of another origin, which no caller may let happen. */
  addTo(address: URL): void {
    if (!this.belongsTo(address.href))
      throw new Error(`A key of ${this.origin} was meant for ${address.origin}.`);
    address.searchParams.set('api_key', this.#value);
  }

  isIn(text: string): boolean {
    return isSecretIn(text, this.#value);
  }

  /** `text` with a mark where the key stood, however it was spelt, and otherwise unchanged. */
  removeFrom(text: string): string {
    return removeSecret(text, this.#value);
  }

  toString(): string {
    return '[key]';
  }

  toJSON(): string {
    return '[key]';
  }
}
