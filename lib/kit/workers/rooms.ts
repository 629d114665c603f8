/**
 * Memory for many small results of a task that are handed to another thread: a few large pieces go there without being
 * copied, where thousands of small ones would each be allocated, copied and collected in both.
 */
export class Rooms {
  readonly #pieces: ArrayBuffer[] = [];
  #free = 0;

  copy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const kept = new Uint8Array(this.#piece(bytes.length), this.#free, bytes.length);
    kept.set(bytes);
    this.#free += bytes.length;
    return kept;
  }

  copyNumbers(numbers: Float64Array): Float64Array<ArrayBuffer> {
    this.#free = Math.ceil(this.#free / alignment) * alignment;
    const kept = new Float64Array(this.#piece(numbers.byteLength), this.#free, numbers.length);
    kept.set(numbers);
    this.#free += numbers.byteLength;
    return kept;
  }

  /** Nothing can be added after that. */
  get pieces(): readonly ArrayBuffer[] {
    return this.#pieces;
  }

  /** The piece that has room for so many bytes. */
  #piece(length: number): ArrayBuffer {
    const last = this.#pieces.at(-1);
    if (last !== undefined && this.#free + length <= last.byteLength) return last;
    const piece = new ArrayBuffer(Math.max(pieceBytes, length));
    this.#pieces.push(piece);
    this.#free = 0;
    return piece;
  }
}

const pieceBytes = 1_048_576;
/** Of numbers of eight bytes. */
const alignment = 8;
