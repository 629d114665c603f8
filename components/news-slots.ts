/** News at the head of the desk, where its owner follows something; a feature's line goes with it. */
export { News as following } from "./updates/news-slot.tsx";
