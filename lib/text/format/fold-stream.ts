import { classify, foldCluster, kinds, mark, single, singles, surrogate } from "./fold-characters.ts";
import { eraNumber, eraOffsets, kanjiDigit, smallKana, voiced, vuKana } from "./fold-table.ts";
import { outOfRange } from "./out-of-range.ts";

/**
 * Folds a text in one pass. Each cluster of original characters becomes units (NFKC, lower case, the character table);
 * pushing a unit applies the rules that need context. Rules look only at the output so far and the next unit, never at
 * the original, so that folding a folded text changes nothing.
 */

const none = 0;
const digit = 1;
const comma = 2;
const katakana = 3;
const special = 4;
/** The role of each folded unit plus one; 0 means not computed yet. */
const roles = new Uint8Array(65_536);

const unit = (character: string) => character.charCodeAt(0);
const long = unit("ー");
const hyphen = unit("-");
const space = unit(" ");
const vu = unit("ヴ");
const triangle = unit("△");
const ka = unit("か");
const closing = unit(")");
const year = unit("年");
const replacement = 0xfffd;

const bu = unit("ブ");
const bi = unit("ビ");
const smallYu = unit("ュ");
const large = new Map([...smallKana].map(([small, big]) => [unit(small), unit(big)]));
const afterVu = new Map([...vuKana].map(([small, both]) => [unit(small), unit(both)]));
const counters = new Set("月年国所条店社".split("").map(unit));
const counted = new Set("一二三四五六七八九十百千万数何".split("").map(unit));
const monthMarks = new Set("ケカか箇個ヶヵ".split("").map(unit));
/** Last characters of a year that is not written in four digits. */
const yearEnds = new Set("元0123456789〇一二三四五六七八九十".split("").map(unit));
const repeats = new Set("々〻ゝゞヽヾ".split("").map(unit));

export class Folder {
  #units = new Uint16Array(1024);
  #starts = new Uint32Array(0);
  #ends = new Uint32Array(0);
  #length = 0;
  /** The role of the run that ends at the last unit, which the end of the run may still rewrite. */
  #run = none;
  #runStart = 0;
  readonly #mapped: boolean;

  constructor(mapped: boolean) {
    this.#mapped = mapped;
  }

  map(): { starts: Uint32Array; ends: Uint32Array } {
    return { starts: this.#starts.slice(0, this.#length), ends: this.#ends.slice(0, this.#length) };
  }

  run(text: string): string {
    this.#length = 0;
    this.#run = none;
    this.#ensure(text.length + 64);
    const length = text.length;
    let at = 0;
    while (at < length) {
      const code = text.charCodeAt(at);
      const kind = kinds[code] || classify(code);
      const next = at + 1 < length ? text.charCodeAt(at + 1) : 0;
      if (kind <= single && (next < 0x300 || (kinds[next] || classify(next)) !== mark)) {
        this.#push(singles[code] ?? code, at, at + 1);
        at++;
      } else at = this.#cluster(text, at, kind);
    }
    this.#closeRun();
    return textOf(this.#units, this.#length);
  }

  /** Folds a character with the marks that follow it, and returns the offset of its end. */
  #cluster(text: string, at: number, kind: number): number {
    let end = at + 1;
    if (kind === surrogate) {
      const point = text.codePointAt(at) ?? outOfRange();
      if (point >= 0xd800 && point <= 0xdfff) {
        this.#push(replacement, at, end);
        return end;
      }
      end++;
    }
    while (end < text.length) {
      const code = text.charCodeAt(end);
      const next = kinds[code] || classify(code);
      if (next === mark) end++;
      else if (next === surrogate && /^\p{M}/u.test(text.slice(end, end + 2))) end += 2;
      else break;
    }
    const folded = foldCluster(text.slice(at, end));
    this.#ensure(this.#length + folded.length + text.length - end + 64);
    for (let i = 0; i < folded.length; i++) this.#push(folded.charCodeAt(i), at, end);
    return end;
  }

  #push(code: number, start: number, end: number): void {
    let role = (roles[code] || roleOf(code)) - 1;
    if (this.#run === katakana && role === special && isKatakana(code)) role = katakana;
    if (this.#run !== none && role !== this.#run && !(this.#run === digit && role === comma)) this.#closeRun();
    if (role === none || role === comma) this.#append(code, start, end);
    else if (role === digit) this.#pushDigit(code, start, end);
    else if (role === katakana) this.#pushKatakana(code, start, end);
    else this.#pushSpecial(code, start, end);
  }

  #append(code: number, start: number, end: number): void {
    const at = this.#length++;
    if (at >= this.#units.length) this.#ensure(at * 2);
    this.#units[at] = code;
    if (this.#mapped) {
      this.#starts[at] = start;
      this.#ends[at] = end;
    }
  }

  #tail(back: number): number {
    return this.#length >= back ? (this.#units[this.#length - back] ?? outOfRange()) : 0;
  }

  #pushDigit(code: number, start: number, end: number): void {
    if (this.#run === none) {
      this.#negate();
      this.#run = digit;
      this.#runStart = this.#length;
    }
    this.#append(code, start, end);
  }

