import { page } from "./make-filing.ts";
import { makeZip } from "./make-zip.ts";

/** A small package as TDnet delivers it: a summary of results, or a revision that lies flat in its archive. */
interface MadeNotice {
  /** `tse-qcedifsm`, `tse-rvdf`, … */
  readonly form: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly contexts?: Readonly<Record<string, readonly [start: string, end: string]>>;
  readonly cover?: string;
}

export function makeNotice({ form, facts, contexts = {}, cover = "" }: MadeNotice): Buffer {
  const periods = Object.entries(contexts).map(
    ([id, [start, end]]) =>
      `<xbrli:context id="${id}"><xbrli:period><xbrli:startDate>${start}</xbrli:startDate><xbrli:endDate>${end}</xbrli:endDate></xbrli:period></xbrli:context>`,
  );
  const header = `<div style="display:none"><ix:header><ix:resources>${periods.join("")}</ix:resources></ix:header></div>`;
  const tagged = Object.entries(facts).map(
    ([name, value]) => `<p><ix:nonNumeric name="${name}" contextRef="CurrentYearInstant">${value}</ix:nonNumeric></p>`,
  );
  const folder = form.endsWith("sm") ? "XBRLData/Summary/" : "";
  const name = `${folder}${form}-99990-20260806512345-ixbrl.htm`;
  return makeZip([{ name, data: page(`${cover}${tagged.join("")}<p>見本の本文。</p>`, header) }]);
}
