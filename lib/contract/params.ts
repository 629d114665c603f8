import { z } from "zod";
import { isCalendarDate } from "./dates.ts";
import { idPattern, type SecurityCode } from "./ids.ts";
import type { ProblemCode } from "./problems.ts";
import { normaliseSecurityCode, typedSecurityCode } from "./security-code.ts";

/**
 * One parameter of a request: how it is read, its meaning, and how its errors are answered. A wrong type is a 422,
 * which lists all of them at once; a value that breaks the service's own rules is a 400.
 */
export interface Param<T> {
  /** For the OpenAPI document and for the type of the request. */
  readonly schema: z.ZodType<T>;
  readonly required: boolean;
  readonly array: boolean;
  readonly description: string;
  readonly fallback: T | undefined;
  /** From a query string or path: the raw values of the key, at least one. */
  fromText(values: readonly string[]): Parsed<T>;
  /** From a JSON body: any value but undefined. */
  fromJson(value: unknown): Parsed<T>;
}

export type Parsed<T> =
  | { readonly value: T | undefined }
  | { readonly failure: { msg: string; type: string } }
  | { readonly problem: { code: ProblemCode; detail: (name: string) => string } };

export type ParamType<P> = P extends Param<infer T> ? T : never;

const fail = (msg: string, type: string) => ({ failure: { msg, type } });
const refuse = (code: ProblemCode, detail: (name: string) => string) => ({ problem: { code, detail } });

const twice = refuse("invalid_query_parameter", (name) => `${name} takes one value and was given several.`);
const notString = fail("Input should be a valid string", "string_type");

interface Options {
  readonly description: string;
  readonly required?: boolean;
}

function scalar<T>(
  options: Options & { schema: z.ZodType<T>; fallback?: T },
  readText: (text: string) => Parsed<T>,
  readJson: (value: unknown) => Parsed<T>,
): Param<T> {
  return {
    schema: options.schema,
    required: options.required ?? false,
    array: false,
    description: options.description,
    fallback: options.fallback,
    fromText: (values) => (values.length > 1 ? twice : readText(values[0] ?? "")),
    fromJson: readJson,
  };
}

/** A free text; `blank` says how a text of spaces only is treated. */
export function text(
  options: Options & { max: number; blank: "missing_required_filter" | "validation" },
): Param<string> {
  const read = (value: string): Parsed<string> => {
    if ([...value].length > options.max) {
      return fail(`String should have at most ${options.max} characters`, "string_too_long");
    }
    if (value.trim() !== "") return { value };
    return options.blank === "validation"
      ? fail("String should not be blank", "string_too_short")
      : refuse("missing_required_filter", (name) => `${name} must not be blank.`);
  };
  return scalar({ ...options, schema: z.string().min(1).max(options.max) }, read, (value) =>
    typeof value === "string" ? read(value) : notString,
  );
}

export function integer(options: Options & { min: number; max: number; fallback?: number }): Param<number> {
  const check = (value: number): Parsed<number> => {
    if (value < options.min) {
      return fail(`Input should be greater than or equal to ${options.min}`, "greater_than_equal");
    }
    if (value > options.max) return fail(`Input should be less than or equal to ${options.max}`, "less_than_equal");
    return { value };
  };
  return scalar(
    { ...options, schema: z.int().min(options.min).max(options.max) },
    (raw) => (isInteger(raw) ? check(Number(raw)) : fail("Input should be a valid integer", "int_parsing")),
    (value) =>
      typeof value === "number" && Number.isSafeInteger(value)
        ? check(value)
        : fail("Input should be a valid integer", "int_type"),
  );
}

export function flag(options: Options & { fallback: boolean }): Param<boolean> {
  return scalar(
    { ...options, schema: z.boolean() },
    (raw) =>
      raw === "true" || raw === "false"
        ? { value: raw === "true" }
        : fail("Input should be a valid boolean", "bool_parsing"),
    (value) => (typeof value === "boolean" ? { value } : fail("Input should be a valid boolean", "bool_type")),
  );
}

export function oneOf<const V extends string>(
  values: readonly V[],
  options: Options & { fallback: NoInfer<V> },
): Param<V> {
  const read = (value: unknown): Parsed<V> => {
    const found = values.find((each) => each === value);
    return found === undefined
      ? fail(`Input should be ${values.map((each) => `'${each}'`).join(" or ")}`, "enum")
      : { value: found };
  };
  return scalar({ ...options, schema: z.literal(values) }, read, read);
}

