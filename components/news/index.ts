export { NewsDetail } from "./NewsDetail.tsx";
