import { endpointNames, endpointOf } from "../../contract/endpoints.ts";

const rows = endpointNames.map((name) => {
  const { method, path } = endpointOf(name);
  return { name, method, parts: path.split("/") };
});

/** The endpoint's name, so that the metrics have one series for all documents. */
export function endpointOfTarget({ method, target }: { method: string; target: string }): string {
  const parts = (target.split("?", 1)[0] ?? "").split("/");
  const row = rows.find(
    (each) =>
      each.method === method &&
      each.parts.length === parts.length &&
      each.parts.every((part, index) => part.startsWith("{") || part === parts[index]),
  );
  return row?.name ?? "other";
}
