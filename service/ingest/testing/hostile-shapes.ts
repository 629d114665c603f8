import { filing, type HostileFile } from "./hostile-file.ts";

/** Hostile structures: too many elements, nested too deeply, too long, never closed. */
export const shapes: readonly HostileFile[] = [
  {
    name: "10,000 headings",
    bytes: () =>
      filing(
        Array.from({ length: 10_000 }, (_, at) => `<h${(at % 6) + 1}>（${at}）見出し</h${(at % 6) + 1}><p>文</p>`).join(
          "",
        ),
      ),
    keeps: "（9999）見出し",
  },
  { name: "10,000 headings of one name", bytes: () => filing("<h2>同じ</h2>".repeat(10_000)), keeps: "同じ" },
  { name: "10,000 empty headings", bytes: () => filing(`${"<h2/>".repeat(10_000)}<p>本文</p>`), keeps: "本文" },
  {
    name: "a table of 100,000 cells",
    bytes: () => filing(`<table>${`<tr>${"<td><p>1,234</p></td>".repeat(100)}</tr>`.repeat(1_000)}</table>`),
    keeps: "1,234",
  },
  {
    name: "a table of 100,000 merged cells",
    bytes: () =>
      filing(`<table>${`<tr>${'<td rowspan="2"><p>甲</p></td>'.repeat(100)}</tr><tr></tr>`.repeat(500)}</table>`),
    keeps: "甲",
  },
  {
    name: "more cells than any filing has",
    bytes: () => filing(`<table>${`<tr>${"<td>1</td>".repeat(1_000)}</tr>`.repeat(450)}</table>`),
    refused: ["too_large"],
  },
  {
    name: "a cell that spans a billion",
    bytes: () =>
      filing('<table><tr><td colspan="1000000000" rowspan="1000000000">甲</td></tr><tr><td>乙</td></tr></table>'),
    keeps: "乙",
  },
  {
    name: "10,000 cells that span a thousand",
    bytes: () => filing(`<table>${'<tr><td colspan="1000" rowspan="9999">甲</td></tr>'.repeat(10_000)}</table>`),
    keeps: "甲",
  },
  {
    name: "elements nested 100,000 deep",
    bytes: () => filing(`${"<div>".repeat(100_000)}底`),
    refused: ["nested_too_deeply"],
  },
  {
    name: "tables nested 5,000 deep",
    bytes: () => filing("<table><tr><td>".repeat(5_000)),
    refused: ["nested_too_deeply"],
  },
  {
    name: "tables nested 100 deep",
    bytes: () => filing(`${"<table><tr><td>甲</td><td>".repeat(99)}底${"</td></tr></table>".repeat(99)}`),
    keeps: "底",
  },
  { name: "100,000 unclosed paragraphs", bytes: () => filing("<p>文".repeat(100_000)), keeps: "文" },
  {
    name: "a text of one line and eight million characters",
    bytes: () => filing(`<p>${Array.from({ length: 800_000 }, (_, at) => String(at).padStart(10, "0")).join("")}</p>`),
    keeps: "0000000001",
  },
  {
    name: "a million stars and brackets",
    bytes: () => filing(`<p>${Array.from({ length: 200_000 }, (_, at) => `*[_${at % 97}`).join("")}</p>`),
    keeps: "\\*",
  },
  {
    name: "an attribute of four million characters",
    bytes: () => filing(`<p style="${Array.from({ length: 400_000 }, (_, at) => `a${at}:b;`).join("")}">本文</p>`),
    keeps: "本文",
  },
  {
    name: "a style sheet that backtracks",
    bytes: () => filing(`<style>${"a{".repeat(50_000)}${"@media x{".repeat(2_000)}</style><p>本文</p>`),
    keeps: "本文",
  },
  { name: "closing tags alone", bytes: () => filing(`${"</td></tr></table></div></p>".repeat(20_000)}<p>本文</p>`) },
  { name: "cells without a table", bytes: () => filing("<td>甲</td><tr><th>乙</th></tr><p>本文</p>"), keeps: "本文" },
];
