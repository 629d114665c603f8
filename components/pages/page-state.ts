import { type Turn } from "./geometry";

/** How the viewer shows pages. It is kept in the address, so that a link opens the same view. */
export interface ViewState {
  readonly mode: "continuous" | "single";
  /** Percent of the reading column, or the full width of the viewer. */
  readonly zoom: number | "fit";
  readonly turn: Turn;
}

export const zoomSteps = [50, 75, 100, 125, 150, 200, 300] as const;

export function readViewState(query: Readonly<Record<string, string | undefined>>): ViewState {
  const zoom = Number(query["zoom"]);
  const turn = Number(query["turn"]);
  return {
    mode: query["view"] === "single" ? "single" : "continuous",
    zoom: query["zoom"] === "fit" ? "fit" : (zoomSteps.find((step) => step === zoom) ?? 100),
    turn: turn === 90 || turn === 180 || turn === 270 ? turn : 0,
  };
}

/** Writes only what differs from the default view, so that equal views have equal addresses. */
export function viewStateQuery(state: ViewState): Record<string, string | undefined> {
  return {
    view: state.mode === "single" ? "single" : undefined,
    zoom: state.zoom === 100 ? undefined : String(state.zoom),
    turn: state.turn === 0 ? undefined : String(state.turn),
  };
}

export function zoomed(zoom: ViewState["zoom"], by: 1 | -1): ViewState["zoom"] {
  const at = zoom === "fit" ? zoomSteps.indexOf(100) : zoomSteps.findIndex((step) => step === zoom);
  return zoomSteps[Math.min(Math.max(at + by, 0), zoomSteps.length - 1)] ?? 100;
}

/** The CSS width of the column: at 100 % at most 680 pixels, or the width of a narrow screen. */
export function columnWidth(zoom: ViewState["zoom"]): string {
  const column = "min(680px, 100% - 48px)";
  if (zoom === "fit") return "calc(100% - 48px)";
  return zoom === 100 ? column : `calc(${column} * ${zoom / 100})`;
}
