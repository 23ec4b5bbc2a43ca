// Requests as Valhalla reads them.

import type { Pair } from '../routing/pairs.ts'

export type PeerProfile = 'hike' | 'bike'

/** How it travels. On foot up to T3, as the service does by default. */
export function peerCosting(profile: PeerProfile): object {
  if (profile === 'bike') return { costing: 'bicycle' }
  return { costing: 'pedestrian', costing_options: { pedestrian: { max_hiking_difficulty: 3 } } }
}

export function peerLocation([lon, lat]: readonly [number, number]): { lat: number; lon: number } {
  return { lat, lon }
}

/** `more`: other members of the request. */
export function peerRoute({ from, to }: Pair, profile: PeerProfile, more: object = {}): string {
  return JSON.stringify({ locations: [from, to].map(peerLocation), ...peerCosting(profile), ...more })
}
