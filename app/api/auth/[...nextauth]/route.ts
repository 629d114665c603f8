import { answerNextAuth } from "@/lib/auth/next-auth-handler";

export const GET = answerNextAuth;
export const POST = answerNextAuth;
