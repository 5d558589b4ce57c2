import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { writeSigned } from '../../src/main/platform/rulePack/signedText.ts';
import { shippedPack } from '../../src/shared/rulePack/rulePack.ts';
import type { RulePack } from '../../src/shared/rulePack/rulePackSchema.ts';

/** Somebody who can sign rule packs. */
export interface Signer {
  /** The public key. */
  key: JsonWebKey;
  sign(payload: string): Buffer;
}

export function createSigner(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    key: publicKey.export({ format: 'jwk' }),
    sign: (payload) => writeSigned(Buffer.from(payload), privateKey),
  };
}

/** The pack that comes with Colophon, one version later and with other values. */
export function laterPack(change: (pack: RulePack) => void = () => undefined): RulePack {
  const pack = structuredClone(shippedPack());
  pack.version += 1;
  change(pack);
  return pack;
}
