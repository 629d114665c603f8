import type { IssuerPublication } from "../../domain/publishing/publication.ts";
import { type IssuerRow, issuerColumns, issuerPublication, issuerUpsert, issuerValues } from "../rows/issuers.ts";
import type { Database } from "./database.ts";

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
