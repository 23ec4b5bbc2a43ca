// A map drawn in ASCII as a real .osm.pbf, for tests. Every letter of the drawing is a node; columns lie 0.0005 degrees
// of longitude apart, rows 0.0005 degrees of latitude (north is up). Ways name their nodes by letters: `abc`. Ids are
// counted from 1 in the order given.

import { writePbf, type OsmFile } from '../../src/demo/write-pbf.ts'
import type { PbfSource } from '../../src/osm/pbf-blocks.ts'
import { pbfFromBytes } from './pbf-from-bytes.ts'

type Tags = Record<string, string>

export interface TinyMap {
  /** letters are nodes; other characters are drawing only */
  map: string
  /** ways as [letters, tags] */
  ways: [letters: string, tags: Tags][]
  /** tags of nodes by letter */
  nodes?: Record<string, Tags>
  /** members as `role:n:a`, `role:w:0` (index of the way), `role:r:0` (index of the relation); the role may be empty */
  relations?: [members: string[], tags: Tags][]
  /** way ids instead of 1, 2, 3 ... */
  wayIds?: number[]
  /** letters that are not written to the file */
  missing?: string
  /** seconds since 1970; default 2025-01-01 */
  timestampS?: number
  /** south-west corner in degrees */
  lon?: number
  lat?: number
  /** degrees between two columns or rows */
  stepDeg?: number
}

export interface TinyOsm {
  file: OsmFile
  bytes: Uint8Array
  source: PbfSource
  /** letter -> [lon, lat] */
  at: Map<string, [number, number]>
  letterAt(lonE7: number, latE7: number): string
}

export function tinyOsm({
  map,
  ways,
  nodes = {},
  relations = [],
  wayIds,
  missing = '',
  timestampS = 1735689600,
  lon = 1.5,
  lat = 42.5,
  stepDeg = 0.0005,
}: TinyMap): TinyOsm {
  const rows = map.split('\n').filter((row) => row.trim() !== '')
  const at = new Map<string, [number, number]>()
  rows.forEach((row, r) => {
    for (let c = 0; c < row.length; c++) {
      if (/[a-zA-Z]/.test(row[c]))
        at.set(row[c], [
          Math.round((lon + c * stepDeg) * 1e7) / 1e7,
          Math.round((lat + (rows.length - r) * stepDeg) * 1e7) / 1e7,
        ])
    }
  })
  const letters = [...at.keys()].sort()
  const idOf = (letter: string) => letters.indexOf(letter) + 1
  const member = (text: string) => {
    const [role, type, which] = text.split(':')
    if (type === 'n') return { type: 'node' as const, id: idOf(which), role }
    if (type === 'w') return { type: 'way' as const, id: wayIds?.[Number(which)] ?? Number(which) + 1, role }
    return { type: 'relation' as const, id: Number(which) + 1, role }
  }
  const toE7 = (deg: number) => Math.round(deg * 1e7)
  const file: OsmFile = {
    writingProgram: 'tiny-osm',
    source: 'drawn',
    replicationTimestampS: timestampS,
    nodes: letters
      .filter((letter) => !missing.includes(letter))
      .map((letter) => ({
        id: idOf(letter),
        lonE7: toE7(at.get(letter)![0]),
        latE7: toE7(at.get(letter)![1]),
        tags: nodes[letter] ?? {},
      })),
    ways: ways
      .map(([refs, tags], w) => ({ id: wayIds?.[w] ?? w + 1, refs: [...refs].map(idOf), tags }))
      .sort((a, b) => a.id - b.id),
    relations: relations.map(([members, tags], r) => ({ id: r + 1, members: members.map(member), tags })),
  }
  const bytes = writePbf(file)
  const letterOf = new Map([...at].map(([letter, [x, y]]) => [`${toE7(x)},${toE7(y)}`, letter]))
  return {
    file,
    bytes,
    source: pbfFromBytes('tiny.osm.pbf', bytes),
    at,
    letterAt: (lonE7, latE7) => letterOf.get(`${lonE7},${latE7}`) ?? '?',
  }
}
