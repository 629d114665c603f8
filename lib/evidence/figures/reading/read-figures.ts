import { type Archive, openArchive } from "../../../kit/archives/archive.ts";
import { decodeXml } from "../../../kit/archives/parse-xml.ts";
import type { Fact, FigureContext, FigureElement, Figures, PackageLabel, Statement } from "../model.ts";
import type { ContextReader } from "./contexts.ts";
import { readDecimal, readPlainDecimal } from "./decimal.ts";
import { archiveLimits, limits, tooMany } from "./limits.ts";
import { type Labels, type Presentation, readLabels, readPresentations } from "./linkbases.ts";
import { type PackageFiles, packageFiles } from "./package-files.ts";
import { countTags, type InlinePage, readInline } from "./read-inline.ts";
import { readInstance } from "./read-instance.ts";
import { oneLine } from "./text-places.ts";
import { readNumber, readText } from "./transforms.ts";

/** Inline XBRL where there is some, else plain instances. Throws a `Refusal` for a package that can't be trusted. */
export async function readFigures(zip: Buffer): Promise<Figures> {
  const archive = await openArchive(zip, archiveLimits);
  try {
    const files = packageFiles(archive);
    const collected = await readFacts(archive, files);
    const labels: Labels = new Map();
    for (const path of files.labels) readLabels(decodeXml(await archive.read(path)), labels);
    const presentations: Presentation[] = [];
    for (const path of files.presentations)
      presentations.push(...readPresentations(decodeXml(await archive.read(path))));
    return collected.figures(labels, presentations, standardOfName(files));
  } finally {
    archive.close();
  }
}

/** How many figures `readFigures` finds. In pages tags are counted, since reading them takes ten times as long. */
export async function countFigures(zip: Buffer): Promise<number> {
  const archive = await openArchive(zip, archiveLimits);
  try {
    const files = packageFiles(archive);
    if (await needsInstances(archive, files)) return (await readFacts(archive, files)).factCount;
    let count = 0;
    for (const { path } of files.pages) count += countTags(decodeXml(await archive.read(path)));
    return count;
  } finally {
    archive.close();
  }
}

async function readFacts(archive: Archive, files: PackageFiles): Promise<Collected> {
  const collected = new Collected();
  await readPages(archive, files, collected);
  if (await needsInstances(archive, files)) await readInstances(archive, files, collected);
  return collected;
}

/** Pages say where figures stand, so instances are read for what no page has. */
async function needsInstances(archive: Archive, files: PackageFiles): Promise<boolean> {
  return files.pages.length === 0 || (await lacksPages(archive, files));
}

async function readPages(archive: Archive, files: PackageFiles, collected: Collected): Promise<void> {
  const pages: { page: InlinePage; instance: string }[] = [];
  for (const { path, instance } of files.pages) {
    const page = readInline(decodeXml(await archive.read(path)), collected.landmarks.length);
    collected.landmarks.push(...page.landmarks);
    pages.push({ page, instance });
  }
  const all = pages.map(({ page }) => page.contexts);
  for (const { page, instance } of pages) {
    // The contexts of an instance stand in one of its pages; a page whose instance has none may use any.
    const own = pages.filter((each) => each.instance === instance).map((each) => each.page.contexts);
    collected.addPage(page, [page.contexts, ...own, ...all]);
  }
  collected.addTexts(pages.map(({ page }) => page));
}

/** A package may lack pages that its manifest names. */
async function lacksPages(archive: Archive, { manifests, pages }: PackageFiles): Promise<boolean> {
  const present = new Set(pages.map(({ path }) => path));
  for (const path of manifests) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const names = decodeXml(await archive.read(path)).matchAll(/<(?:\w+:)?ixbrl>([^<]{1,300})</g);
    for (const [, name = ""] of names) if (!present.has(folder + name.trim())) return true;
  }
  return false;
}

async function readInstances(archive: Archive, files: PackageFiles, collected: Collected): Promise<void> {
  for (const path of files.instances) {
    const { facts, contexts, namespaces } = readInstance(decodeXml(await archive.read(path)));
    collected.addNamespaces(namespaces);
    for (const { name, contextRef, unitRef, decimals, nil, text } of facts) {
      const context = collected.contextOf(contextRef, [contexts]);
      if (unitRef === undefined) collected.addText(name, context, oneLine(text));
      else {
        const value = nil ? undefined : readPlainDecimal(text);
        collected.addUnplaced(name, context, contexts.units.get(unitRef) ?? unitRef, {
          value: value ?? null,
          nil,
          shown: null,
          decimals,
          scale: 0,
          negative: value?.startsWith("-") === true,
          landmark: -1,
          row: null,
        });
      }
    }
  }
}

