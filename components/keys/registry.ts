/** None may spend: a paid action has a button with its price. */
export interface Shortcut {
  /** `j`, `?`, `mod+k` (⌘ or Ctrl), or `g #`: g, then a number. Undefined: in the palette only. */
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
  notify();
  return () => {
    shortcuts = shortcuts.filter((each) => each !== shortcut);
    notify();
  };
}

export function registered(): readonly Shortcut[] {
  return shortcuts;
}

export function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The latest registration wins: a dialog on top of the page overrides the page's shortcuts. */
export function shortcutFor(key: string): Shortcut | undefined {
  return shortcuts.findLast((each) => each.key === key);
}

function notify(): void {
  for (const listener of listeners) listener();
}
