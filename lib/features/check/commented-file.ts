import { z } from "zod";
import { RouteProblem } from "../../owners/answers.ts";
import { app, partOf } from "../../running-app.ts";
import { CheckReader } from "./check-reader.ts";
import { refusedFile } from "./checks.ts";
import { commentsMax, FileComment } from "./files/comment.ts";

export const commentBytesMax = 4 * 1_048_576;

const Comments = z.array(FileComment).max(commentsMax);

/**
 * `POST /api/check/comments?name=&bytes=`: a Word or Excel file of so many bytes, followed by the comments as JSON. What
 * they say was found for this owner before; it is only set where it belongs.
 */
export async function commentedFile(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const body = new Uint8Array(await request.arrayBuffer());
  const size = Number(query.get("bytes") ?? "");
  if (!Number.isSafeInteger(size) || size < 1 || size > body.length) throw unreadable();
  const comments = Comments.safeParse(jsonOf(body.subarray(size)));
  if (!comments.success) throw unreadable();
  const name = (query.get("name") ?? "").slice(-200);
  const file = { name, bytes: body.slice(0, size) };
  const made = await partOf(app(), CheckReader).comment({ file, comments: comments.data });
  if ("refused" in made) throw refusedFile(made.refused);
  return new Response(Buffer.from(made.bytes), {
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": "attachment",
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw unreadable();
  }
}

function unreadable(): RouteProblem {
  return new RouteProblem({ status: 422, code: "validation", detail: "Send the file, and the comments as JSON." });
}
