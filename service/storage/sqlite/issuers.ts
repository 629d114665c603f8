import type { Issuer } from "../../../lib/contract/resources.ts";
import { IssuerSearch } from "../../domain/issuers/issuer-search.ts";
import type { IssuerPublication } from "../../domain/publishing/publication.ts";
import {
  type IssuerRow,
  issuerColumns,
  issuerOf,
  issuerPublication,
  issuerUpsert,
  issuerValues,
} from "../rows/issuers.ts";
import type { Database } from "./database.ts";

/** All issuers in memory, read again when this or another process has written one. */
export function createIssuerReader(db: Database): (question: string, limit: number) => Issuer[] {
  const versionNow = db.prepare<[], number>("SELECT version FROM catalog_versions WHERE name = 'issuers'").pluck();
  const all = db.prepare<[], IssuerRow>(`SELECT ${issuerColumns} FROM issuers`);
  let loaded: { version: number | undefined; search: IssuerSearch } | undefined;
  return (question, limit) => {
    const version = versionNow.get();
    if (loaded === undefined || loaded.version !== version) {
      loaded = { version, search: new IssuerSearch(all.all().map(issuerOf), loaded?.search) };
    }
    return loaded.search.search(question, limit);
  };
}

export interface IssuerWriter {
  find(securityCode: string): IssuerPublication | undefined;
  put(issuer: IssuerPublication): void;
}

export function createIssuerWriter(db: Database): IssuerWriter {
  const byCode = db.prepare<[string], IssuerRow>(`SELECT ${issuerColumns} FROM issuers WHERE security_code = ?`);
  const put = db.prepare(issuerUpsert);
  const changed = db.prepare("UPDATE catalog_versions SET version = version + 1 WHERE name = 'issuers'");
  return {
    find(securityCode) {
      const row = byCode.get(securityCode);
      return row === undefined ? undefined : issuerPublication(row);
    },
    put(issuer) {
      put.run(...issuerValues(issuer));
      changed.run();
    },
  };
}