/** Summaries say their standard in their name: `tse-acedjpsm`, `…ifsm`, `…ussm`. */
function standardOfName({ pages }: PackageFiles): string | null {
  const code = /tse-[a-z]{2,4}ed(jp|if|us)(?:sm|fr)/.exec(pages.map(({ path }) => path).join("\n"))?.[1];
  return code === undefined ? null : ({ jp: "Japan GAAP", if: "IFRS", us: "US GAAP" }[code] ?? null);
}

class Collected {
  readonly landmarks: string[] = [];
  readonly #facts: Fact[] = [];
  readonly #texts: { element: string; context: number; text: string }[] = [];
  readonly #contexts = new Index<FigureContext>((each) => JSON.stringify(each), limits.contexts, "contexts");
  readonly #units = new Index<string>((each) => each, limits.units, "units");
  readonly #elements = new Index<string>((each) => each, limits.elements, "elements");
  readonly #names = new Map<number, Map<string, number>>();
  readonly #namespaces = new Map<string, string>();
  #unread = 0;
  #placed: Set<string> | undefined;

  get factCount(): number {
    return this.#facts.length;
  }

  addNamespaces(namespaces: ReadonlyMap<string, string>): void {
    for (const [prefix, uri] of namespaces) this.#namespaces.set(prefix, uri);
  }

  contextOf(id: string, readers: readonly ContextReader[]): number {
    const found = readers.find(({ contexts }) => contexts.has(id))?.contexts.get(id);
    return this.#contexts.add(found ?? { start: null, end: null, basis: null, members: [] });
  }

  addPage(page: InlinePage, readers: readonly ContextReader[]): void {
    this.addNamespaces(page.namespaces);
    for (const raw of page.facts) {
      const shown = oneLine(raw.text).slice(0, limits.line);
      const digits = raw.nil ? undefined : readNumber(shown, raw.format);
      const value = digits === undefined ? undefined : readDecimal(digits, raw.scale, raw.negative);
      const unit = readers.find(({ units }) => units.has(raw.unitRef))?.units.get(raw.unitRef) ?? raw.unitRef;
      const { decimals, negative, nil, landmark, row, scale, label } = raw;
      const place = { decimals, negative, nil, landmark, row, scale: Number.isInteger(scale) ? scale : 0 };
      this.addFact(raw.name, this.contextOf(raw.contextRef, readers), unit, {
        ...place,
        value: value ?? null,
        shown: raw.hidden || shown === "" ? null : shown,
      });
      if (label !== null)
        this.#nameElement(this.#elements.add(raw.name), this.contextOf(raw.contextRef, readers), label);
    }
    for (const { name, contextRef, format, text, continuedAt } of page.texts) {
      if (continuedAt === undefined) this.addText(name, this.contextOf(contextRef, readers), readText(text, format));
    }
  }

  /** Facts in words that go on elsewhere, from all pages. */
  addTexts(pages: readonly InlinePage[]): void {
    const parts = new Map(pages.flatMap(({ continuations }) => [...continuations]));
    for (const { texts, contexts } of pages) {
      for (const { name, contextRef, format, continuedAt, text } of texts) {
        if (continuedAt === undefined) continue;
        let whole = text;
        const seen = new Set<string>();
        for (let next: string | undefined = continuedAt; next !== undefined && !seen.has(next); ) {
          seen.add(next);
          const part = parts.get(next);
          whole += part?.text ?? "";
          next = whole.length > limits.text ? undefined : part?.continuedAt;
        }
        const readers = [contexts, ...pages.map((page) => page.contexts)];
        this.addText(name, this.contextOf(contextRef, readers), readText(whole, format));
      }
    }
  }

  addFact(name: string, context: number, unit: string, fact: Omit<Fact, "element" | "context" | "unit">): void {
    if (fact.value === null && !fact.nil) this.#unread++;
    this.#facts.push({ element: this.#elements.add(name), context, unit: this.#units.add(unit), ...fact });
  }

