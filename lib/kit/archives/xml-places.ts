import { Parser } from "htmlparser2";
import { localName } from "./parse-xml.ts";
import { Refusal } from "./refusal.ts";

/** Tags of a part with their places in its text, so that something is put in and everything else stays as it was. */
export interface OpenTag {
  readonly name: string;
  readonly local: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly start: number;
  /** After its ">". */
  readonly end: number;
}

interface Handler {
  open(tag: OpenTag): void;
  text?(text: string): void;
  /** `start` is where the element began for one that is a single tag. */
  close(local: string, place: { readonly start: number; readonly end: number }): void;
}

const depthMax = 400;
const pieceLength = 65_536;

export function walkXml(xml: string, handler: Handler): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > depthMax) throw new Refusal("nested_too_deeply", "The file nests its tags too deeply.");
        handler.open({ name, local: localName(name), attributes, start: parser.startIndex, end: parser.endIndex + 1 });
      },
      ontext: (text) => handler.text?.(text),
      onclosetag(name) {
        depth--;
        handler.close(localName(name), { start: parser.startIndex, end: parser.endIndex + 1 });
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < xml.length; at += pieceLength) parser.write(xml.slice(at, at + pieceLength));
  parser.end();
}

export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replaces ranges that don't overlap; of several at one place the first comes first. */
export function splice(text: string, splices: readonly Splice[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const each of splices.toSorted((a, b) => a.start - b.start)) {
    pieces.push(text.slice(from, each.start), each.text);
    from = each.end;
  }
  return [...pieces, text.slice(from)].join("");
}

export function insertion(at: number, text: string): Splice {
  return { start: at, end: at, text };
}

/** Puts elements at the end of a part's outermost element. */
export function appendTo(xml: string, elements: string): string {
  let root: OpenTag | undefined;
  let [depth, end] = [0, -1];
  let isSingle = false;
  walkXml(xml, {
    open(tag) {
      if (depth++ === 0) root ??= tag;
    },
    close(_, place) {
      if (--depth > 0 || end >= 0) return;
      end = place.start;
      isSingle = place.start === root?.start;
    },
  });
  if (root === undefined || end < 0) throw new Refusal("unknown_layout", "A part of the file is empty.");
  if (!isSingle) return splice(xml, [insertion(end, elements)]);
  const slash = xml.lastIndexOf("/", root.end);
  return `${xml.slice(0, slash)}>${elements}</${root.name}>${xml.slice(root.end)}`;
}

/** Controls have no place in XML. */
export function escapeXml(text: string): string {
  return text
    .replace(/[\0-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
