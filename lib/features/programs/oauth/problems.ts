import { logger } from "../../../log.ts";
import { anyOrigin } from "./any-origin.ts";

/** An error as OAuth words it. The description is for who writes the program. */
export class OauthProblem extends Error {
  readonly status: number;
  readonly code: string;
  constructor(code: string, description: string, status = 400) {
    super(description);
    this.name = "OauthProblem";
    this.code = code;
    this.status = status;
  }
}

export function oauthJson(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: { ...anyOrigin, "Cache-Control": "no-store" } });
}

/** An error as the answer to a program. */
export function oauthProblem(error: unknown): Response {
  if (error instanceof OauthProblem) {
    return oauthJson({ error: error.code, error_description: error.message }, error.status);
  }
  logger().error({ err: error }, "a handler of OAuth failed");
  return oauthJson({ error: "server_error", error_description: "The app failed." }, 500);
}
