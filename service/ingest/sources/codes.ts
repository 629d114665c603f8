import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import iconv from "iconv-lite";
import { z } from "zod";
import { normaliseSecurityCode } from "../../../lib/contract/security-code.ts";
import { openArchive } from "../../../lib/kit/archives/archive.ts";
import type { IssuerPublication } from "../../domain/publishing/publication.ts";
import { Refusal } from "../refusal.ts";
import type { Company } from "../run/ingest-context.ts";
import { parseLocatedCsv } from "./folder/located-csv.ts";

/** A line of EDINET's code list, which has all filers, listed or not. */
interface CodeLine {
  readonly edinetCode: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly nameKana: string | null;
  readonly sector: string | null;
  readonly securityCode: string | null;
  readonly corporateNumber: string | null;
}

/** Reads the list as downloaded: CP932, in a ZIP or plain, with an extra line before the header. */
export async function readCodeList(file: string): Promise<CodeLine[]> {
  return parseCodeList(await readBytes(file));
}

async function readBytes(file: string): Promise<Buffer> {
  if (!/\.zip$/i.test(file)) return readFileSync(file);
  const archive = await openArchive(file);
  try {
    const csv = archive.entries.find((entry) => /\.csv$/i.test(entry.path));
    if (csv === undefined) throw new Refusal("unknown_layout", "The archive holds no CSV.");
    return await archive.read(csv.path);
  } finally {
    archive.close();
  }
}

export function parseCodeList(bytes: Buffer): CodeLine[] {
  const rows = parseLocatedCsv(decode(bytes));
  const at = rows.findIndex((row) => row.some((cell) => cell.text.normalize("NFKC").trim() === "EDINETコード"));
  const header = rows[at]?.map((cell) => cell.text.normalize("NFKC").trim()) ?? [];
  if (at < 0)
    throw new Refusal("unknown_layout", "The file is no EDINET code list: it has no column ＥＤＩＮＥＴコード.");
  const column = (name: string): number => header.indexOf(name);
  const [code, name, english, kana] = [
    column("EDINETコード"),
    column("提出者名"),
    column("提出者名(英字)"),
    column("提出者名(ヨミ)"),
  ];
  const [sector, security, corporate] = [column("提出者業種"), column("証券コード"), column("提出者法人番号")];
  return rows.slice(at + 1).flatMap((row) => {
    const text = (index: number): string | null => row[index]?.text.trim() || null;
    const edinetCode = text(code);
    const filer = text(name);
    if (edinetCode === null || !/^[A-Z]\d{5}$/.test(edinetCode) || filer === null) return [];
    return [
      {
        edinetCode,
        name: filer,
        nameEn: text(english),
        nameKana: text(kana),
        sector: text(sector),
        securityCode: normaliseSecurityCode(text(security) ?? "") ?? null,
        corporateNumber: text(corporate),
      },
    ];
  });
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return iconv.decode(bytes, "cp932");
  }
}

/** The filers with a security code; the others can't be looked up by one. */
export function issuersOf(lines: readonly CodeLine[]): IssuerPublication[] {
  const issuers = new Map<string, IssuerPublication>();
  for (const { securityCode, ...line } of lines) {
    if (securityCode === null) continue;
    issuers.set(securityCode, { securityCode, market: null, ...line });
  }
  return [...issuers.values()];
}

const Companies = z.record(z.string(), z.object({ name: z.string(), securityCode: z.string().optional() }));

/** Stored in the data folder, since holding reports name their company only by this code. */
export class CompanyBook {
  readonly #file: string;
  #companies: Readonly<Record<string, { name: string; securityCode?: string | undefined }>> = {};
  #names: ReadonlyMap<string, string> | undefined;

  constructor(file: string) {
    this.#file = file;
    if (existsSync(file)) {
      const parsed = Companies.safeParse(JSON.parse(readFileSync(file, "utf8")));
      if (parsed.success) this.#companies = parsed.data;
    }
  }

  get size(): number {
    return Object.keys(this.#companies).length;
  }

  find(edinetCode: string): Company | undefined {
    const found = this.#companies[edinetCode];
    return found === undefined ? undefined : { name: found.name, securityCode: found.securityCode };
  }

  /** The name under which a listed company files. */
  nameOf(securityCode: string): string | undefined {
    this.#names ??= new Map(
      Object.values(this.#companies).flatMap((company) =>
        company.securityCode === undefined ? [] : [[company.securityCode, company.name] as const],
      ),
    );
    return this.#names.get(securityCode);
  }

  replace(lines: readonly CodeLine[]): void {
    const entries = lines.map(({ edinetCode, name, securityCode }) => {
      return [edinetCode, securityCode === null ? { name } : { name, securityCode }] as const;
    });
    this.#companies = Object.fromEntries(entries);
    this.#names = undefined;
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    writeFileSync(`${this.#file}.part`, JSON.stringify(this.#companies));
    renameSync(`${this.#file}.part`, this.#file);
  }
}