/** A Japanese calendar day. In a body null means absent. */
export function date(options: Options): Param<string> {
  const read = (value: unknown): Parsed<string> =>
    typeof value === "string" && isCalendarDate(value)
      ? { value }
      : fail("Input should be a valid date in the form YYYY-MM-DD", "date_from_datetime_parsing");
  return scalar({ ...options, schema: z.iso.date() }, read, (value) =>
    value === null ? { value: undefined } : read(value),
  );
}

export function cursor(options: Options): Param<string> {
  return scalar(
    { ...options, schema: z.string().min(1) },
    (value) => (value === "" ? refuse("invalid_cursor", () => "The cursor is empty.") : { value }),
    () => notString,
  );
}

const arrayMax = 100;

function array<T extends string>(
  options: Options & { schema: z.ZodType<T[]> },
  readItem: (item: string) => T | ReturnType<typeof refuse>,
): Param<T[]> {
  const read = (items: readonly string[]): Parsed<T[]> => {
    if (items.length > arrayMax) return fail(`List should have at most ${arrayMax} items`, "too_long");
    const values = new Set<T>();
    let refused: ReturnType<typeof refuse> | undefined;
    for (const item of items) {
      // Commas are checked before the value's own rule: "7203,6758" is reported as a comma-separated list, not as a
      // wrong code.
      if (item.includes(",")) {
        return refuse(
          "invalid_query_parameter",
          (name) => `${name} does not take comma-separated values; repeat it: ${name}=a&${name}=b.`,
        );
      }
      if (item === "") refused ??= refuse("invalid_query_parameter", (name) => `${name} must not be empty.`);
      else {
        const value = readItem(item);
        if (typeof value === "string") values.add(value);
        else refused ??= value;
      }
    }
    return refused ?? { value: [...values] };
  };
  return {
    schema: options.schema,
    required: options.required ?? false,
    array: true,
    description: options.description,
    fallback: undefined,
    fromText: read,
    fromJson(value) {
      if (!Array.isArray(value)) return fail("Input should be a valid list", "list_type");
      if (!value.every((item) => typeof item === "string")) return notString;
      return value.length === 0 ? { value: undefined } : read(value);
    },
  };
}

export function strings(options: Options): Param<string[]> {
  return array({ ...options, schema: z.array(z.string().min(1)).max(arrayMax) }, (item) => item);
}

const securityCode = z.string().regex(typedSecurityCode).brand<"SecurityCode">();

export function securityCodes(options: Options): Param<SecurityCode[]> {
  return array<SecurityCode>(
    { ...options, schema: z.array(securityCode).max(arrayMax) },
    (item) =>
      (normaliseSecurityCode(item) as SecurityCode | undefined) ??
      refuse("invalid_query_parameter", (name) => `${name}: '${shown(item)}' is not a security code.`),
  );
}

export function families<const V extends string>(values: readonly V[], options: Options): Param<V[]> {
  return array<V>(
    { ...options, schema: z.array(z.literal(values)).max(arrayMax) },
    (item) =>
      values.find((each) => each === item) ??
      refuse(
        "invalid_document_family",
        (name) => `${name}: '${shown(item)}' is not supported here; use ${values.join(", ")}.`,
      ),
  );
}

/** An id in a path. A text that can't be an id is answered like an id that doesn't exist. */
export function pathId<T extends string>(schema: z.ZodType<T>, options: Options): Param<T> {
  return scalar(
    { ...options, required: true, schema },
    (value) =>
      idPattern.test(value) ? { value: value as T } : refuse("not_found", () => "There is no such resource."),
    () => notString,
  );
}

/** Any number of digits is accepted: a page number beyond every document's pages is still a number. */
export function pageNumber(options: Options): Param<number> {
  return scalar(
    { ...options, required: true, schema: z.int().min(1) },
    (value) =>
      isInteger(value)
        ? { value: Math.max(0, Math.min(Number(value), Number.MAX_SAFE_INTEGER)) }
        : fail("Input should be a valid integer", "int_parsing"),
    () => fail("Input should be a valid integer", "int_type"),
  );
}

const isInteger = (text: string) => /^[+-]?[0-9]+$/.test(text);

/** The caller's input as repeated in an error message: shortened, without control characters. */
function shown(value: string): string {
  const clean = value.replace(/\p{C}/gu, "�");
  return clean.length > 40 ? `${clean.slice(0, 40)}…` : clean;
}
