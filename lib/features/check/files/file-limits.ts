/** A larger file holds pictures, which nothing here reads. */
export const fileBytesMax = 12 * 1_048_576;
