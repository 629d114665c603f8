/** Finds the shortcut that a key press means, without running it. Pure, so that it can be tested without a page. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
  readonly keyCode: number;
}

export interface KeyContext {
  /** The focus is in a text field. */
  readonly inField: boolean;
  readonly inDialog: boolean;
  readonly singleKeys: boolean;
}

/** The name under which a shortcut for this press is registered; undefined where shortcuts don't apply. */
export function shortcutName(press: KeyPress, situation: KeyContext): string | undefined {
  // Browsers send 229 while an input method composes, some of them without isComposing.
  if (press.isComposing || press.keyCode === 229 || press.key === "Process") return undefined;
  if (press.altKey) return undefined;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (press.ctrlKey || press.metaKey) return situation.inDialog ? undefined : `mod+${key}`;
  if (situation.inField || situation.inDialog) return undefined;
  if (press.key.length === 1 && !situation.singleKeys) return undefined;
  return key;
}

/** The entry of `g`, then digits, then Enter or a short pause. */
export class NumberEntry {
  #digits: string | undefined;

  get open(): boolean {
    return this.#digits !== undefined;
  }

  begin(): void {
    this.#digits = "";
  }

  take(key: string): boolean {
    if (this.#digits === undefined || !/^[0-9]$/.test(key) || this.#digits.length >= 6) return false;
    this.#digits += key;
    return true;
  }

  end(): number | undefined {
    const digits = this.#digits;
    this.#digits = undefined;
    return digits === undefined || digits === "" ? undefined : Number(digits);
  }
}
