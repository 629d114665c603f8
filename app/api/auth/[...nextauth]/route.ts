import { answerNextAuth } from "@/lib/next/next-auth-handler";

export const GET = answerNextAuth;
export const POST = answerNextAuth;
