export { createPublisher, type Door, type Published, type Publisher } from "./publisher.ts";
export { PublicationRefused } from "./refusal.ts";
