/** The smallest PDF with text in a Japanese font that it does not embed. Latin-1 text, one line a page. */
export function pdfOf(
  pages: readonly {
    readonly text: string;
    readonly width?: number;
    readonly height?: number;
    readonly rotate?: 0 | 90 | 180 | 270;
  }[],
): string {
  const font = 3 + pages.length * 2;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${3 + at * 2} 0 R`).join(" ")}] >>`,
  ];
  for (const [at, { text, width = 595, height = 842, rotate = 0 }] of pages.entries()) {
    const codes = [...text].map((character) => character.charCodeAt(0).toString(16).padStart(4, "0")).join("");
    const stream = `BT /F1 24 Tf 50 ${height - 100} Td <${codes}> Tj ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${4 + at * 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  objects.push(
    `<< /Type /Font /Subtype /Type0 /BaseFont /MS-Mincho /Encoding /UniJIS-UCS2-H /DescendantFonts [${font + 1} 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /MS-Mincho /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 1000 /FontDescriptor ${font + 2} 0 R >>`,
    "<< /Type /FontDescriptor /FontName /MS-Mincho /Flags 7 /FontBBox [0 -137 1000 859] /ItalicAngle 0 /Ascent 859 /Descent -137 /CapHeight 709 /StemV 78 >>",
  );
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`;
}
