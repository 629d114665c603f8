import { documentTypes, documentFamilies as families } from "../../lib/contract/vocabulary.ts";
import { openStore } from "../../service/storage/open-store.ts";

export const timelineCode = "9994";
export const timelineDocuments = 5_000;
const issuerCount = 4_000;

const trades =
  "製作所 工業 商事 建設 電機 化学 食品 運輸 不動産 銀行 薬品 通信 鉄道 繊維 硝子 精機 印刷 倉庫 水産 鉱業".split(" ");

interface MadeIssuer {
  readonly code: string;
  readonly name: string;
}

const madeIssuers: readonly MadeIssuer[] = Array.from({ length: issuerCount }, (_, at) => ({
  code: `${Math.floor(at / 100) + 10}${String.fromCharCode(65 + (Math.floor(at / 10) % 10))}${at % 10}`,
  name: `計測第${at + 1}${trades[at % trades.length]}株式会社`,
}));

export interface MadeDocument {
  readonly id: string;
  readonly family: string;
  readonly type: string;
  readonly title: string;
  readonly atMs: number;
}

/** More than two a day over fourteen years, as an issuer with many notices has. */
export const madeTimeline: readonly MadeDocument[] = Array.from({ length: timelineDocuments }, (_, at) => ({
  id: `bench-timeline-${String(at).padStart(4, "0")}`,
  family: families[at % families.length] ?? "",
  type: documentTypes[at % documentTypes.length] ?? "",
  title: `${at + 1}件目の${["お知らせ", "決算短信", "説明資料", "訂正"][at % 4]}（計測用）`,
  atMs: Date.UTC(2024, 11, 31) - at * 86_400_000,
}));

/** Rows are written directly into the tables, since these measurements read only rows. */
export async function seedCatalog(folder: string): Promise<void> {
  const { db, close } = openStore(folder);
  const issuer = db.prepare("INSERT OR IGNORE INTO issuers (security_code, name) VALUES (?, ?)");
  const document = db.prepare(`
    INSERT INTO documents (document_id, family, type, title, security_code, issuer_name, timeline_at_ms, status,
      listed_page_count, page_count, page_runs, character_count, language, fingerprint)
    VALUES (?, ?, ?, ?, ?, ?, ?, 'ready', 12, 12, '[[1,12,595,842,1]]', 14000, 'ja', 'bench')`);
  db.transaction(() => {
    for (const { code, name } of [...madeIssuers, { code: timelineCode, name: "多報株式会社" }]) issuer.run(code, name);
    for (const each of madeTimeline)
      document.run(each.id, each.family, each.type, each.title, timelineCode, "多報株式会社", each.atMs);
    db.exec("UPDATE catalog_versions SET version = version + 1 WHERE name = 'issuers'");
  })();
  close();
}
