import { type InlineMark, withMarks } from "./inline-marks.ts";

/** Escapes only markup that a parser would see: bodies are priced by their length. */
export function escapeInline(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replace(/\\(?=[!-/:-@[-`{-~\n]|$)/g, "\\\\")
    .replace(/[*`~]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/<(?=[A-Za-z/!?])/g, "\\<")
    .replace(/&(?=#?[A-Za-z0-9]+;)/g, "\\&")
    .replace(/\](?=[(:[])/g, "\\]")
    .replace(/\[(?=[\^])/g, "\\[")
    .replace(/!(?=\[)/g, "\\!")
    .replace(bareLink, breakLink);
}

/** A bare address becomes a link and takes backslashes literally: one that has any is kept from becoming one. */
const bareLink = /(?:https?:\/\/|www\.)[^\s<]*/gi;

function breakLink(link: string): string {
  return link.includes("\\") ? link.replace(/https?(?=:\/\/)|www(?=\.)/gi, "$&\\") : link;
}

const special = /[\\*`~_<&[\]!]/;

/** A paragraph whose lines are separated by hard breaks; no line start is read as a block. */
export function paragraph(text: string, marks?: readonly InlineMark[]): string {
  return withMarks(text, marks, escapeInline)
    .split("\n")
    .map(escapeLineStart)
    .reduce((before, line) => `${`${before}\\`.replace(bareLink, breakLink)}\n${line}`);
}

function escapeLineStart(line: string): string {
  return (
    line
      .replace(/^(#{1,6})(?=[ \t]|$)/, "\\$1")
      .replace(/^([-+])(?=[ \t]|$)/, "\\$1")
      .replace(/^>/, "\\>")
      .replace(/^(\d{1,9})([.)])(?=[ \t]|$)/, "$1\\$2")
      .replace(/^(?=[-=]+[ \t]*$)/, "\\")
      .replace(/^(?=-[ \t]*(?:-[ \t]*){2,}$)/, "\\")
      // A line of dashes and bars below another would make both a table.
      .replace(/^(?=[|:-][-|: \t]*$)/, "\\")
  );
}

export function tableCell(text: string): string {
  return escapeInline(text).replaceAll("|", "\\|").replace(bareLink, breakLink).replaceAll("\n", "<br>");
}

export function htmlText(text: string): string {
  return text
    .replace(/&(?=#?[A-Za-z0-9]+;?)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("\n", "<br>");
}
