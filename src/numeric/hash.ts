/** The prime of FNV-1a for 64 bits is 2^40 + LOW_PRIME. */
const LOW_PRIME = 0x1b3;

/**
 * FNV-1a, 64 bits. It tells whether two records are the same; it protects from mistakes, not from forgers. Numbers count as their
 * little-endian doubles.
 */
export class Hash {
  private high = 0xcbf29ce4;
  private low = 0x84222325;
  private readonly view = new DataView(new ArrayBuffer(8));

  byte(value: number): void {
    const mixed = (this.low ^ value) >>> 0;
    const product = mixed * LOW_PRIME;
    this.high = (this.high * LOW_PRIME + Math.floor(product / 0x1_0000_0000) + ((mixed << 8) >>> 0)) >>> 0;
    this.low = product >>> 0;
  }

  number(value: number): void {
    this.view.setFloat64(0, value, true);
    for (let k = 0; k < 8; k++) this.byte(this.view.getUint8(k));
  }

  /** With its length, so that no two lists of texts are alike. */
  text(value: string): void {
    this.number(value.length);
    for (let k = 0; k < value.length; k++) {
      const unit = value.charCodeAt(k);
      this.byte(unit & 0xff);
      this.byte(unit >>> 8);
    }
  }

  /** 16 hexadecimal digits. */
  digest(): string {
    return [this.high, this.low].map((half) => half.toString(16).padStart(8, "0")).join("");
  }
}

/** Of plain data, as YAML and JSON give it: kinds, keys in their order, and the bits of numbers. */
export function dataHash(data: unknown): string {
  const hash = new Hash();
  const visit = (value: unknown): void => {
    if (typeof value === "number") {
      hash.byte(1);
      hash.number(value);
    } else if (typeof value === "string") {
      hash.byte(2);
      hash.text(value);
    } else if (Array.isArray(value) || ArrayBuffer.isView(value)) {
      const list = value as unknown as ArrayLike<unknown>;
      hash.byte(3);
      hash.number(list.length);
      for (let k = 0; k < list.length; k++) visit(list[k]);
    } else if (typeof value === "object" && value !== null) {
      const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
      hash.byte(4);
      hash.number(entries.length);
      for (const [key, entry] of entries) {
        hash.text(key);
        visit(entry);
      }
    } else {
      hash.byte(5);
      hash.text(String(value)); // true, false, null
    }
  };
  visit(data);
  return hash.digest();
}
