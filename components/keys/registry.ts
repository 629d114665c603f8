/**
 * The shortcuts that are alive on this page. A plain store: the page's parts register, one listener runs them.
 * None of them may spend; a paid action has a button with its price.
 */
export interface Shortcut {
  /** `j`, `?`, `ArrowLeft`, `mod+k` (⌘ or Ctrl), or `g #`: g, then a number. Undefined: in the palette only. */
  readonly key: string | undefined;
  readonly label: string;
  readonly inPalette: boolean;
  run(number: number): unknown;
}

type Listener = () => void;

let shortcuts: readonly Shortcut[] = [];
const listeners = new Set<Listener>();

export function register(shortcut: Shortcut): () => void {
  shortcuts = [...shortcuts, shortcut];
  announce();
  return () => {
    shortcuts = shortcuts.filter((each) => each !== shortcut);
    announce();
  };
}

export function registered(): readonly Shortcut[] {
  return shortcuts;
}

export function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The youngest wins: what lies on top of a page knows best what a key means there. */
export function shortcutFor(key: string): Shortcut | undefined {
  return shortcuts.findLast((each) => each.key === key);
}

function announce(): void {
  for (const listener of listeners) listener();
}
