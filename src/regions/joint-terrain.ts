// Heights of several regions as one terrain: each point is read from the region whose core holds it, and where that one
// has no height, from the others that cover it. With one region everything passes unchanged.

import type { LonLat } from '../geo/lon-lat.ts'
import type { TerrainService } from '../terrain/terrain-service.ts'
import { isInCore, metresOutside, type RegionArea } from './region-area.ts'

export interface TerrainMember {
  area: RegionArea
  terrain: TerrainService
  /** whether it keeps a terrain of this version */
  keeps(version: string): boolean
}

/** Terrain may reach so far beyond the box of the network. */
const MARGIN_M = 5000
const CURRENT = 'current'

/**
 * `listMembers`: at least one. The `release` of an answer that several terrains gave has their versions joined by `+`,
 * which may be requested in turn.
 */
export function createJointTerrain(listMembers: () => readonly TerrainMember[]): TerrainService {
  return {
    async sample(release, points, z) {
      const members = listMembers()
      if (members.length === 1) return members[0].terrain.sample(release, points, z)
      if (release !== CURRENT && !release.includes('+')) {
        const owner = members.find((member) => member.keeps(release)) ?? members[0]
        return owner.terrain.sample(release, points, z)
      }
      const versions = release === CURRENT ? [] : release.split('+')
      const lost = versions.find((version) => !members.some((member) => member.keeps(version)))
      if (lost !== undefined) return members[0].terrain.sample(lost, points, z) // says that it is not kept
      const rounds =
        release === CURRENT
          ? members.map((member) => ({ member, version: CURRENT }))
          : versions.map((version) => ({
              member: members.find((member) => member.keeps(version))!,
              version,
            }))
      return sampleInTurn(rounds, points, z)
    },
  }
}

interface Round {
  member: TerrainMember
  version: string
}

async function sampleInTurn(
  rounds: readonly Round[],
  points: readonly LonLat[],
  z: number | null,
): ReturnType<TerrainService['sample']> {
  const heightsM: (number | null)[] = points.map(() => null)
  const turns = points.map((point) => orderFor(rounds, point))
  const used = new Map<string, number>()
  for (let turn = 0; turn < rounds.length; turn++) {
    const requested = new Map<Round, number[]>()
    turns.forEach((order, i) => {
      const round = order[turn]
      if (heightsM[i] !== null || round === undefined) return
      const list = requested.get(round)
      if (list === undefined) requested.set(round, [i])
      else list.push(i)
    })
    for (const [{ member, version }, indexes] of requested) {
      const sample = await member.terrain.sample(
        version,
        indexes.map((i) => points[i]),
        z,
      )
      used.set(sample.release, sample.z)
      indexes.forEach((i, at) => (heightsM[i] = sample.heightsM[at]))
    }
  }
  if (used.size === 0) {
    // no point lies near any of them: one is asked all the same, to say which
    const [{ member, version }] = rounds
    return member.terrain.sample(version, points, z)
  }
  return { release: [...used.keys()].sort().join('+'), z: Math.min(...used.values()), heightsM }
}

/** The terrains that cover the point: first those with it in their core. */
function orderFor(rounds: readonly Round[], point: LonLat): Round[] {
  const covering = rounds.filter(({ member: { area } }) => metresOutside(area.bbox, point) <= MARGIN_M)
  const inCore = covering.filter(({ member: { area } }) => isInCore(area, point))
  return [...inCore, ...covering.filter((round) => !inCore.includes(round))]
}
