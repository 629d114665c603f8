import { crc32, deflateRawSync } from "node:zlib";

/** Writes an archive byte by byte, so that every field can have a wrong value. */
export interface ZipPart {
  readonly name: string | Buffer;
  readonly data: string | Buffer;
  readonly stored?: boolean;
  /** Upper half of the external attributes. */
  readonly unixMode?: number;
  readonly flags?: number;
  readonly method?: number;
  readonly claimedSize?: number;
  readonly claimedPackedSize?: number;
  readonly claimedCrc?: number;
  /** Points the directory at another part's bytes. */
  readonly offsetOf?: number;
}

export function makeZip(
  parts: readonly ZipPart[],
  options: { readonly claimedCount?: number; readonly comment?: string } = {},
): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const data = Buffer.from(part.data);
    const packed = part.stored === true ? data : deflateRawSync(data);
    const fields = {
      flags: part.flags ?? 0x800,
      method: part.method ?? (part.stored === true ? 0 : 8),
      crc: part.claimedCrc ?? crc32(data),
      packed: part.claimedPackedSize ?? packed.length,
      size: part.claimedSize ?? data.length,
    };
    offsets.push(at);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    writeFields(local, 6, fields, name.length);
    const body = Buffer.concat([local, name, packed]);
    bodies.push(body);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE((3 << 8) | 20, 4);
    entry.writeUInt16LE(20, 6);
    writeFields(entry, 8, fields, name.length);
    entry.writeUInt32LE((((part.unixMode ?? 0o100644) & 0xffff) << 16) >>> 0, 38);
    entry.writeUInt32LE(part.offsetOf === undefined ? at : (offsets[part.offsetOf] ?? 0), 42);
    directory.push(Buffer.concat([entry, name]));
    at += body.length;
  }
  const central = Buffer.concat(directory);
  const comment = Buffer.from(options.comment ?? "");
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  const count = Math.min(options.claimedCount ?? parts.length, 0xffff);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...bodies, central, end, comment]);
}

interface Fields {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

function writeFields(header: Buffer, at: number, fields: Fields, nameLength: number): void {
  header.writeUInt16LE(fields.flags, at);
  header.writeUInt16LE(fields.method, at + 2);
  header.writeUInt32LE(fields.crc >>> 0, at + 8);
  header.writeUInt32LE(fields.packed >>> 0, at + 12);
  header.writeUInt32LE(fields.size >>> 0, at + 16);
  header.writeUInt16LE(nameLength, at + 20);
}
