import { app } from "@/lib/app.server";

/** For programs, by a token: one of the three addresses that can spend, by the same engine as the browser's. */
export const POST = app.programs.serveMcp;

/** There is no stream to listen to and no session to end. GET never spends. */
export function GET(): Response {
  const problem = { status: 405, code: "method_not_allowed", detail: "Send POST." };
  const answer = app.problemResponse(new app.RouteProblem(problem));
  answer.headers.set("Allow", "POST");
  return answer;
}

export const DELETE = GET;
