import { z } from "zod";
import { valueWithoutBidiControls } from "./bidi.ts";
import { type EndpointName, type EndpointResponse, endpointOf, isBinary } from "./endpoints.ts";
import { mainLists } from "./resources.ts";

/**
 * Reads answers tolerantly, since the service may be another implementation: optional fields that are missing or
 * malformed are null, unknown fields are ignored, lists may have one of several common names. Only a missing id makes a
 * record unreadable. Text-direction controls are removed from titles and names.
 */
export function readTolerantly<N extends EndpointName>(
  name: N,
  raw: unknown,
): { readonly value: EndpointResponse<N> } | { readonly unreadable: string } {
  const endpoint = endpointOf(name);
  if (isBinary(endpoint)) throw new Error(`${name} answers with a file`);
  const schema = endpoint.response as z.ZodType;
  const parsed = tolerantOf(schema).safeParse(renameList(schema, valueWithoutBidiControls(raw)));
  return parsed.success ? { value: parsed.data as EndpointResponse<N> } : { unreadable: z.prettifyError(parsed.error) };
}

/** Reads a stored answer. It may be older than some fields of the contract, which are then null. */
export function readStoredAnswer<N extends EndpointName>(name: N, text: string | null): EndpointResponse<N> | null {
  if (text === null) return null;
  const read = readTolerantly(name, JSON.parse(text));
  return "value" in read ? read.value : null;
}

const listNames = ["items", "results", "data"];

/** Moves a response's list to the interface's name for it, whatever name the service used. */
function renameList(schema: z.ZodType, raw: unknown): unknown {
  if (!(schema instanceof z.ZodObject)) return raw;
  const name = mainListOf(schema);
  if (name === undefined) return raw;
  if (Array.isArray(raw)) return { [name]: raw };
  if (typeof raw !== "object" || raw === null || Object.hasOwn(raw, name)) return raw;
  const record = raw as Record<string, unknown>;
  const other = listNames.find((each) => Array.isArray(record[each]));
  return other === undefined ? raw : { ...record, [name]: record[other] };
}

/** The name of a response's main list, if it has one. */
function mainListOf(schema: z.ZodObject): string | undefined {
  return Object.entries(schema.shape).find(([, field]) => mainLists.has(field))?.[0];
}

const cache = new WeakMap<z.ZodType, z.ZodType>();

function tolerantOf(schema: z.ZodType): z.ZodType {
  const known = cache.get(schema);
  if (known !== undefined) return known;
  const made = build(schema);
  cache.set(schema, made);
  return made;
}

function build(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    // A response without its list is unreadable; a record without a list of details has an empty one.
    const main = mainListOf(schema);
    const shape: Record<string, z.ZodType> = {};
    for (const [key, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
      shape[key] = key === main ? tolerantOf(field) : lenientField(field);
    }
    return z.object(shape);
  }
  if (schema instanceof z.ZodArray) return z.array(tolerantOf(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return tolerantOf(schema.unwrap() as z.ZodType).nullable();
  return schema;
}

function lenientField(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodNullable) {
    return tolerantOf(field.unwrap() as z.ZodType)
      .nullable()
      .optional()
      .catch(null)
      .transform((value) => value ?? null);
  }
  if (field instanceof z.ZodOptional)
    return tolerantOf(field.unwrap() as z.ZodType)
      .optional()
      .catch(undefined);
  if (field instanceof z.ZodArray) {
    return tolerantOf(field)
      .optional()
      .catch([])
      .transform((value) => value ?? []);
  }
  return tolerantOf(field);
}
