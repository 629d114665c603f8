/** A publication that can't be taken in; the message says why in a line. Nothing was changed. */
export class PublicationRefused extends Error {
  constructor(id: string, reason: string) {
    super(`${id}: ${reason}`);
    this.name = "PublicationRefused";
  }
}
