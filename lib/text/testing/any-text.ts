import fc from "fast-check";

/**
 * Any text but half surrogates. `fc.string({ unit: "binary" })` draws the same, and takes two seconds at its first use
 * to list all characters.
 */
export const anyText = (length: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc
    .array(
      fc.integer({ min: 0, max: 0x10_f7ff }).map((at) => (at < 0xd800 ? at : at + 0x800)),
      length,
    )
    .map((points) => String.fromCodePoint(...points));
