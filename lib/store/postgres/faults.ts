import { isLost } from "../../kit/postgres/connection.ts";

/** It may have happened or not. Nothing is repeated; asking again finds what is stored. */
export class UnknownCommit extends Error {
  constructor(cause: unknown) {
    super("The database did not say whether it stored the change.", { cause });
    this.name = "UnknownCommit";
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** A deadlock, or two transactions of which one has to begin again: the database took all of it back. */
const isCollision = (error: unknown): boolean => ["40001", "40P01"].includes(codeOf(error));

/** A statement was prepared before another version of the program changed its table; a new connection prepares anew. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && codeOf(error) === "0A000" && error.message.includes("cached plan");

/** Nothing of it is stored, and the same may succeed now. Only for what was not committed. */
export const mayBeginAgain = (error: unknown): boolean => isLost(error) || isCollision(error) || isOutdated(error);

/**
 * Only for a statement that stood alone. A database that is asked to stop takes back what it was doing and says so;
 * one that crashes, and a connection that just ends, leave it open.
 */
export const wasTakenBack = (error: unknown): boolean =>
  ["57P01", "57P03", "ECONNREFUSED"].includes(codeOf(error)) || isCollision(error) || isOutdated(error);
