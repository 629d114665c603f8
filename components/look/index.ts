export { Look, lookNamespaces } from "./Look.tsx";
