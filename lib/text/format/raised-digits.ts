/** Digits that are raised say something else than digits in line: 10² is not 102, and a note's mark is no digit of a figure. */
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export function raisedDigits(text: string): string {
  return text.replace(/[0-9０-９]/g, (digit) => raised[Number(digit.normalize("NFKC"))] ?? digit);
}
