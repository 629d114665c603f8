import { isUtf8 } from "node:buffer";
import { posix } from "node:path";
import { ZipFile } from "yazl";
import { type ArchiveLimits, openArchive } from "./archive.ts";
import { Refusal } from "./refusal.ts";
import { appendTo, walkXml } from "./xml-places.ts";

const typesPath = "[Content_Types].xml";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";
const contentTypes = "http://schemas.openxmlformats.org/package/2006/content-types";

export interface Relation {
  readonly id: string;
  /** The last word of its type: "comments", "worksheet". */
  readonly type: string;
  /** The path of the part that it leads to. */
  readonly target: string;
}

/** An office file as its parts: all but those that are set are written back with the same bytes. */
export class OfficePackage {
  readonly #parts: Map<string, Buffer>;

  private constructor(parts: Map<string, Buffer>) {
    this.#parts = parts;
  }

  static async open(bytes: Uint8Array, limits: ArchiveLimits): Promise<OfficePackage> {
    const archive = await openArchive(Buffer.from(bytes), limits);
    try {
      if (!archive.has(typesPath)) throw new Refusal("unknown_layout", "This is not an office file.");
      const parts = new Map<string, Buffer>();
      for (const { path } of archive.entries) parts.set(path, await archive.read(path));
      return new OfficePackage(parts);
    } finally {
      archive.close();
    }
  }

  has(path: string): boolean {
    return this.#parts.has(path);
  }

  /** A part that isn't UTF-8 could not be written back; a document type could define entities. Both are refused. */
  text(path: string): string {
    const bytes = this.#parts.get(path);
    if (bytes === undefined) throw new Refusal("unknown_layout", "A part of the file is missing.");
    if (!isUtf8(bytes)) throw new Refusal("unreadable_text", "A part of the file is not UTF-8.");
    const text = bytes.toString();
    if (/<!(?:DOCTYPE|ENTITY)/iu.test(text)) throw new Refusal("doctype_refused", "The file has a document type.");
    return text;
  }

  set(path: string, text: string): void {
    this.#parts.set(path, Buffer.from(text));
  }

  /** A part of this name that is not there yet. */
  freePath(name: (number: number) => string): string {
    for (let number = 1; ; number++) if (!this.has(name(number))) return name(number);
  }

  relationsOf(path: string): Relation[] {
    const found: Relation[] = [];
    const relations = relationsPath(path);
    if (!this.has(relations)) return found;
    walkXml(this.text(relations), {
      open({ local, attributes: { Id: id, Type: type = "", Target: target, TargetMode: mode } }) {
        if (local !== "Relationship" || id === undefined || target === undefined || mode === "External") return;
        const full = target.startsWith("/") ? target.slice(1) : posix.join(posix.dirname(path), target);
        found.push({ id, type: type.slice(type.lastIndexOf("/") + 1), target: posix.normalize(full) });
      },
      close: () => undefined,
    });
    return found;
  }

  /** Returns the id of the new relation. `like` is the type of another one of the file, for its form of the standard. */
  relate(path: string, type: string, target: string): string {
    const relations = relationsPath(path);
    const ids = new Set(this.relationsOf(path).map(({ id }) => id));
    let number = 1;
    while (ids.has(`rIdHiraku${number}`)) number++;
    const id = `rIdHiraku${number}`;
    const relation = `<Relationship xmlns="${packageRelations}" Id="${id}" Type="${officeRelations}/${type}" Target="/${target}"/>`;
    const before = this.has(relations)
      ? this.text(relations)
      : `<Relationships xmlns="${packageRelations}"></Relationships>`;
    this.set(relations, appendTo(before, relation));
    return id;
  }

  declare(path: string, type: string): void {
    const override = `<Override xmlns="${contentTypes}" PartName="/${path}" ContentType="${type}"/>`;
    this.set(typesPath, appendTo(this.text(typesPath), override));
  }

  async bytes(): Promise<Buffer> {
    const zip = new ZipFile();
    for (const [path, bytes] of this.#parts) zip.addBuffer(bytes, path);
    zip.end();
    const chunks: Buffer[] = [];
    for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  }
}

export const officeRelations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function relationsPath(path: string): string {
  return posix.join(posix.dirname(path), "_rels", `${posix.basename(path)}.rels`).replace(/^\.\//u, "");
}
