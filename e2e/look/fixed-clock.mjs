/** Loaded before the programs: their pages then tell the same time in every run. Timers and timeouts go on. */
const RealDate = Date;
const fixedMs = RealDate.parse("2026-06-19T05:30:00Z");

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(fixedMs);
    else super(...parts);
  }

  // Of its own: Next wraps Date and copies only what the constructor itself has.
  static parse = RealDate.parse;
  static UTC = RealDate.UTC;

  static now() {
    return fixedMs;
  }
};
