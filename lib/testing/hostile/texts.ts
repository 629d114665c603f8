/**
 * Texts that somebody wrote to exhaust whoever reads them, by name, each about as long as it is asked for. What reads
 * delivered text is run on all of them (`readers.ts`).
 */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  "an honest report": (length) => until(length, (at) => honestBlock(at)),
  "one endless line": (length) => "売上高は前年に比べて".repeat(Math.ceil(length / 10)),
  "one endless word": (length) => "あ".repeat(length),
  "one endless number": (length) => "1,234".padEnd(length, ",567"),
  "one endless Latin word": (length) => "a".repeat(length),
  "spaces alone": (length) => " ".repeat(length),
  "a word amid spaces": (length) => `${" ".repeat(length / 2)}x${"\u3000".repeat(length / 2)}。`,
  "line ends alone": (length) => "\n".repeat(length),
  "brackets that open": (length) => "（".repeat(length),
  "brackets of a link": (length) => "[a](".repeat(length / 4),
  "square brackets": (length) => "[".repeat(length),
  "brackets that close": (length) => `終わり。${"」".repeat(length)}x`,
  "sentences closed by brackets": (length) => "。」）".repeat(length / 3),
  "marks of a sentence": (length) => `${"。".repeat(length)}x`,
  "square brackets that close": (length) => "]".repeat(length),
  "a cell of square brackets": (length) => `|a|\n|-|\n|${"[".repeat(length)}|\n`,
  "a cell of brackets that close": (length) => `|a|\n|-|\n|${"]".repeat(length)}|\n`,
  "a cell of stars": (length) => `|a|\n|-|\n|${"*a ".repeat(length / 3)}|\n`,
  "a cell of comments": (length) => `|a|\n|-|\n|a ${"<!--".repeat(length / 4)}|\n`,
  "a cell of spaces": (length) => `|a|\n|-|\n|x${" ".repeat(length)}y|\n`,
  "angle brackets": (length) => "<".repeat(length),
  "comments that never end": (length) => "<!--".repeat(length / 4),
  "comments in a sentence": (length) => `a ${"<!-- ".repeat(length / 5)}`,
  "instructions that never end": (length) => `a ${"<? ".repeat(length / 3)}`,
  "character data that never ends": (length) => `a ${"<![CDATA[".repeat(length / 9)}`,
  "tags that never end": (length) => `a ${"<a b ".repeat(length / 5)}`,
  "attributes that never end": (length) => `<td ${"a='".repeat(length / 3)}`,
  "cells that never end": (length) => "<td>1".repeat(length / 5),
  "heads that never close": (length) => `<tr>${"<th a=1 ".repeat(length / 8)}`,
  "rows that never end": (length) => `<table>${"<tr><td>1".repeat(length / 9)}`,
  "tables that never end": (length) => "<table>".repeat(length / 7),
  "tables within tables": (length) => "<table><tr><td>".repeat(length / 15),
  "a row of many cells": (length) => `<table><tr>${"<td>1</td>".repeat(length / 10)}</tr></table>`,
  "spans of many rows": (length) =>
    `<table>${'<tr><td rowspan="200" colspan="200">1</td></tr>'.repeat(length / 47)}</table>`,
  "a pipe table of many cells": (length) =>
    `${"|1".repeat(length / 6)}|\n${"|-".repeat(length / 6)}|\n${"|2".repeat(length / 6)}|\n`,
  "rows shorter than their head": (length) =>
    `${"|a".repeat(length / 8)}|\n${"|-".repeat(length / 8)}|\n${"|b|\n".repeat(length / 8)}`,
  "rows without bars": (length) =>
    `a${"|a".repeat(length / 8)}\n-${"|-".repeat(length / 8)}\n${"b|\n".repeat(length / 6)}`,
  "rows of no table": (length) => "|*a _b [c](\n".repeat(length / 12),
  "rows of one bar": (length) => "|\n".repeat(length / 2),
  "a rule of a table": (length) => `|${" - |".repeat(length / 4)}x`,
  "rules of hyphens": (length) => `${"--".repeat(length / 2)} x`,
  "rules and spaces": (length) => `|${" --- ".repeat(length / 5)}x`,
  escapes: (length) => "\\|".repeat(length / 2),
  backslashes: (length) => `|${"\\".repeat(length)}`,
  stars: (length) => "*a ".repeat(length / 3),
  "many paragraphs of stars": (length) => "*a _b `c ~d [e\n\n".repeat(length / 16),
  "words of code": (length) => until(length, (at) => `\`a\n${at}\` `),
  backticks: (length) => until(length, (at) => `${"`".repeat(at % 300)}a`),
  "quotes in quotes": (length) => "> ".repeat(length / 2),
  "lists in lists": (length) => "- ".repeat(length / 2),
  "many items": (length) => "- x\n".repeat(length / 4),
  footnotes: (length) => until(length, (at) => `[^${at}] [^${at}]: x\n\n`),
  references: (length) => until(length, (at) => `[${at}]: /x\n`),
  "links by name": (length) => until(length, (at) => `[${at}][x] `),
  entities: (length) => "&amp;&#x1F600;&".repeat(length / 15),
  ampersands: (length) => "&".repeat(length),
  addresses: (length) => "www.".repeat(length / 4),
  "mail addresses": (length) => "a@".repeat(length / 2),
  "a name that never comes": (length) => `英訳名${"\n".repeat(length)}。`,
  "names that never come": (length) => "英訳名\n".repeat(length / 4),
  "hyphens and spaces": (length) => `--${" ".repeat(length)}x`,
  "spaces and hyphens": (length) => `${" ".repeat(length)}--x`,
  headings: (length) => until(length, (at) => `## 見出し${at}\n\n`),
  "one heading": (length) => `# ${" #".repeat(length / 2)}x`,
  "headings that are alike": (length) => "# 事業等のリスク\n\n文。\n\n".repeat(length / 16),
  "numbers before headings": (length) => `第1${"(1)".repeat(length / 3)}【`,
  images: (length) => until(length, (at) => `images/${at}.png `),
  ellipses: (length) => "……".repeat(length / 2),
  "combining marks": (length) => `が${"\u0301\u0316".repeat(length / 2)}`,
  "voiced marks": (length) => "ｶﾞ".repeat(length / 2),
  "half surrogates": (length) => "\ud842".repeat(length),
  "surrogate pairs": (length) => "𠮷".repeat(length / 2),
  "joined emoji": (length) => "👩\u200d".repeat(length / 3),
  "invisible marks": (length) => "\u200b\ufeff".repeat(length / 2),
  "marks that turn the direction": (length) => "\u202e\u2066a".repeat(length / 3),
  "shares and eras": (length) => "(株)令和7年△ 1".repeat(length / 11),
  "repetition marks": (length) => "々ゝヽー".repeat(length / 4),
  "anchors within anchors": (length) => nestedAnchors(length),
  "the same few sentences": (length) => until(length, (at) => `${"増減"[at % 2] ?? ""}えた。`),
  "sentences that are all different": (length) => until(length, (at) => `${at}人が働く。`),
  "many short lines": (length) => until(length, (at) => `${at % 7}\n`),
  corrections: (length) => "訂正前\n訂正後\n".repeat(length / 8),
  "corrections that never end": (length) => "訂正前\n".repeat(length / 4),
  "corrections in tables": (length) => `|訂正前|訂正後|\n|-|-|\n${"|訂正前|訂正後|\n".repeat(length / 10)}`,
  "headings before corrections": (length) =>
    `${"【見出し】\n".repeat(length / 12)}${"訂正前\n訂正後\n".repeat(length / 16)}`,
  "aligned lines": (length) => '<p align="right">a<br>b</p>\n'.repeat(length / 29),
  "an aligned line that never ends": (length) => '<p align="right">'.repeat(length / 17),
};

