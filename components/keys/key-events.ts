/** What a key press means, before anybody runs anything. Pure, so that it can be tested without a page. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
  readonly keyCode: number;
}

export interface Situation {
  /** The press landed in a field that takes text. */
  readonly inField: boolean;
  readonly inDialog: boolean;
  readonly singleKeys: boolean;
}

/** The name under which a shortcut may be registered for this press, or undefined where keys sleep. */
export function shortcutName(press: KeyPress, situation: Situation): string | undefined {
  // 229 is what browsers send while an input method is at work, some of them without isComposing.
  if (press.isComposing || press.keyCode === 229 || press.key === "Process") return undefined;
  if (press.altKey) return undefined;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (press.ctrlKey || press.metaKey) return situation.inDialog ? undefined : `mod+${key}`;
  if (situation.inField || situation.inDialog) return undefined;
  if (press.key.length === 1 && !situation.singleKeys) return undefined;
  return key;
}

/** `g`, then digits, then Enter or a short silence. */
export class NumberEntry {
  #digits: string | undefined;

  get open(): boolean {
    return this.#digits !== undefined;
  }

  begin(): void {
    this.#digits = "";
  }

  /** True where the key was a digit of the number. */
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
