import type { Issuer } from "../../../lib/contract/resources.ts";
import { IssuerSearch } from "../../domain/issuers/issuer-search.ts";
import type { IssuerPublication } from "../../domain/publishing/publication.ts";
import type { Database } from "./database.ts";
import { storedSecurityCode } from "./stored-ids.ts";

interface IssuerRow extends Omit<Issuer, "security_code"> {
  security_code: string;
}

const columns = "security_code, name, name_en, name_kana, market, sector, edinet_code, corporate_number";

/** All issuers in memory, read again when this or another process has written one. */
export function createIssuerReader(db: Database): (question: string, limit: number) => Issuer[] {
  const versionNow = db.prepare<[], number>("SELECT version FROM catalog_versions WHERE name = 'issuers'").pluck();
  const all = db.prepare<[], IssuerRow>(`SELECT ${columns} FROM issuers`);
  let loaded: { version: number | undefined; search: IssuerSearch } | undefined;
  return (question, limit) => {
    const version = versionNow.get();
    if (loaded === undefined || loaded.version !== version) {
      const issuers = all.all().map((row) => ({ ...row, security_code: storedSecurityCode(row.security_code) }));
      loaded = { version, search: new IssuerSearch(issuers, loaded?.search) };
    }
    return loaded.search.search(question, limit);
  };
}

export interface IssuerWriter {
  find(securityCode: string): IssuerPublication | undefined;
  put(issuer: IssuerPublication): void;
}

export function createIssuerWriter(db: Database): IssuerWriter {
  const byCode = db.prepare<[string], IssuerRow>(`SELECT ${columns} FROM issuers WHERE security_code = ?`);
  const put = db.prepare(`
    INSERT INTO issuers (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (security_code) DO UPDATE SET name = excluded.name, name_en = excluded.name_en,
      name_kana = excluded.name_kana, market = excluded.market, sector = excluded.sector,
      edinet_code = excluded.edinet_code, corporate_number = excluded.corporate_number`);
  const changed = db.prepare("UPDATE catalog_versions SET version = version + 1 WHERE name = 'issuers'");
  return {
    find(securityCode) {
      const row = byCode.get(securityCode);
      if (row === undefined) return undefined;
      return {
        securityCode: row.security_code,
        name: row.name,
        nameEn: row.name_en,
        nameKana: row.name_kana,
        market: row.market,
        sector: row.sector,
        edinetCode: row.edinet_code,
        corporateNumber: row.corporate_number,
      };
    },
    put(issuer) {
      const { securityCode, name, nameEn, nameKana, market, sector, edinetCode, corporateNumber } = issuer;
      put.run(securityCode, name, nameEn, nameKana, market, sector, edinetCode, corporateNumber);
      changed.run();
    },
  };
}
