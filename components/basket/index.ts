export { BasketDrawer } from "./BasketDrawer.tsx";
export { BasketPage } from "./BasketPage.tsx";
