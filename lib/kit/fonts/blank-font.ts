/**
 * A font of a few hundred bytes that draws nothing: every Japanese character is blank and one em wide, as in the real
 * faces. Text is laid out with it until its slice has loaded, so that nothing moves then.
 */
export function blankFont(): Uint8Array {
  const tables: Record<string, number[]> = {
    "OS/2": os2Table(),
    cmap: cmapTable(),
    glyf: [0, 0],
    head: headTable(),
    hhea: [
      ...u32(0x10000),
      ...u16s(ascent, -descent, 0, unitsPerEm, 0, 0, unitsPerEm),
      ...u16s(1, 0, 0, ...zeros(5), 2),
    ],
    hmtx: u16s(unitsPerEm, 0, unitsPerEm, 0),
    loca: u16s(0, 0, 0),
    maxp: [...u32(0x10000), ...u16s(2, ...zeros(4), 1, ...zeros(8))],
    name: u16s(0, 0, 6),
    post: [...u32(0x30000), ...u32(0), ...u16s(-100, 50), ...u32(0), ...u32(0), ...u32(0), ...u32(0), ...u32(0)],
  };
  return assembled(tables);
}

/** The same metrics as in the slices' stylesheet, so that line heights don't change. */
export const fontMetrics = { unitsPerEm: 1000, ascent: 1160, descent: 288 } as const;
const { unitsPerEm, ascent, descent } = fontMetrics;

/** Punctuation, kana, signs with Japanese words in them, ideographs, full-width forms. */
const oneEmWide: readonly (readonly [number, number])[] = [
  [0x3001, 0x3029],
  [0x3041, 0x30ff],
  [0x3220, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0xff01, 0xff60],
  [0x20000, 0x3ffff],
];

/** Format 13: one glyph for whole ranges. */
function cmapTable(): number[] {
  const groups = oneEmWide.flatMap(([first, last]) => [...u32(first), ...u32(last), ...u32(1)]);
  const subtable = [...u16s(13, 0), ...u32(16 + groups.length), ...u32(0), ...u32(oneEmWide.length), ...groups];
  return [...u16s(0, 1, 3, 10), ...u32(12), ...subtable];
}

function headTable(): number[] {
  const magic = 0x5f0f3cf5;
  const dates = zeros(16);
  return [
    ...u32(0x10000),
    ...u32(0),
    ...u32(0),
    ...u32(magic),
    ...u16s(0, unitsPerEm),
    ...dates,
    ...u16s(...zeros(4), 0, 8, 2, 0, 0),
  ];
}

function os2Table(): number[] {
  const sizes = u16s(4, unitsPerEm, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0);
  const panose = zeros(10);
  const unicodeRanges = zeros(16);
  const vendor = u32(0x20202020);
  const lines = u16s(0x40, 0x3001, 0xffff, ascent, -descent, 0, ascent, descent);
  return [...sizes, ...panose, ...unicodeRanges, ...vendor, ...lines, ...zeros(8), ...u16s(500, 700, 0, 32, 1)];
}

/** The tables one after the other, each aligned to four bytes, with the directory before them. */
function assembled(tables: Record<string, number[]>): Uint8Array {
  const names = Object.keys(tables).sort();
  const power = 2 ** Math.floor(Math.log2(names.length));
  const directory = [
    ...u32(0x10000),
    ...u16s(names.length, power * 16, Math.log2(power), names.length * 16 - power * 16),
  ];
  const body: number[] = [];
  const begin = directory.length + names.length * 16;
  for (const name of names) {
    const table = tables[name] ?? [];
    directory.push(...[...name].map((letter) => letter.charCodeAt(0)), ...u32(checksum(table)));
    directory.push(...u32(begin + body.length), ...u32(table.length));
    body.push(...table, ...zeros((4 - (table.length % 4)) % 4));
  }
  return Uint8Array.from([...directory, ...body]);
}

function checksum(table: readonly number[]): number {
  let sum = 0;
  table.forEach((byte, at) => {
    sum = (sum + byte * 2 ** (8 * (3 - (at % 4)))) >>> 0;
  });
  return sum;
}

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const u16s = (...values: number[]): number[] => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
const u32 = (value: number): number[] => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
