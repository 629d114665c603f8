import { Parser } from "htmlparser2";
import { localName } from "../../../kit/archives/parse-xml.ts";
import { Refusal } from "../../../kit/archives/refusal.ts";

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
  /** `start` is where the element began for one that is a single tag. */
  close(local: string, place: { readonly start: number; readonly end: number }): void;
}

const depthMax = 500;
const pieceLength = 65_536;

export function walkXml(xml: string, handler: Handler): void {
  if (/<!(?:DOCTYPE|ENTITY)/iu.test(xml)) throw new Refusal("doctype_refused", "The file has a document type.");
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > depthMax) throw new Refusal("nested_too_deeply", "The file nests its tags too deeply.");
        handler.open({ name, local: localName(name), attributes, start: parser.startIndex, end: parser.endIndex + 1 });
      },
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

export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Those of one place stand in the order in which they are given. */
export function withInsertions(xml: string, insertions: readonly Insertion[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { at, text } of insertions.toSorted((a, b) => a.at - b.at)) {
    pieces.push(xml.slice(from, at), text);
    from = at;
  }
  return [...pieces, xml.slice(from)].join("");
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
  if (!isSingle) return withInsertions(xml, [{ at: end, text: elements }]);
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
