/**
 * Differences that are allowed between a quote and the text it is from: half and full width, spaces and line breaks. Nothing else:
 * hiragana is not katakana, and a space between two words or numbers counts, since "12 345" is not "12345"; so does one
 * beside a dash or a point that would become part of a number, since "－ 682" is nothing, and then 682.
 */
export interface FoldedQuote {
  readonly text: string;
  /** For each UTF-16 unit of the folded text, the [start, end) of what it came from. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Before which units of the folded text there was white space, ascending; those after a space that counts are not among them. */
  readonly gaps: readonly number[];
}

const space = /[\s\u3000\u200b\ufeff]/u;
const word = /[\p{Script=Latin}\p{Nd}]/u;
const halfKatakana = "｡｢｣､･ｦｧｨｩｪｫｬｭｮｯｰｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝﾞﾟ";
const signs: Readonly<Record<string, string>> = {
  "￠": "¢",
  "￡": "£",
  "￢": "¬",
  "￣": "¯",
  "￤": "¦",
  "￥": "¥",
  "￦": "₩",
};

export function foldQuote(text: string): FoldedQuote {
  const starts: number[] = [];
  const ends: number[] = [];
  const gaps: number[] = [];
  let out = "";
  // Of `out`: to ask a string that grows for its end takes as long as it is.
  let last = "";
  let gapAt: number | undefined;
  const put = (character: string, start: number, end: number) => {
    out += character;
    last = character.slice(-1);
    for (let i = 0; i < character.length; i++) {
      starts.push(start);
      ends.push(end);
    }
  };
  for (let at = 0; at < text.length; ) {
    const raw = String.fromCodePoint(text.codePointAt(at) ?? 0);
    let end = at + raw.length;
    if (space.test(raw)) {
      gapAt ??= at;
      at = end;
      continue;
    }
    let folded = unified(raw);
    if (halfKatakana.includes(raw) && (text[end] === "ﾞ" || text[end] === "ﾟ")) {
      const voiced = (raw + (text[end] ?? "")).normalize("NFKC");
      if (voiced.length === 1) {
        folded = voiced;
        end++;
      }
    }
    if (gapAt !== undefined && last !== "") {
      if (countsBetween(last, folded)) put(" ", gapAt, at);
      else gaps.push(out.length);
    }
    gapAt = undefined;
    put(folded, at, end);
    at = end;
  }
  return { text: out, starts, ends, gaps };
}

const digit = /[0-9]/;
const dash = /[-‐‑‒–—―─−]/;

/** True where white space between two characters is more than typesetting. */
function countsBetween(before: string, after: string): boolean {
  if (word.test(before) && word.test(after)) return true;
  return (digit.test(after) && (dash.test(before) || /[.,]/.test(before))) || (digit.test(before) && dash.test(after));
}

/** The form that stands for both widths of a character. */
function unified(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCodePoint(code - 0xfee0);
  if (halfKatakana.includes(character)) return character.normalize("NFKC");
  return signs[character] ?? character;
}
