import { randomOf } from "../random.ts";
import { printed, yen } from "./amounts.ts";
import { functions, numeral } from "./functions.ts";
import type { Item, Scope } from "./scope.ts";
import { type Place, valueOf } from "./values.ts";

/** So much of a text tells it from others. */
const keyLength = 40;

const slots = /\{([^{}]+)\}/gu;

/**
 * Fills the places of a text. What chance decides depends on the company, the text and the place in it, so that the same
 * sentence is the same wherever it stands; numbers move a little with each year, choices every third.
 */
export function fill(text: string, scope: Scope, item?: Item): string {
  if (!text.includes("{")) return text;
  let place = 0;
  const about = text.slice(0, keyLength);
  return text.replace(slots, (_, slot: string) => {
    const key = `${about}/${item?.key ?? ""}/${place++}`;
    const [name = "", ...args] = slot.split(" ");
    const range = /^(\d[\d.]*)~(\d[\d.]*)(‰?)$/u.exec(name);
    if (range !== null) return numberOf(range, args[0], { scope, item, key });
    const known = functions[name];
    if (known !== undefined) return known(args, { scope, item, key });
    if (name.includes("/")) return choose(slot.split("/"), scope, key);
    const value = valueOf(name, scope, item);
    return typeof value === "string" ? value : printed(name, value);
  });
}

function numberOf([, low = "", high = "", mark = ""]: RegExpExecArray, of: string | undefined, place: Place): string {
  const { scope, item, key } = place;
  const value = scope.rate(key, Number(low), Number(high), scope.year + scope.quarter / 4);
  if (mark === "") return numeral(value, low);
  const whole = of === undefined ? scope.now.sales : Number(valueOf(of, scope, item));
  return yen(Math.max(1, Math.round((Math.abs(whole) * value) / 1000)));
}

function choose(words: readonly string[], { seed, issuer, year }: Scope, key: string): string {
  const edition = Math.floor((year + issuer.index) / 3);
  return randomOf(seed, "choice", issuer.index, key, edition).pick(words);
}
