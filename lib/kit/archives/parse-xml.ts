import { Parser } from "htmlparser2";
import { Refusal } from "./refusal.ts";

/** Deeper than any package or office file that people make. */
const depthMax = 400;

export interface XmlHandler {
  /** `local` is the name without its prefix. */
  open(local: string, attributes: Readonly<Record<string, string>>, name: string): void;
  text(text: string): void;
  close(local: string): void;
}

const pieceLength = 262_144;

/**
 * One pass over the tags of a file from an untrusted source. Nothing is fetched, entities other than XML's own are never
 * expanded, and a document type that could define some is refused.
 */
export function parseXml(source: string, handler: XmlHandler): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > depthMax) throw new Refusal("nested_too_deeply", "The file nests its tags too deeply.");
        handler.open(localName(name), attributes, name);
      },
      ontext: (text) => handler.text(text),
      onclosetag(name) {
        depth--;
        handler.close(localName(name));
      },
      onprocessinginstruction(name, data) {
        const kind = name.toLowerCase();
        if (kind === "!entity" || (kind === "!doctype" && /\[|<!|%/.test(data))) {
          throw new Refusal("doctype_refused", "The file defines entities in a DTD.");
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  // In pieces, so that a hostile file is refused before all of it is read.
  for (let at = 0; at < source.length; at += pieceLength) parser.write(source.slice(at, at + pieceLength));
  parser.end();
}

export function localName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

/** XML is UTF-8 unless it declares another encoding. */
export function decodeXml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const declared = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/i.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(declared).decode(bytes);
  } catch {
    return new TextDecoder("utf-8").decode(bytes);
  }
}
