/** The memory of a module while it is laid out: places in bytes, and the numbers that stand there when it begins. */

/** Where numbers that are known, and others, may be put. */
export type Data = Pick<Layout, "data" | "doubles">;

export class Layout {
  /** Bytes so far. */
  end = 0;
  /** What the code depends on beside: where this and the places are the same, so is the code. */
  readonly structure: string[] = [];
  private readonly fills: ((doubles: Float64Array, wholes: Int32Array) => void)[] = [];

  /** So many bytes, at a multiple of sixteen. */
  room(bytes: number): number {
    const start = this.end;
    this.end += 16 * Math.ceil(bytes / 16);
    return start;
  }

  /** So many doubles, and one more where pairs need it. */
  doubles(count: number): number {
    return this.room(8 * count);
  }

  /** Doubles that are known. */
  data(values: ArrayLike<number>): number {
    const start = this.doubles(values.length);
    this.fills.push((doubles) => doubles.set(values, start / 8));
    return start;
  }

  wholes(values: ArrayLike<number>): number {
    const start = this.room(4 * values.length);
    this.fills.push((_, wholes) => wholes.set(values, start / 4));
    return start;
  }

  fill(buffer: ArrayBuffer): void {
    const doubles = new Float64Array(buffer);
    const wholes = new Int32Array(buffer);
    for (const write of this.fills) write(doubles, wholes);
  }
}
