import { rangesHold } from "./code-point-ranges.ts";
import { GrammarError } from "./grammar-error.ts";
import { type Callee, type CallNode, END, type MatchNode, type TerminalNode } from "./match-program.ts";

/**
 * One call that is under way: where to go on when the rule ends. All calls of one rule at one place in the text share a
 * frame with several returns (a graph-structured stack), so that an ambiguous grammar costs no more than polynomial time.
 * A frame grows only while the place it was made at is worked on; from then on it is shared freely and never changes.
 */
type Frame = {
  readonly place: number;
  readonly callee: Callee | undefined;
  returns: Return | null;
  /** True once the rule has ended at the very place where it began. */
  emptied: boolean;
};

/** Where a call goes on, in which frame, and the next one of the same frame's returns. */
type Return = { readonly call: CallNode; readonly frame: Frame; readonly others: Return | null };

/** Every way in which a text so far can be read: terminals that may come next, each with the calls it stands in. */
export type MatchState = {
  readonly place: number;
  readonly terminals: readonly TerminalNode[];
  readonly frames: readonly Frame[];
  /** True when the text so far is a whole sentence. */
  readonly isComplete: boolean;
};

/** Steps that one question may take before the grammar is called too ambiguous: a base, and more for each character. */
export class MatchBudget {
  #steps: number;

  constructor(textLength: number) {
    this.#steps = 3_000_000 + 200 * textLength;
  }

  spend(): void {
    this.#steps--;
    if (this.#steps < 0) {
      throw new GrammarError(
        "the grammar is too ambiguous: too many readings of this text to follow them all",
      );
    }
  }
}

export function startState(root: Callee, budget: MatchBudget): MatchState {
  const bottom = newFrame(0, undefined);
  const closure = new Closure(0, budget);
  closure.enter(root, bottom);
  return closure.finish();
}

/** The state after one more code point, or null when no sentence goes on that way. */
export function stepState(state: MatchState, codePoint: number, budget: MatchBudget): MatchState | null {
  const { terminals, frames } = state;
  let closure: Closure | undefined;
  for (let index = 0; index < terminals.length; index++) {
    const terminal = terminals[index]!;
    if (!rangesHold(terminal.ranges, codePoint)) continue;
    closure ??= new Closure(state.place + 1, budget);
    closure.visit(terminal.next, frames[index]!);
  }
  return closure === undefined ? null : closure.finish();
}

function newFrame(place: number, callee: Callee | undefined): Frame {
  return { place, callee, returns: null, emptied: false };
}

/** Lists up to this long are searched one by one, longer ones through a map. */
const SHORT_LIST = 16;

/** Follows everything that reads no character from the nodes just reached, with a worklist in place of recursion. */
class Closure {
  readonly #place: number;
  readonly #budget: MatchBudget;
  readonly #nodes: MatchNode[] = [];
  readonly #frames: Frame[] = [];
  #seen: Map<MatchNode, Frame | Set<Frame>> | undefined;
  readonly #made: Frame[] = [];
  #madeByCallee: Map<Callee, Frame> | undefined;
  readonly #terminals: TerminalNode[] = [];
  readonly #terminalFrames: Frame[] = [];
  #isComplete = false;

  constructor(place: number, budget: MatchBudget) {
    this.#place = place;
    this.#budget = budget;
  }

  enter(callee: Callee, frame: Frame): void {
    for (const start of callee.starts) this.visit(start, frame);
  }

  visit(node: MatchNode, frame: Frame): void {
    if (this.#isNew(node, frame)) {
      this.#nodes.push(node);
      this.#frames.push(frame);
    }
  }

  finish(): MatchState {
    for (let index = 0; index < this.#nodes.length; index++) {
      this.#budget.spend();
      this.#follow(this.#nodes[index]!, this.#frames[index]!);
    }
    return {
      place: this.#place,
      terminals: this.#terminals,
      frames: this.#terminalFrames,
      isComplete: this.#isComplete,
    };
  }

  #follow(node: MatchNode, frame: Frame): void {
    if (node.kind === "terminal") {
      this.#terminals.push(node);
      this.#terminalFrames.push(frame);
    } else if (node.kind === "fork") {
      for (const branch of node.branches()) this.visit(branch, frame);
    } else if (node.kind === "call") this.#call(node, frame);
    else this.#return(frame);
  }

  #call(node: CallNode, frame: Frame): void {
    // Nothing is left to do behind the call: the callee ends for this frame. Keeps the stack of a right recursion flat.
    if (node.next === END) {
      this.enter(node.callee, frame);
      return;
    }
    const known = this.#madeFor(node.callee);
    const called = known ?? newFrame(this.#place, node.callee);
    called.returns = { call: node, frame, others: called.returns };
    if (known === undefined) {
      this.#made.push(called);
      this.#madeByCallee?.set(node.callee, called);
      this.enter(node.callee, called);
    } else if (called.emptied && !node.loop) this.visit(node.next, frame);
  }

  #return(frame: Frame): void {
    if (frame.callee === undefined) {
      this.#isComplete = true;
      return;
    }
    const isEmpty = frame.place === this.#place;
    if (isEmpty) frame.emptied = true;
    for (let back = frame.returns; back !== null; back = back.others) {
      this.#budget.spend();
      if (!(isEmpty && back.call.loop)) this.visit(back.call.next, back.frame);
    }
  }

  #madeFor(callee: Callee): Frame | undefined {
    if (this.#made.length <= SHORT_LIST) return this.#made.find((frame) => frame.callee === callee);
    this.#madeByCallee ??= new Map(this.#made.map((frame) => [frame.callee!, frame]));
    return this.#madeByCallee.get(callee);
  }

  #isNew(node: MatchNode, frame: Frame): boolean {
    const count = this.#nodes.length;
    if (count <= SHORT_LIST) {
      for (let index = 0; index < count; index++) {
        if (this.#nodes[index] === node && this.#frames[index] === frame) return false;
      }
      return true;
    }
    if (this.#seen === undefined) {
      this.#seen = new Map();
      for (let index = 0; index < count; index++) this.#markSeen(this.#nodes[index]!, this.#frames[index]!);
    }
    return this.#markSeen(node, frame);
  }

  /** Most nodes are reached in one frame alone, so that a set for each would be waste. */
  #markSeen(node: MatchNode, frame: Frame): boolean {
    const known = this.#seen?.get(node);
    if (known === frame) return false;
    if (known === undefined) this.#seen?.set(node, frame);
    else if (!(known instanceof Set)) this.#seen?.set(node, new Set([known, frame]));
    else if (known.has(frame)) return false;
    else known.add(frame);
    return true;
  }
}