  /** △ before a figure, with or without a space between, is its minus sign. */
  #negate(): void {
    if (this.#tail(1) === triangle) this.#units[this.#length - 1] = hyphen;
    else if (this.#tail(1) === space && this.#tail(2) === triangle) {
      this.#length--;
      this.#units[this.#length - 1] = hyphen;
    }
  }

  #pushKatakana(code: number, start: number, end: number): void {
    if (this.#run === none) {
      this.#run = katakana;
      this.#runStart = this.#length;
    }
    const before = this.#tail(1);
    const joined = before === vu ? afterVu.get(code) : undefined;
    if (joined !== undefined) {
      this.#units[this.#length - 1] = joined;
      this.#widen(end);
      return;
    }
    if (before === vu) this.#units[this.#length - 1] = code === smallYu ? bi : bu;
    if (code === long && before === long) this.#widen(end);
    else if (repeats.has(code)) this.#append(this.#repeated(code), start, end);
    else this.#append(large.get(code) ?? code, start, end);
  }

  #widen(end: number): void {
    if (this.#mapped) this.#ends[this.#length - 1] = end;
  }

  #pushSpecial(code: number, start: number, end: number): void {
    if (code === long) {
      // Within a run of katakana a prolonged sound mark has the katakana role; here it follows another character.
      const before = this.#tail(1);
      if (before === long) this.#widen(end);
      else this.#append(isHiragana(before) ? long : hyphen, start, end);
    } else if (code === space) {
      if (this.#tail(1) === space) this.#widen(end);
      else this.#append(space, start, end);
    } else if (repeats.has(code)) this.#append(this.#repeated(code), start, end);
    else if (code === closing) this.#pushClosing(start, end);
    else {
      if (code === year) this.#foldYear();
      this.#foldCounter();
      this.#append(code, start, end);
    }
  }

  #repeated(code: number): number {
    const before = this.#tail(1);
    const sign = String.fromCharCode(code);
    if (sign === "々" || sign === "〻") return isKanji(before) ? before : unit("々");
    const alike = sign === "ゝ" || sign === "ゞ" ? isHiragana(before) : isKatakana(before) && before !== long;
    if (!alike) return code;
    return sign === "ゞ" || sign === "ヾ" ? unit(voiced(String.fromCharCode(before))) : before;
  }

  /** (株) and (有) are company forms, except after a count of shares: 発行済株式数(株). */
  #pushClosing(start: number, end: number): void {
    const inside = String.fromCharCode(this.#tail(1));
    const form =
      this.#tail(2) !== unit("(") ? undefined : inside === "株" ? "株式会社" : inside === "有" ? "有限会社" : undefined;
    const before = String.fromCharCode(this.#tail(3));
    if (form === undefined || before === "数" || before === "式") {
      this.#append(closing, start, end);
      return;
    }
    this.#replaceTail(2, form, end);
  }

  #replaceTail(count: number, text: string, end?: number): void {
    const from = this.#length - count;
    // Without a map no offsets are recorded.
    const start = this.#mapped ? (this.#starts[from] ?? outOfRange()) : 0;
    const last = end ?? (this.#mapped ? (this.#ends[this.#length - 1] ?? outOfRange()) : 0);
    this.#length = from;
    for (let i = 0; i < text.length; i++) this.#append(text.charCodeAt(i), start, last);
  }

  /** Before 年: 令和7 becomes 2025, and 二〇二五 becomes 2025. */
  #foldYear(): void {
    if (!yearEnds.has(this.#tail(1))) return;
    // Mostly it is written in four digits already.
    if (isDigit(this.#tail(1)) && isDigit(this.#tail(2)) && isDigit(this.#tail(3)) && isDigit(this.#tail(4))) return;
    const tail = textOf(this.#units.subarray(Math.max(0, this.#length - 5), this.#length), Math.min(5, this.#length));
    for (let count = 1; count <= 3; count++) {
      const offset = eraOffsets.get(tail.slice(-count - 2, -count));
      const number = offset === undefined ? undefined : eraNumber(tail.slice(-count));
      if (offset === undefined || number === undefined) continue;
      this.#replaceTail(count + 2, String(offset + number));
      this.#negateBefore(4);
      return;
    }
    const digits = tail.slice(-4).split("").map(kanjiDigit);
    if (digits.length < 4 || digits.includes(-1) || (tail.length === 5 && kanjiDigit(tail[0] ?? "") !== -1)) return;
    for (const [i, value] of digits.entries()) this.#units[this.#length - 4 + i] = 0x30 + value;
    this.#negateBefore(4);
  }

  /** Does the same as #negate, for digits that result from a year. */
  #negateBefore(count: number): void {
    const at = this.#length - count - 1;
    if (this.#units[at] === triangle && at >= 0) this.#units[at] = hyphen;
    else if (at >= 1 && this.#units[at] === space && this.#units[at - 1] === triangle) {
      this.#units[at - 1] = hyphen;
      this.#remove(at);
    }
  }

  /** 3ヶ月, 3カ月, 3箇月 and 3か月 are the same. */
  #foldCounter(): void {
    if (!monthMarks.has(this.#tail(1))) return;
    const before = this.#tail(2);
    if ((before >= 0x30 && before <= 0x39) || counted.has(before)) this.#units[this.#length - 1] = ka;
  }

  #closeRun(): void {
    if (this.#run === katakana) this.#closeKatakana();
    else if (this.#run === digit) this.#closeNumber();
    this.#run = none;
  }

  /** サーバー becomes サーバ, but バー stays: words of three sounds and more lose a prolonged sound mark at their end. */
  #closeKatakana(): void {
    if (this.#tail(1) === vu) this.#units[this.#length - 1] = bu;
    if (this.#tail(1) === long && this.#length - this.#runStart > 3) this.#length--;
  }

  /** 1,234,567 loses its commas, where all groups are of three digits. */
  #closeNumber(): void {
    // Most numbers are short and without one: a loop takes less than a view of the units.
    let at = this.#runStart;
    while (at < this.#length && this.#units[at] !== 0x2c) at++;
    if (at === this.#length) return;
    const text = textOf(this.#units.subarray(this.#runStart, this.#length), this.#length - this.#runStart);
    const grouped = text.replace(/,+$/, "");
    if (!/^[0-9]{1,3}(?:,[0-9]{3})+$/.test(grouped)) return;
    let kept = this.#runStart;
    for (let from = kept; from < this.#length; from++) {
      if (from < this.#runStart + grouped.length && this.#units[from] === 0x2c) continue;
      this.#units[kept] = this.#units[from] ?? outOfRange();
      if (this.#mapped) {
        this.#starts[kept] = this.#starts[from] ?? outOfRange();
        this.#ends[kept] = this.#ends[from] ?? outOfRange();
      }
      kept++;
    }
    this.#length = kept;
  }

  #remove(at: number): void {
    this.#units.copyWithin(at, at + 1, this.#length);
    if (this.#mapped) {
      this.#starts.copyWithin(at, at + 1, this.#length);
      this.#ends.copyWithin(at, at + 1, this.#length);
    }
    this.#length--;
  }

  #ensure(capacity: number): void {
    if (this.#units.length < capacity) {
      const grown = new Uint16Array(capacity * 2);
      grown.set(this.#units);
      this.#units = grown;
    }
    if (this.#mapped && this.#starts.length < this.#units.length) {
      const starts = new Uint32Array(this.#units.length);
      starts.set(this.#starts);
      this.#starts = starts;
      const ends = new Uint32Array(this.#units.length);
      ends.set(this.#ends);
      this.#ends = ends;
    }
  }
}

const utf16 = new TextDecoder("utf-16le");

function textOf(units: Uint16Array, length: number): string {
  if (length > 64) return utf16.decode(units.subarray(0, length));
  let text = "";
  for (let i = 0; i < length; i++) text += String.fromCharCode(units[i] ?? outOfRange());
  return text;
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
const isHiragana = (code: number) => code >= 0x3041 && code <= 0x309f;
const isKatakana = (code: number) => code >= 0x30a1 && code <= 0x30ff && code !== 0x30fb;
const isKanji = (code: number) => (code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3400 && code <= 0x4dbf);

function roleOf(code: number): number {
  const role = computeRole(code);
  roles[code] = role + 1;
  return role + 1;
}

function computeRole(code: number): number {
  if (code >= 0x30 && code <= 0x39) return digit;
  if (code === 0x2c) return comma;
  if (code === space || code === closing || code === long || repeats.has(code) || counters.has(code)) return special;
  return isKatakana(code) ? katakana : none;
}
