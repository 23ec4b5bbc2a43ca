// Which sequences of arcs break a turn restriction: an Aho-Corasick automaton over the restrictions of a network. A
// state is the longest prefix of any restriction with which the path so far ends; state 0 means none. A network has a
// few hundred states, so a search can carry them along with its nodes. Built once per network and thread; independent
// of costs.

import type { RoutingGraph } from '../../graph/routing-graph.ts'

export class RestrictionAutomaton {
  readonly stateCount: number
  /** last arc in this state (not used for state 0) */
  readonly lastArc: Uint32Array
  #arcCount: number
  #begins: Uint8Array
  #children = new Map<number, number>()
  #fallback: Uint32Array
  #broken: Uint8Array

  private constructor(graph: RoutingGraph, reversed: boolean) {
    const { restrictionStart, restrictionArcs } = graph.columns
    this.#arcCount = graph.edgeCount * 2
    this.#begins = new Uint8Array((this.#arcCount + 7) >>> 3)
    const lastArc = [0]
    const depth = [0]
    const parent = [0]
    const broken = [0]
    for (let r = 0; r + 1 < restrictionStart.length; r++) {
      const from = restrictionStart[r]
      const to = restrictionStart[r + 1]
      if (to - from < 2) continue // a turn has two arcs at least
      const turn = restrictionArcs.slice(from, to)
      if (reversed) turn.reverse()
      this.#begins[turn[0] >>> 3] |= 1 << (turn[0] & 7)
      let state = 0
      for (const arc of turn) {
        const key = state * this.#arcCount + arc
        let child = this.#children.get(key)
        if (child === undefined) {
          child = lastArc.push(arc) - 1
          depth.push(depth[state] + 1)
          parent.push(state)
          broken.push(0)
          this.#children.set(key, child)
        }
        state = child
      }
      broken[state] = 1
    }
    this.stateCount = lastArc.length
    this.lastArc = Uint32Array.from(lastArc)
    this.#fallback = new Uint32Array(this.stateCount)
    this.#broken = Uint8Array.from(broken)
    const byDepth = lastArc
      .map((_, s) => s)
      .slice(1)
      .sort((a, b) => depth[a] - depth[b])
    for (const s of byDepth) {
      if (depth[s] === 1) continue
      this.#fallback[s] = this.next(this.#fallback[parent[s]], lastArc[s])
      this.#broken[s] |= this.#broken[this.#fallback[s]]
    }
  }

  static #forward = new WeakMap<RoutingGraph, RestrictionAutomaton>()
  static #backward = new WeakMap<RoutingGraph, RestrictionAutomaton>()
  /** `reversed`: reads a path from its end, arc by arc. */
  static of(graph: RoutingGraph, reversed = false): RestrictionAutomaton {
    const known = reversed ? RestrictionAutomaton.#backward : RestrictionAutomaton.#forward
    let automaton = known.get(graph)
    if (automaton === undefined) known.set(graph, (automaton = new RestrictionAutomaton(graph, reversed)))
    return automaton
  }

  /** Whether any restriction begins with the arc: a quick test before `next` from state 0. */
  begins(arc: number): boolean {
    return (this.#begins[arc >>> 3] & (1 << (arc & 7))) !== 0
  }

  /** State after one more arc. */
  next(state: number, arc: number): number {
    for (let s = state; s !== 0; s = this.#fallback[s]) {
      const child = this.#children.get(s * this.#arcCount + arc)
      if (child !== undefined) return child
    }
    return this.begins(arc) ? this.#children.get(arc)! : 0
  }

  /** Whether a restriction was broken by the latest arc. */
  isBroken(state: number): boolean {
    return this.#broken[state] === 1
  }
}
