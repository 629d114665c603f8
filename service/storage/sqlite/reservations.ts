import type { Credits, Insufficient, Reservation, ReservationRequest } from "../ports.ts";

/**
 * Credits reserved for running requests. They are kept in memory by the one serving process, so that a crash leaves
 * none behind and a charge is one transaction, not two. Should two processes ever serve one store, the charge itself
 * still refuses to go below zero.
 */
export class Reservations {
  readonly #open = new Set<Reservation>();
  readonly #byKey = new Map<string, number>();

  reserve({ keyId, credits }: ReservationRequest, balance: number | null): Reservation | Insufficient {
    const reserved = this.of(keyId);
    if (balance !== null && balance - reserved < credits) return { creditsRemaining: Math.max(0, balance - reserved) };
    const reservation: Reservation = { keyId, credits };
    this.#open.add(reservation);
    this.#byKey.set(keyId, reserved + credits);
    return reservation;
  }

  isOpen(reservation: Reservation): boolean {
    return this.#open.has(reservation);
  }

  /** Ends a reservation, settled or released; a second time does nothing. */
  end(reservation: Reservation): void {
    if (!this.#open.delete(reservation)) return;
    const left = this.of(reservation.keyId) - reservation.credits;
    if (left > 0) this.#byKey.set(reservation.keyId, left);
    else this.#byKey.delete(reservation.keyId);
  }

  of(keyId: string): number {
    return this.#byKey.get(keyId) ?? 0;
  }

  /** Of the stored balance. Null: unlimited. */
  creditsOf(keyId: string, row: { readonly granted: number | null; readonly balance: number }): Credits | null {
    if (row.granted === null) return null;
    const reserved = this.of(keyId);
    return { granted: row.granted, balance: Math.max(0, row.balance - reserved), reserved };
  }
}
