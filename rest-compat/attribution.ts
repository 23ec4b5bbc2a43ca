// `attribution` of an answer of REST: whose data it carries, as its last member.

import type { Renderer } from '../src/language/renderer.ts'
import { type Attribution, type StoredAttribution, toAttribution } from '../src/releases/attribution.ts'
import { toWireText } from '../src/wire/wire-json.ts'

/** An answer that names sources of its own keeps them. */
export function attributed(answer: object, sources: readonly StoredAttribution[]): object {
  const own = (answer as { attribution?: readonly Attribution[] }).attribution ?? []
  return { ...answer, attribution: [...own, ...sources.map(toAttribution)] }
}

/** A written object with the member. The chunks given are left as they are. */
export function withAttribution(
  wire: string | readonly Uint8Array[],
  sources: readonly StoredAttribution[],
  renderer: Renderer,
): string | readonly Uint8Array[] {
  const end = `,${toWireText(attributed({}, sources), renderer).slice(1)}`
  if (typeof wire === 'string') return wire.slice(0, -1) + end
  const last = wire[wire.length - 1]
  return [...wire.slice(0, -1), Buffer.concat([last.subarray(0, -1), Buffer.from(end)])]
}
