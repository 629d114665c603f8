/** The most bytes of one figure in an answer, decoded. */
export const figureBytesMax = 200_000;

/** The most characters of `data` of all figures of one answer together. */
export const figuresDataMax = 8_000_000;
