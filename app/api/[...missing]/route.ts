import { app } from "@/lib/app.server";

const answer = () =>
  app.problemResponse(new app.RouteProblem({ status: 404, code: "not_found", detail: "No such address." }));

export const GET = answer;
export const POST = answer;
export const PUT = answer;
export const PATCH = answer;
export const DELETE = answer;
