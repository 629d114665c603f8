export { ChangesView } from "./ChangesView.tsx";
