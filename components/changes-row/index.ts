export { RowChangesLater } from "./RowChangesLater.tsx";
