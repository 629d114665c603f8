import type { z } from "zod";
import { RouteProblem } from "./answers.ts";

const usualBytesMax = 64 * 1024;

const mediaTypeOf = (request: Request) => request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();

/** Reads a JSON body by a schema, or throws a problem that says what is wrong with it. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>, bytesMax = usualBytesMax): Promise<T> {
  if (mediaTypeOf(request) !== "application/json") {
    throw new RouteProblem({ status: 415, code: "wrong_content_type", detail: "Send JSON." });
  }
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) throw tooLong();
  const text = await request.text();
  if (text.length > bytesMax) throw tooLong();
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new RouteProblem({ status: 422, code: "validation_failed", detail: "The body is not JSON." });
  }
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const detail = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  throw new RouteProblem({ status: 422, code: "validation_failed", detail });
}

/** Reads a form's body, or throws a problem that says what is wrong with it. Routes read bodies here alone. */
export async function readForm(request: Request): Promise<FormData> {
  const type = mediaTypeOf(request);
  if (type !== "application/x-www-form-urlencoded" && type !== "multipart/form-data") {
    throw new RouteProblem({ status: 415, code: "wrong_content_type", detail: "Send a form." });
  }
  try {
    return await request.formData();
  } catch {
    throw new RouteProblem({ status: 422, code: "validation_failed", detail: "The body is not a form." });
  }
}

function tooLong(): RouteProblem {
  return new RouteProblem({ status: 413, code: "payload_too_large", detail: "The body is too long." });
}
