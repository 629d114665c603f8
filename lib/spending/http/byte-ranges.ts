/** Reads a request for a part of a file (RFC 9110, section 14). Pure. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** `whole` for none, or none that is understood. Several at once are not served: no viewer asks for them. */
export function rangeOf(header: string | null, byteSize: number): ByteRange | "whole" | "unsatisfiable" {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header?.replace(/\s/g, "") ?? "");
  const [, from = "", to = ""] = asked ?? [];
  if (from === "" && to === "") return "whole";
  if (from === "") {
    const length = Number(to);
    if (length === 0 || byteSize === 0) return "unsatisfiable";
    return { first: Math.max(0, byteSize - length), last: byteSize - 1 };
  }
  const first = Number(from);
  if (to !== "" && Number(to) < first) return "whole";
  if (first >= byteSize) return "unsatisfiable";
  return { first, last: to === "" ? byteSize - 1 : Math.min(Number(to), byteSize - 1) };
}

/** Of the same bytes that the browser has a part of. A date can't show that, so it never matches. */
export function isRangeCurrent(ifRange: string | null, etag: string): boolean {
  return ifRange === null || ifRange.trim() === etag;
}
