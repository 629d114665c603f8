/** Of a workbook from outside, packed. */
export const workbookBytesMax = 12 * 1_048_576;
