/** An element around a press, and what stands before it, by which its successor is found. */
export interface FocusPlace {
  readonly element: Element;
  readonly before: Element | null;
}

/** From the inside out, at the time of the press: afterwards nobody knows where a removed element was. */
export function focusPlaces(pressed: Element | null): readonly FocusPlace[] {
  const places: FocusPlace[] = [];
  for (let element = pressed?.parentElement ?? null; element !== null; element = element.parentElement) {
    places.push({ element, before: element.previousElementSibling });
  }
  return places;
}
