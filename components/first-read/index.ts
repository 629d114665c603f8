export { FirstRead } from "./FirstRead.tsx";
