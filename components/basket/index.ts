export { BasketPage } from "./BasketPage.tsx";
