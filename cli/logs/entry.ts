/** One line of a log. A line that can't be read, such as one torn by a kill, is kept as it is. */
export interface LogEntry {
  readonly program: string;
  readonly text: string;
  readonly timeMs: number | undefined;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

export function entryOf(program: string, text: string): LogEntry {
  const fields = fieldsIn(text);
  const timeMs = typeof fields?.["time"] === "string" ? Date.parse(fields["time"]) : Number.NaN;
  return { program, text, fields, timeMs: Number.isNaN(timeMs) ? undefined : timeMs };
}

function fieldsIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** For people: time, level, program, event, then its fields; a stack beneath, indented. */
export function formatEntry({ program, text, fields, timeMs }: LogEntry): string {
  if (fields === undefined) return `${" ".repeat(23)}  ?      ${program.padEnd(8)}  ${printable(text)}`;
  const { time: _time, level, event, err, stack: ownStack, ...rest } = fields;
  const moment = timeMs === undefined ? "" : new Date(timeMs).toISOString().replace("T", " ").replace("Z", "");
  const { stack: errorStack, ...error } = typeof err === "object" && err !== null ? { stack: undefined, ...err } : {};
  const known = Object.entries({ ...rest, ...error })
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}=${printable(typeof value === "object" ? JSON.stringify(value) : String(value))}`);
  const words = [moment.padEnd(23), String(level).padEnd(5), program.padEnd(8), printable(String(event ?? ""))];
  const stack = String(errorStack ?? ownStack ?? "");
  const frames = stack === "" ? [] : stack.split("\n").map((frame) => `      ${printable(frame.trim())}`);
  return [[...words, ...known].join("  "), ...frames].join("\n");
}

/** Control characters in a log must not affect the terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "�");
}
