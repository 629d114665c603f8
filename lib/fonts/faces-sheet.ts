import { fontMetrics } from "./blank-font.ts";

/** A package of a face that is cut into slices of characters. All weights of a slice lie in one file. */
export interface SlicedPackage {
  readonly packageName: string;
  /** How stylesheets name it. Not the installed font's name, which would hide the one behind the other. */
  readonly family: string;
  readonly version: string;
  /** Characters by the slice's name: Japanese ones are called `[0]`, `[1]`, …, others `latin`, `cyrillic`, … */
  readonly ranges: Readonly<Record<string, string>>;
}

export const slicedPackages = [
  { packageName: "@fontsource-variable/noto-sans-jp", family: "Noto Sans JP Web" },
  { packageName: "@fontsource-variable/noto-serif-jp", family: "Noto Serif JP Web" },
] as const;

export const facesFolder = ({ packageName, version }: Pick<SlicedPackage, "packageName" | "version">): string =>
  `${packageName.slice(packageName.indexOf("/") + 1)}-${version}`;

export interface Slice {
  readonly file: string;
  readonly range: string;
}

/** Latin has a face of its own everywhere, so its slices aren't served, nor taken for the few signs in Japanese ones. */
export function japaneseSlices({ packageName, ranges }: SlicedPackage): Slice[] {
  const name = packageName.slice(packageName.indexOf("/") + 1);
  return Object.entries(ranges).flatMap(([key, range]) => {
    const number = /^\[(\d+)\]$/.exec(key)?.[1];
    const japanese = range.split(",").filter((part) => Number.parseInt(part.slice(2), 16) >= 0x2000);
    return number === undefined || japanese.length === 0
      ? []
      : [{ file: `${name}-${number}-wght-normal.woff2`, range: japanese.join(",") }];
  });
}

/** The stylesheet of every slice. Lines are as high as with the blank font that stands in until a slice has come. */
export function facesSheet(packages: readonly SlicedPackage[]): string {
  const { ascent, descent, unitsPerEm } = fontMetrics;
  const percent = (units: number) => `${(units * 100) / unitsPerEm}%`;
  const metrics = `ascent-override:${percent(ascent)};descent-override:${percent(descent)};line-gap-override:0%`;
  return packages
    .flatMap((each) =>
      japaneseSlices(each).map(
        ({ file, range }) =>
          `@font-face{font-family:"${each.family}";font-weight:100 900;font-display:swap;${metrics};` +
          `src:url(${facesFolder(each)}/${file}) format("woff2");unicode-range:${range}}\n`,
      ),
    )
    .join("");
}
