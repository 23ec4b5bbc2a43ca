// Small things that routers must get right: a roundabout in the town, and turn restrictions, one of which spares
// bicycles.
// Works on finished ways. Never leaves a way with fewer than two points.

import type { DemoMap, Tags } from './demo-map.ts'
import type { SpotName } from './network-plan.ts'

const RADIUS_M = 17

/** Replaces the junction at a spot by a circle (counter-clockwise); the spot moves onto the circle. */
export function addRoundabout(map: DemoMap, spotPoint: Record<SpotName, number>, spot: SpotName): void {
  const centre = spotPoint[spot]
  const joints: { angle: number; point: number }[] = []
  const jointAt = (towards: number) => {
    const angle = Math.atan2(map.yM[towards] - map.yM[centre], map.xM[towards] - map.xM[centre])
    const near = joints.find((joint) => Math.abs(joint.angle - angle) < 0.12)
    if (near) return near.point
    const point = map.addPoint(map.xM[centre] + RADIUS_M * Math.cos(angle), map.yM[centre] + RADIUS_M * Math.sin(angle))
    joints.push({ angle, point })
    return point
  }
  for (const way of map.ways) {
    if (way.tags.highway === undefined) continue
    for (const end of [0, 1]) {
      if (way.points[end === 0 ? 0 : way.points.length - 1] !== centre) continue
      const outward = end === 0 ? way.points.slice() : way.points.slice().reverse()
      let i = 1
      while (i < outward.length - 1 && map.gapM(outward[i], centre) < RADIUS_M + 4) i++
      const cut = [jointAt(outward[i]), ...outward.slice(i)]
      way.points = end === 0 ? cut : cut.reverse()
    }
  }
  for (let k = 0; k < 12; k++)
    jointAt(
      map.addPoint(
        map.xM[centre] + 50 * Math.cos((k * Math.PI) / 6),
        map.yM[centre] + 50 * Math.sin((k * Math.PI) / 6),
      ),
    )
  joints.sort((a, b) => a.angle - b.angle)
  const circle = joints.map(({ point }) => point)
  map.addWay([...circle, circle[0]], {
    highway: 'secondary',
    junction: 'roundabout',
    name: 'Marktkreisel',
    surface: 'asphalt',
  })
  spotPoint[spot] = circle[0]
}

/** Two turns from the main road into side streets are forbidden, the second not for bicycles. */
export function addRestriction(map: DemoMap): void {
  const kinds: Tags[] = [{ restriction: 'no_left_turn' }, { restriction: 'no_right_turn', except: 'bicycle' }]
  let made = 0
  for (let to = 0; to < map.ways.length && made < kinds.length; to++) {
    if (map.ways[to].tags.highway !== 'residential') continue
    const via = map.ways[to].points[0]
    const from = map.ways.findIndex(
      (way) =>
        way.tags.highway === 'secondary' &&
        way.tags.junction === undefined &&
        way.points[way.points.length - 1] === via,
    )
    if (from < 0) continue
    const turn = turnSign(map, map.ways[from].points, map.ways[to].points)
    if (turn > 0 !== (made === 0)) continue
    map.addRelation(
      [
        { type: 'way', index: from, role: 'from' },
        { type: 'node', index: via, role: 'via' },
        { type: 'way', index: to, role: 'to' },
      ],
      { type: 'restriction', ...kinds[made] },
    )
    made++
  }
}

/** Above 0 for a left turn from the end of one way into the start of another. */
function turnSign(map: DemoMap, from: number[], to: number[]): number {
  const [a, b, c] = [from[from.length - 2], to[0], to[1]]
  return (map.xM[b] - map.xM[a]) * (map.yM[c] - map.yM[b]) - (map.yM[b] - map.yM[a]) * (map.xM[c] - map.xM[b])
}
