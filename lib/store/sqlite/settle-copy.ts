import { settleCopy as settle } from "../../kit/sqlite/copies.ts";
import { migrate } from "../migrations.ts";

/** Brings a copy of the web app's store to this program's version and into one file. */
export function settleCopy(file: string): void {
  settle(file, migrate);
}
