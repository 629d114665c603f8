import type { RenderOptions } from "./render.ts";

/** The options with which the tests of this folder render. */
export const testOptions: RenderOptions = {
  language: "ja",
  idPrefix: "s1",
  headingShift: 0,
  illustrations: {},
  words: {
    lang: "en",
    copyTsv: "Copy as TSV",
    table: "Table {n}",
    illustration: "Figure",
    vertical: "Set vertically",
    note: "Note {n}",
  },
};
