/** How large the image of a page is: what the list of pages tells is what is drawn, to the pixel. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** About 150 dpi, and never a canvas that one hostile MediaBox could make gigantic. */
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

/** Up, but for what arithmetic alone has put above a whole number. */
function wholePixels(pixels: number): number {
  return Math.max(1, Math.ceil(pixels - 1e-6));
}

/** Points as they are stored and told: hundredths. */
export function storedPoints({ width, height }: PageSize): PageSize {
  return { width: Math.round(width * 100) / 100, height: Math.round(height * 100) / 100 };
}
