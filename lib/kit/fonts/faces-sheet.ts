import { fontMetrics } from "./blank-font.ts";

/** A font package that is split into slices of characters. All weights of a slice are in one file. */
export interface SlicedPackage {
  readonly packageName: string;
  /** Its name in stylesheets. It differs from the installed font's name, so that neither hides the other. */
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

/** Latin text has another font everywhere, so the Latin slices aren't served. */
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

/** The stylesheet of every slice. Lines are as high as with the blank font used until a slice has loaded. */
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
