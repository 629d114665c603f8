export { createPublisher, type Publisher } from "./publisher.ts";
export { PublicationRefused } from "./refusal.ts";
