// Puts the named places, settlements, guideposts, barriers and the cable car on the map.
// Heights (`ele`, whole metres) are read from the land. All names come from place-names.ts.

import type { DemoMap, Tags } from './demo-map.ts'
import type { Ground } from './find-trail.ts'
import { sampleField } from './island-grid.ts'
import type { Extras } from './lay-extras.ts'
import type { LaidNetwork } from './lay-network.ts'
import { PLACES, SETTLEMENTS } from './place-names.ts'

export function addPlaces(map: DemoMap, ground: Ground, net: LaidNetwork, extras: Extras, junctions: number[]): void {
  const heightAt = (point: number) => String(Math.round(sampleField(ground.heightM, map.xM[point], map.yM[point])))
  addNamedPlaces(map, net, heightAt)
  addHarbours(map, extras)
  addGuideposts(map, junctions, heightAt)
  addBarriers(map)
  addCableCar(map, net, heightAt)
  addPark(map, net)
}

function addNamedPlaces(map: DemoMap, { spotPoint }: LaidNetwork, heightAt: (point: number) => string): void {
  for (const { spot, place, name, tags } of SETTLEMENTS) {
    const point = map.addPoint(map.xM[spotPoint[spot]] + 24, map.yM[spotPoint[spot]] + 21)
    map.tagPoint(point, { place, name, ...tags })
  }
  for (const { spot, dx, dy, on, tags } of PLACES) {
    const wish = on ? spotPoint[spot] : map.addPoint(map.xM[spotPoint[spot]] + dx, map.yM[spotPoint[spot]] + dy)
    const point =
      tags.waterway === 'waterfall' || tags.natural === 'spring'
        ? nearestOnStream(map, wish, tags.natural === 'spring')
        : wish
    map.tagPoint(point, tags.ele === '?' ? { ...tags, ele: heightAt(point) } : tags)
  }
}

/** The islet, the harbours, and the gate of a private way. */
function addHarbours(map: DemoMap, extras: Extras): void {
  const isletSite = (dx: number, dy: number, tags: Tags) =>
    map.addPoint(map.xM[extras.isletTop] + dx, map.yM[extras.isletTop] + dy, tags)
  isletSite(30, 20, { man_made: 'lighthouse', name: 'Leuchtfeuer Seehundsknüll' })
  isletSite(-60, -40, { tourism: 'camp_site', name: 'Robbenwiese', tents: 'yes' })
  map.tagPoint(extras.isletPier, { amenity: 'ferry_terminal', name: 'Seehundsknüll' })
  map.addPoint(map.xM[extras.harbour] + 60, map.yM[extras.harbour] + 5, {
    leisure: 'marina',
    harbour: 'yes',
    name: 'Hafen Sturmwöhrde',
  })
  map.tagPoint(extras.privateGate, { barrier: 'gate', access: 'private', locked: 'yes' })
}

function addGuideposts(map: DemoMap, junctions: readonly number[], heightAt: (point: number) => string): void {
  const posts = [
    'Drei Wege',
    'Am Nebelstein',
    'Föhrenkreuz',
    'Encruzilhada Velha',
    'Windeck',
    'Peat Cross',
    'Schäferruh',
    'Bachzwiesel',
    'Pedra Alta',
    'Grüne Rast',
  ]
  junctions.forEach((point, i) =>
    map.tagPoint(point, {
      tourism: 'information',
      information: 'guidepost',
      ...(i % 3 === 0 ? { name: posts[(i / 3) % posts.length] } : {}),
      ...(i % 2 ? { ele: heightAt(point) } : {}),
    }),
  )
}

/** Barriers on tracks and paths, at inner points away from everything else */
function addBarriers(map: DemoMap): void {
  const barriers: [string, Tags][] = [
    ['track', { barrier: 'gate' }],
    ['path', { barrier: 'stile' }],
    ['track', { barrier: 'cattle_grid' }],
    ['path', { barrier: 'kissing_gate' }],
    ['footway', { barrier: 'bollard' }],
    ['track', { barrier: 'gate', foot: 'yes', bicycle: 'yes' }],
    ['path', { barrier: 'stile' }],
    ['track', { barrier: 'gate', locked: 'yes', foot: 'yes' }],
    ['path', { barrier: 'gate' }],
  ]
  barriers.forEach(([highway, tags], i) => {
    const ways = map.ways.filter(
      (way) => way.tags.highway === highway && way.points.length > (highway === 'footway' ? 2 : 4),
    )
    if (ways.length === 0) return
    const { points } = ways[Math.floor(((i + 0.5) / barriers.length) * ways.length)]
    const point = points[Math.floor(points.length / 2)]
    if (!map.pointTags.has(point)) map.tagPoint(point, tags)
  })
}

function addCableCar(map: DemoMap, { spotPoint }: LaidNetwork, heightAt: (point: number) => string): void {
  const valley = map.addPoint(map.xM[spotPoint.lightValley] - 30, map.yM[spotPoint.lightValley] + 15, {
    aerialway: 'station',
    name: 'Fogobahn Tal',
    ele: '?',
  })
  const top = map.addPoint(map.xM[spotPoint.fogo] + 35, map.yM[spotPoint.fogo] - 25, {
    aerialway: 'station',
    name: 'Fogobahn Berg',
    ele: '?',
  })
  for (const station of [valley, top]) map.tagPoint(station, { ele: heightAt(station) })
  const pylon = map.addPoint((map.xM[valley] + map.xM[top]) / 2, (map.yM[valley] + map.yM[top]) / 2, {
    aerialway: 'pylon',
  })
  map.addWay([valley, pylon, top], { aerialway: 'cable_car', name: 'Fogobahn' })
}

function addPark(map: DemoMap, { spotPoint }: LaidNetwork): void {
  const [px, py] = [map.xM[spotPoint.town] - 150, map.yM[spotPoint.town] + 160]
  const park = [
    [0, 0],
    [70, 10],
    [75, 60],
    [5, 55],
  ].map(([dx, dy]) => map.addPoint(px + dx, py + dy))
  map.addWay([...park, park[0]], { leisure: 'park', name: 'Kurpark Sturmwöhrde' })
}

/** The nearest untagged point of a stream (its upper end for a spring). */
function nearestOnStream(map: DemoMap, wish: number, source: boolean): number {
  let best = wish
  let bestM = Infinity
  for (const { points, tags } of map.ways) {
    if (tags.waterway !== 'stream') continue
    for (const point of source ? points.slice(0, 1) : points.slice(1, -1)) {
      if (map.pointTags.has(point) || map.gapM(point, wish) >= bestM) continue
      best = point
      bestM = map.gapM(point, wish)
    }
  }
  return best
}
