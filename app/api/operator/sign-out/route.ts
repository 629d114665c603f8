import { app } from "@/lib/app.server";

export const POST = app.operator.signOutOperator;
