// What a request may ask to avoid: areas, ways and kinds of way (decision: avoid). One place for the kinds, their
// words and the limits; both transports, the capabilities and the router use it. Pure, so that a browser may load it.

/** Kinds of way that can be avoided. */
export const AVOID_KINDS = {
  ferry: 'Crossings by boat.',
  steps: 'Flights of steps.',
  tunnel: 'Ways tagged as running through a tunnel, underpasses too.',
  ford: 'Fords, on the way or at its ends.',
  aided: 'Passages with ladders, ropes or rungs.',
  via_ferrata: 'Climbing routes that need a harness.',
  motor_traffic: 'Roads and streets of classes built for motor vehicles, whether or not these may use them.',
  unlit: 'Ways mapped as unlit. Where lighting is not mapped, an unknown says so.',
} as const
export type AvoidKind = keyof typeof AVOID_KINDS
export const AVOID_KIND_NAMES = Object.keys(AVOID_KINDS) as [AvoidKind, ...AvoidKind[]]

export const MAX_AVOID_RINGS = 50
/** In all rings together; the last position of a ring, which repeats the first, counts too. */
export const MAX_AVOID_VERTICES = 5000
export const MAX_AVOID_WAYS = 200

export type AvoidRing = readonly (readonly [lon: number, lat: number])[]

/** A polygon: its outer ring, then its holes; each is closed. `path` is where its rings stand in the input. */
export interface AvoidArea {
  path: string
  rings: readonly AvoidRing[]
}

/** What a request avoids, as the router takes it. */
export interface Avoid {
  areas?: readonly AvoidArea[] | undefined
  /** ids of OpenStreetMap ways */
  ways?: readonly number[] | undefined
  kinds?: readonly AvoidKind[] | undefined
}
