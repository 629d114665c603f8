import table from "./table.json" with { type: "json" };

/**
 * Reads the settings of both programs and the launcher from the environment. They are defined in `table.json`, plain
 * data that any version of Node and other tools can read. Each has a default, and an invalid value is refused with the
 * variable's name, never with the value, which may be a secret.
 */
export type SettingName = keyof typeof table;

export type Variables = Readonly<Record<string, string | undefined>>;

/** A value that can't be used; its message is one line for the terminal. */
export class SettingError extends Error {
  constructor(name: string, why: string) {
    super(`${name} ${why}.`);
    this.name = "SettingError";
  }
}

export interface SettingReader {
  /** The value or its default, without spaces around it. */
  text(name: SettingName): string;
  integer(name: SettingName): number;
  /** A number, or the word that means none: `off`, `model`. */
  integerOr<const Word extends string>(name: SettingName, word: Word): number | Word;
  isOn(name: SettingName): boolean;
  choice<const Value extends string>(name: SettingName, values: readonly Value[]): Value;
  host(name: SettingName): string;
  /** A value of another form; `parse` returns undefined where it is invalid. */
  parsed<T>(name: SettingName, expected: string, parse: (text: string) => T | undefined): T;
}

interface Row {
  readonly default: string;
  readonly meaning: string;
  readonly kind: string;
  readonly min?: number;
  readonly max?: number;
}

const rows: Readonly<Record<SettingName, Row>> = table;

/** Used by tests to compare the documentation with the settings. */
export const settingsTable: readonly { readonly name: string; readonly fallback: string; readonly meaning: string }[] =
  Object.entries(rows).map(([name, row]) => ({ name, fallback: row.default, meaning: row.meaning }));

export function settingReader(variables: Variables): SettingReader {
  const text = (name: SettingName): string => variables[name]?.trim() || rows[name].default;
  const parsed = <T>(name: SettingName, expected: string, parse: (value: string) => T | undefined): T => {
    const value = parse(text(name));
    if (value === undefined) throw new SettingError(name, `must be ${expected}`);
    return value;
  };
  const oneOf =
    <const Value extends string>(values: readonly Value[]) =>
    (value: string) =>
      values.find((each) => each === value);
  return {
    text,
    parsed,
    integer: (name) => parsed(name, expectedInteger(name), (value) => integerIn(name, value)),
    integerOr: (name, word) =>
      parsed(name, `${expectedInteger(name)}, or ${word}`, (value) => (value === word ? word : integerIn(name, value))),
    isOn: (name) => parsed(name, "on or off", oneOf(["on", "off"])) === "on",
    choice: (name, values) => parsed(name, `one of ${values.join(", ")}`, oneOf(values)),
    host: (name) =>
      parsed(name, "an address or a host name", (value) => (/^[A-Za-z0-9.:_-]+$/.test(value) ? value : undefined)),
  };
}

function boundsOf(name: SettingName): { readonly min: number; readonly max: number } {
  const { min, max } = rows[name];
  if (min === undefined || max === undefined) throw new Error(`${name} is no number in lib/kit/settings/table.json.`);
  return { min, max };
}

function expectedInteger(name: SettingName): string {
  const { min, max } = boundsOf(name);
  return `a whole number from ${min} to ${max}`;
}

function integerIn(name: SettingName, value: string): number | undefined {
  const { min, max } = boundsOf(name);
  const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}
