import { problemResponse, RouteProblem } from "@/lib/auth/answers";

/** Answers 404 for unknown addresses beneath /api. */
const answer = () => problemResponse(new RouteProblem({ status: 404, code: "not_found", detail: "No such address." }));

export const GET = answer;
export const POST = answer;
export const PUT = answer;
export const PATCH = answer;
export const DELETE = answer;
