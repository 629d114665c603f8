import { app } from "@/lib/app.server";

/** A feed for readers that have no session. Cookies are ignored; the token in the address says whose feed it is. */
export async function GET(request: Request, context: { params: Promise<{ token: string }> }): Promise<Response> {
  return app.following.serveFeed(request, (await context.params).token, Date.now());
}
