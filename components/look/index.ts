export { Look } from "./Look.tsx";
export { lookNamespaces } from "./namespaces.ts";
