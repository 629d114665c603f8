export { SharedCheckView } from "./SharedCheckView.tsx";
export { CheckPage } from "./CheckPage.tsx";
