/** A refused publication; the message says why in a line. Nothing was changed. */
export class PublicationRefused extends Error {
  constructor(id: string, reason: string) {
    super(`${id}: ${reason}`);
    this.name = "PublicationRefused";
  }
}
