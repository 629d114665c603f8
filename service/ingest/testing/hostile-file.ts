import type { RefusalReason } from "../refusal.ts";
import { page } from "./make-filing.ts";
import { makeZip, type ZipPart } from "./make-zip.ts";

/** Files made to cause harm, each with its expected result: refused for one of these reasons, or read. */
export interface HostileFile {
  readonly name: string;
  readonly bytes: () => Buffer;
  readonly refused?: readonly RefusalReason[];
  /** Text that must, or must not, be in what is delivered. */
  readonly keeps?: string;
  readonly drops?: string;
}

export const inside = "XBRL/PublicDoc/0101010_honbun_x_ixbrl.htm";
export const html = (body: string): ZipPart => ({ name: inside, data: page(body, "") });
export const filing = (body: string, extra: readonly ZipPart[] = []): Buffer =>
  makeZip([{ ...html(body), stored: true }, ...extra]);
/** A plain page, without the rest of a filing. */
export const raw =
  (text: string | Buffer): HostileFile["bytes"] =>
  () =>
    makeZip([{ name: inside, data: text }]);
