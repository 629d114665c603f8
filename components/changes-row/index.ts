export { RowChangesIn, RowChangesLater } from "./RowChangesLater.tsx";
export { tellsChanges } from "./tells-changes.ts";