function until(length: number, piece: (at: number) => string): string {
  const pieces: string[] = [];
  for (let at = 0, made = 0; made < length; at++) {
    const next = piece(at);
    pieces.push(next);
    made += next.length + 1;
  }
  return pieces.join("").slice(0, length);
}

function honestBlock(at: number): string {
  if (at % 20 === 0) return `## ${at} 【事業の状況（第${at}期）】\n\n`;
  if (at % 5 === 4) {
    const rows = Array.from(
      { length: 6 },
      (_, row) => `| 項目${at}の${row} | △${at},${100 + row} | ${at * 7 + row}.5％ |`,
    );
    return `| 区分 | 前期 | 当期 |\n|---|---:|---:|\n${rows.join("\n")}\n\n`;
  }
  if (at % 7 === 6)
    return `<table><tr><th colspan="2">株式&amp;債券${at}</th></tr><tr><td>甲<br>乙</td><td>${at},000</td></tr></table>\n\n`;
  return `当社グループの**売上高**は${at},345百万円（前期比${at % 30}.5％増）となりました。為替の影響（注${at % 9}）は限定的です。R\\&D costs did not increase.\n\n`;
}

/** Each sentence stands twice, and once between those that were found before: one level of anchors for each of them. */
function nestedAnchors(length: number): string {
  return until(length, (at) => `${at + 1}番の文。\n${at}番の文。\n`);
}
