import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  content?: string | Buffer;
  isStored?: boolean;
  /** Bits of the entry's header; 1 is for encryption. */
  flags?: number;
  /** The file mode of Unix. */
  mode?: number;
  /** Sizes and checksum that the file states instead of the right ones. */
  size?: number;
  packedSize?: number;
  crc?: number;
}

/** A zip file of these entries, which may be wrong or hostile. */
export function zipBytes(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from((entry.content ?? '') as string);
    const packed = entry.isStored ? content : deflateRawSync(content);
    const name = Buffer.from(entry.name);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE((entry.flags ?? 0) | 0x800, 2);
    header.writeUInt16LE(entry.isStored ? 0 : 8, 4);
    header.writeUInt32LE(entry.crc ?? crc32(content), 10);
    header.writeUInt32LE(entry.packedSize ?? packed.length, 14);
    header.writeUInt32LE(entry.size ?? content.length, 18);
    header.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), header, name, packed]);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE((((entry.mode ?? 0) << 16) >>> 0) as number, 6);
    attributes.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0003'), header, attributes, name]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 4);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}