  /** A fact of an instance, unless a page has it. */
  addUnplaced(name: string, context: number, unit: string, fact: Omit<Fact, "element" | "context" | "unit">): void {
    this.#placed ??= new Set(this.#facts.map((each) => keyOf(each.element, each.context, each.unit, each.value)));
    const key = keyOf(this.#elements.add(name), context, this.#units.add(unit), fact.value);
    if (!this.#placed.has(key)) this.addFact(name, context, unit, fact);
  }

  addText(element: string, context: number, text: string): void {
    if (text !== "") this.#texts.push({ element, context, text: text.slice(0, limits.text) });
  }

  figures(labels: Labels, presentations: readonly Presentation[], standardOfPackage: string | null): Figures {
    const dei = (name: string) => this.#texts.find(({ element }) => element === `jpdei_cor:${name}DEI`)?.text;
    // EDINET's contexts name a basis only where it is the filer's own; the rest is consolidated where the filer is.
    const isConsolidated = dei("WhetherConsolidatedFinancialStatementsArePrepared") === "true";
    const contexts = this.#contexts.all.map((each) =>
      each.basis === null && isConsolidated ? { ...each, basis: "consolidated" as const } : each,
    );
    return {
      standard: dei("AccountingStandards") ?? standardOfPackage,
      contexts,
      units: this.#units.all,
      elements: this.#elements.all.map((name, at) => this.#element(name, labels, this.#usualName(at))),
      members: membersOf(contexts, labels),
      landmarks: this.landmarks,
      facts: this.#facts,
      texts: this.#texts,
      statements: statementsOf(presentations, this.#elements.all),
      unreadCount: this.#unread,
    };
  }

  #element(name: string, labels: Labels, row: string | null): FigureElement {
    const { ja, en } = labels.get(idOf(name)) ?? none;
    const uri = this.#namespaces.get(name.slice(0, Math.max(0, name.indexOf(":")))) ?? "";
    return {
      name,
      ja,
      en,
      row,
      extension: uri !== "" && !/\/taxonomy\/|xbrl\.(?:org|ifrs\.org)|xbrl\.or\.jp/.test(uri),
    };
  }

  /** Rows of one segment are named after it, so they hardly count. */
  #nameElement(element: number, context: number, label: string): void {
    // A balance stands under "at the beginning" and "at the end" too, where it is not under its own name.
    const isBalance = /期首|^当期末残高/.test(label);
    const weight = isBalance ? 0.001 : (this.#contexts.all[context]?.members.length ?? 0) === 0 ? 1_000 : 1;
    const names = this.#names.get(element) ?? new Map<string, number>();
    this.#names.set(element, names.set(label, (names.get(label) ?? 0) + weight));
  }

  /** The words that name most of an element's rows. */
  #usualName(element: number): string | null {
    const names = [...(this.#names.get(element) ?? [])];
    return names.length === 0 ? null : names.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
  }
}

const none: PackageLabel = { ja: null, en: null };

function keyOf(element: number, context: number, unit: number, value: string | null): string {
  return `${element} ${context} ${unit} ${value ?? ""}`;
}

/** Linkbases name an element by `prefix_Local`. */
function idOf(name: string): string {
  return name.replace(":", "_");
}

function membersOf(contexts: readonly FigureContext[], labels: Labels): Figures["members"] {
  const found: Record<string, PackageLabel> = {};
  for (const { member } of contexts.flatMap(({ members }) => members)) {
    const label = labels.get(idOf(member));
    if (label !== undefined) found[member] = label;
  }
  return found;
}

/** Statements with the elements that have figures; a role without any is none. */
function statementsOf(presentations: readonly Presentation[], elements: readonly string[]): Statement[] {
  const byId = new Map(elements.map((name, at) => [idOf(name), at]));
  return presentations
    .map(({ role, rows }) => ({
      role,
      rows: rows.flatMap(({ id, depth }) => {
        const element = byId.get(id);
        return element === undefined ? [] : [{ element, depth }];
      }),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** A list without repetitions; what is in it is found by its position. */
class Index<T> {
  readonly all: T[] = [];
  readonly #positions = new Map<string, number>();
  readonly #keyOf: (each: T) => string;
  readonly #max: number;
  readonly #what: string;

  constructor(keyOf: (each: T) => string, max: number, what: string) {
    this.#keyOf = keyOf;
    this.#max = max;
    this.#what = what;
  }

  add(each: T): number {
    const key = this.#keyOf(each);
    const known = this.#positions.get(key);
    if (known !== undefined) return known;
    if (this.all.length >= this.#max) throw tooMany(this.#what, this.#max);
    this.#positions.set(key, this.all.length);
    return this.all.push(each) - 1;
  }
}
