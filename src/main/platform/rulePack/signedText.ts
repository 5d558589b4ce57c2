import { createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto';

/** A pack is many times smaller. */
export const maxPackBytes = 1_000_000;

/**
 * A signed pack is JSON, and begins with its signature: what is signed are the bytes of `pack` as they stand in the file,
 * so that nobody has to write an object in the same way twice.
 */
const beginning = /^\{"signature":"([A-Za-z0-9+/]{86}==)","pack":/;
const beginningBytes = '{"signature":"","pack":'.length + 88;

/** The signature of a file and the bytes that it is about; null if it is no signed pack. */
export function readSigned(bytes: Buffer): { signature: Buffer; payload: Buffer } | null {
  const found = beginning.exec(bytes.subarray(0, beginningBytes).toString('latin1'));
  const text = bytes.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes;
  if (!found || text.length <= beginningBytes || text.at(-1) !== 0x7d) return null;
  return { signature: Buffer.from(found[1]!, 'base64'), payload: text.subarray(beginningBytes, -1) };
}

/** Returns true if the payload was signed with the private half of `key` (Ed25519). */
export function isSignedBy(
  key: JsonWebKey,
  { signature, payload }: { signature: Buffer; payload: Buffer },
): boolean {
  return verify(null, payload, createPublicKey({ key, format: 'jwk' }), signature);
}

/** The file of a pack, signed; `key` is a private key, in PEM if it is text. */
export function writeSigned(payload: Buffer, key: string | KeyObject): Buffer {
  const signature = sign(null, payload, key).toString('base64');
  return Buffer.concat([Buffer.from(`{"signature":"${signature}","pack":`), payload, Buffer.from('}\n')]);
}
