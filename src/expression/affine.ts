import { mapTree, type Node } from "./syntax.ts";

export interface Affine {
  readonly slope: number;
  readonly offset: number;
}

/** slope and offset where a formula is slope * variable + offset by its form and both are finite, else undefined. */
export function affineForm(root: Node, variable: string): Affine | undefined {
  const form = mapTree<Affine | undefined>([root], (node, formOf) => {
    switch (node.kind) {
      case "number":
        return { slope: 0, offset: node.value };
      case "variable":
        return node.name === variable ? { slope: 1, offset: 0 } : undefined;
      case "unary":
        return scaled(formOf(node.operand), -1);
      case "binary":
        return combined(node.op, formOf(node.left), formOf(node.right));
      default:
        return undefined;
    }
  }).get(root);
  return form && Number.isFinite(form.slope) && Number.isFinite(form.offset) ? form : undefined;
}

function scaled(form: Affine | undefined, factor: number): Affine | undefined {
  return form && { slope: form.slope * factor, offset: form.offset * factor };
}

function combined(op: string, left: Affine | undefined, right: Affine | undefined): Affine | undefined {
  if (!left || !right) return undefined;
  if (op === "+") return { slope: left.slope + right.slope, offset: left.offset + right.offset };
  if (op === "-") return { slope: left.slope - right.slope, offset: left.offset - right.offset };
  if (op === "*" && right.slope === 0) return scaled(left, right.offset);
  if (op === "*" && left.slope === 0) return scaled(right, left.offset);
  if (op === "/" && right.slope === 0) return { slope: left.slope / right.offset, offset: left.offset / right.offset };
  return undefined;
}

/** Whether a formula is affine, by its form, in all of its variables together. */
export function isAffine(root: Node): boolean {
  const degree = mapTree<number>([root], (node, degreeOf) => {
    switch (node.kind) {
      case "number":
        return 0;
      case "variable":
        return 1;
      case "unary":
        return degreeOf(node.operand);
      case "binary":
        return combinedDegree(node.op, degreeOf(node.left), degreeOf(node.right));
      default:
        return Number.POSITIVE_INFINITY;
    }
  }).get(root)!;
  return degree <= 1;
}

function combinedDegree(op: string, left: number, right: number): number {
  if (op === "+" || op === "-") return Math.max(left, right);
  if (op === "*") return left + right;
  return op === "/" && right === 0 ? left : Number.POSITIVE_INFINITY;
}
