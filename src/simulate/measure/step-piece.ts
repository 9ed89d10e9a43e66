/** The motion of a time step as a piece: the cubic through both ends; forces from one end to the other, where they do not jump. */
import type { Piece, State } from "../../scheme/scheme.ts";
import { cubicState } from "./cubic.ts";

export interface StepPiece extends Piece {
  /** Of the step between two states; `held`: the forces of its end hold all over it. */
  span(start: State, end: State, held: boolean): void;
}

export function stepPiece(): StepPiece {
  let start: State;
  let end: State;
  let held = true;
  return {
    from: 0,
    to: 0,
    span(before, after, constant) {
      start = before;
      end = after;
      held = constant;
      (this as { from: number }).from = before.time;
      (this as { to: number }).to = after.time;
    },
    fill(state) {
      cubicState(start, end, state);
      const part = held ? 1 : (state.time - start.time) / (end.time - start.time);
      for (let i = 0; i < state.force.length; i++) {
        state.force[i] = start.force[i]! + part * (end.force[i]! - start.force[i]!);
        state.limit[i] = start.limit[i]! + part * (end.limit[i]! - start.limit[i]!);
        state.mode[i] = end.mode[i]!;
      }
    },
  };
}

/** Copies what a piece is read from. */
export function copyState(from: State, into: State): void {
  into.time = from.time;
  into.position.set(from.position);
  into.velocity.set(from.velocity);
  into.force.set(from.force);
  into.limit.set(from.limit);
  into.mode.set(from.mode);
}
