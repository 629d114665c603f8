export { RowChanges } from "./RowChanges.tsx";
