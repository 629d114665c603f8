/**
 * What may differ between a quote and the text it is from: half and full width, spaces and line breaks. Nothing else:
 * hiragana is not katakana, and a space between two words or numbers counts, since "12 345" is not "12345".
 */
export interface FoldedQuote {
  readonly text: string;
  /** For each UTF-16 unit of the folded text, the [start, end) of what it came from. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
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
    if (gapAt !== undefined && word.test(folded) && word.test(last)) put(" ", gapAt, at);
    gapAt = undefined;
    put(folded, at, end);
    at = end;
  }
  return { text: out, starts, ends };
}

/** The form that stands for both widths of a character. */
function unified(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCodePoint(code - 0xfee0);
  if (halfKatakana.includes(character)) return character.normalize("NFKC");
  return signs[character] ?? character;
}
