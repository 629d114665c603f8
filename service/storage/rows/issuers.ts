import type { Issuer } from "../../../lib/contract/resources.ts";
import type { IssuerPublication } from "../../domain/publishing/publication.ts";
import { storedSecurityCode } from "./stored-ids.ts";

export interface IssuerRow extends Omit<Issuer, "security_code"> {
  security_code: string;
}

export const issuerColumns = "security_code, name, name_en, name_kana, market, sector, edinet_code, corporate_number";

/** Takes `issuerValues`. */
export const issuerUpsert = `
  INSERT INTO issuers (${issuerColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (security_code) DO UPDATE SET name = excluded.name, name_en = excluded.name_en,
    name_kana = excluded.name_kana, market = excluded.market, sector = excluded.sector,
    edinet_code = excluded.edinet_code, corporate_number = excluded.corporate_number`;

export function issuerValues(issuer: IssuerPublication) {
  const { securityCode, name, nameEn, nameKana, market, sector, edinetCode, corporateNumber } = issuer;
  return [securityCode, name, nameEn, nameKana, market, sector, edinetCode, corporateNumber] as const;
}

export function issuerOf(row: IssuerRow): Issuer {
  return { ...row, security_code: storedSecurityCode(row.security_code) };
}

export function issuerPublication(row: IssuerRow): IssuerPublication {
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
}
