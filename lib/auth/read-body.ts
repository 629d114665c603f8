import type { z } from "zod";
import { RouteProblem } from "./answers.ts";

const bytesMax = 64 * 1024;

/** Reads a JSON body by a schema, or throws a problem that says what is wrong with it. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
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

function tooLong(): RouteProblem {
  return new RouteProblem({ status: 413, code: "payload_too_large", detail: "The body is too long." });
}
