import type { ServerResponse } from "node:http";

/** Runs once, when the status and headers of an answer are known and not sent yet: it may still change headers. */
export function beforeHead(response: ServerResponse, change: () => void): void {
  type WriteHead = (status: number, ...rest: readonly unknown[]) => ServerResponse;
  const writeHead = response.writeHead.bind(response) as WriteHead;
  let changed = false;
  const hooked: WriteHead = (status, ...rest) => {
    if (changed) return writeHead(status, ...rest);
    changed = true;
    response.statusCode = status;
    const given = rest.at(-1);
    // Headers as a flat list are left to Node, which merges them itself.
    const merged = typeof given === "object" && given !== null && !Array.isArray(given);
    if (merged) for (const [name, value] of Object.entries(given)) response.setHeader(name, value);
    change();
    return writeHead(status, ...(merged ? rest.slice(0, -1) : rest));
  };
  Object.assign(response, { writeHead: hooked });
}

export function addVary(response: ServerResponse, name: string): void {
  const known = response.getHeader("Vary");
  const names = String(known ?? "").toLowerCase();
  if (names.includes("*") || names.includes(name.toLowerCase())) return;
  response.setHeader("Vary", names === "" ? name : `${String(known)}, ${name}`);
}
