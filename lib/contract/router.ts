import { type EndpointName, endpointOf } from "./endpoints.ts";

/** Fixed segments win over parameters. The service and the web app's proxy share this router. */
export type Route<N extends EndpointName = EndpointName> =
  | { readonly kind: "endpoint"; readonly name: N; readonly path: Readonly<Record<string, string>> }
  | { readonly kind: "wrong_method"; readonly allow: string }
  | { readonly kind: "unknown" };

/** Takes `pathname` as received. Segments are split first and then decoded once, so that %2F is no separator. */
export type Router<N extends EndpointName> = (method: string, pathname: string) => Route<N>;

interface Node<N extends EndpointName> {
  readonly fixed: Map<string, Node<N>>;
  parameter: Node<N> | undefined;
  readonly byMethod: Map<string, { readonly name: N; readonly parameters: readonly string[] }>;
}

export function createRouter<N extends EndpointName>(names: readonly N[]): Router<N> {
  const tree = newNode<N>();
  for (const name of names) insert(tree, name);
  return (method, pathname) => {
    const values: string[] = [];
    const node = walk(tree, pathname.split("/"), 1, values);
    if (node === undefined || node.byMethod.size === 0) return { kind: "unknown" };
    const found = node.byMethod.get(method);
    if (found === undefined) return { kind: "wrong_method", allow: [...node.byMethod.keys()].join(", ") };
    const path: Record<string, string> = {};
    for (let i = 0; i < found.parameters.length; i++) path[found.parameters[i] ?? ""] = values[i] ?? "";
    return { kind: "endpoint", name: found.name, path };
  };
}

function newNode<N extends EndpointName>(): Node<N> {
  return { fixed: new Map(), parameter: undefined, byMethod: new Map() };
}

function insert<N extends EndpointName>(tree: Node<N>, name: N): void {
  const { method, path, auth } = endpointOf(name);
  const parameters: string[] = [];
  let node = tree;
  for (const segment of path.split("/").slice(1)) {
    if (segment.startsWith("{")) {
      parameters.push(segment.slice(1, -1));
      node = node.parameter ??= newNode();
    } else {
      const next = node.fixed.get(segment) ?? newNode();
      node.fixed.set(segment, next);
      node = next;
    }
  }
  node.byMethod.set(method, { name, parameters });
  if (auth === "health") node.byMethod.set("HEAD", { name, parameters });
}

function walk<N extends EndpointName>(
  node: Node<N>,
  segments: readonly string[],
  at: number,
  values: string[],
): Node<N> | undefined {
  const segment = segments[at];
  if (segment === undefined) return node;
  const fixed = node.fixed.get(segment);
  if (fixed !== undefined) {
    const found = walk(fixed, segments, at + 1, values);
    if (found !== undefined) return found;
  }
  if (node.parameter === undefined) return undefined;
  const value = decodeOnce(segment);
  if (value === undefined) return undefined;
  values.push(value);
  const found = walk(node.parameter, segments, at + 1, values);
  if (found === undefined) values.pop();
  return found;
}

function decodeOnce(segment: string): string | undefined {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
