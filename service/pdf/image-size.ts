/** The size of a page's image: the listed size equals the drawn one, to the pixel. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** About 150 dpi, with a limit for hostile page sizes. */
const pixelsPerPoint = 150 / 72;
const pixelsMax = 16_000_000;
/** A JPEG can't have a longer side. */
const sideMax = 65_500;

/** Pixels for each point of a page of this size. */
export function imageScale({ width, height }: PageSize): number {
  const [across, down] = [width * pixelsPerPoint, height * pixelsPerPoint];
  const shrink = Math.min(1, Math.sqrt(pixelsMax / (across * down)), sideMax / Math.max(across, down));
  return pixelsPerPoint * shrink;
}

/** Pixels of the image of a page of so many points, as they are stored. */
export function imageSize(points: PageSize): PageSize {
  const scale = imageScale(points);
  return { width: wholePixels(points.width * scale), height: wholePixels(points.height * scale) };
}

/** Rounds up, except where only floating-point error is above a whole number. */
function wholePixels(pixels: number): number {
  return Math.max(1, Math.ceil(pixels - 1e-6));
}

/** Points rounded to hundredths, as they are stored and listed. */
export function storedPoints({ width, height }: PageSize): PageSize {
  return { width: Math.round(width * 100) / 100, height: Math.round(height * 100) / 100 };
}
