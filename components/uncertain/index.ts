export { UncertainPages } from "./UncertainPages.tsx";
