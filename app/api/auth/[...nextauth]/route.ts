import { answerNextAuth } from "@/lib/auth/next-auth-door";

export const GET = answerNextAuth;
export const POST = answerNextAuth;
