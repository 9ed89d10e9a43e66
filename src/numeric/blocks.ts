import type { PlainMatrix } from "./plain-matrix.ts";

/** Indexes that hang together through entries that are not zero in one of the (square) matrices; each list ascending. */
export function connectedBlocks(matrices: readonly PlainMatrix[], n: number): number[][] {
  const blocks: number[][] = [];
  const seen = Array<boolean>(n).fill(false);
  for (let first = 0; first < n; first++) {
    if (seen[first]) continue;
    const block = [first];
    seen[first] = true;
    for (const i of block) {
      for (let j = 0; j < n; j++) {
        if (seen[j] || !matrices.some((matrix) => matrix[i]![j] !== 0 || matrix[j]![i] !== 0)) continue;
        seen[j] = true;
        block.push(j);
      }
    }
    blocks.push(block.sort((a, b) => a - b));
  }
  return blocks;
}

/** Rows and columns of a block. */
export function blockOf(matrix: PlainMatrix, block: readonly number[]): number[][] {
  return block.map((i) => block.map((j) => matrix[i]![j]!));
}
