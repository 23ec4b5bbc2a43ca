import { beforeAll, describe, expect, test } from 'vitest'
import type { Demo } from '../../src/demo/make-demo.ts'
import { distanceM } from '../../src/geo/lon-lat.ts'
import { madeDemo, readMadeDemo } from './made-demo.ts'
import type { ReadDemo, ReadWay } from './read-demo.ts'

const SAC = ['', 'hiking', 'mountain_hiking', 'demanding_mountain_hiking', 'alpine_hiking', 'demanding_alpine_hiking']

let made: Demo
let demo: ReadDemo
let routed: ReadWay[]

beforeAll(async () => {
  made = await madeDemo()
  demo = await readMadeDemo()
  routed = [...demo.ways.values()].filter(({ tags }) => tags.highway !== undefined || tags.route === 'ferry')
})

/** Point-to-point lengths over the walked ways up to a grade; ways above it, private ways and ferratas left out. */
function distances(from: number, maxGrade: number): Map<number, number> {
  const links = new Map<number, [number, number][]>()
  for (const { refs, tags } of routed) {
    if (tags.highway === 'via_ferrata' || tags.access === 'private' || SAC.indexOf(tags.sac_scale ?? '') > maxGrade)
      continue
    for (let i = 1; i < refs.length; i++) {
      const lengthM = demo.lengthM([refs[i - 1], refs[i]])
      for (const [a, b] of [
        [refs[i - 1], refs[i]],
        [refs[i], refs[i - 1]],
      ])
        links.set(a, [...(links.get(a) ?? []), [b, lengthM]])
    }
  }
  const reached = new Map([[from, 0]])
  const open = new Set([from])
  while (open.size > 0) {
    let here = -1
    for (const node of open) if (here < 0 || reached.get(node)! < reached.get(here)!) here = node
    open.delete(here)
    for (const [next, lengthM] of links.get(here) ?? []) {
      const total = reached.get(here)! + lengthM
      if (total >= (reached.get(next) ?? Infinity)) continue
      reached.set(next, total)
      open.add(next)
    }
  }
  return reached
}

const nodeAt = ([lon, lat]: [number, number]) =>
  [...demo.nodes].find(([, node]) => distanceM(node.lon, node.lat, lon, lat) < 0.1)![0]

describe('the network', () => {
  test('is well over 150 km in one piece', () => {
    const town = [...demo.nodes.values()].find(({ tags }) => tags.place === 'town')!
    let start = 0
    let leastM = Infinity
    for (const ref of routed.flatMap(({ refs }) => refs)) {
      const node = demo.nodes.get(ref)!
      const metres = distanceM(node.lon, node.lat, town.lon, town.lat)
      if (metres < leastM) [start, leastM] = [ref, metres]
    }
    const reached = distances(start, 5)
    let inM = 0
    let outM = 0
    for (const { refs, tags } of routed) {
      if (tags.access === 'private' || tags.highway === 'via_ferrata') continue
      if (reached.has(refs[0])) inM += demo.lengthM(refs)
      else outM += demo.lengthM(refs)
    }
    expect(inM / 1000).toBeGreaterThan(200)
    expect(outM / inM).toBeLessThan(0.01)
  })

  test('has a walk from a village to a hut as its example: 5 to 10 km, nothing above T3', () => {
    const [from, to] = made.example.waypoints
    const lengthM = distances(nodeAt(from), 3).get(nodeAt(to))!
    expect(lengthM).toBeGreaterThan(5000)
    expect(lengthM).toBeLessThan(10_000)
    const named = (tag: string, value: string, [lon, lat]: [number, number]) =>
      [...demo.nodes.values()].some((node) => node.tags[tag] === value && distanceM(node.lon, node.lat, lon, lat) < 60)
    expect(named('place', 'village', from)).toBe(true)
    expect(named('tourism', 'alpine_hut', to)).toBe(true)
  })

  test('has loops everywhere: nearly all of it can be walked without turning back', () => {
    const links = new Map<number, { to: number; step: number }[]>()
    const stepM: number[] = []
    for (const { refs, tags } of routed) {
      if (tags.access === 'private' || tags.route === 'ferry') continue
      for (let i = 1; i < refs.length; i++) {
        const step = stepM.push(demo.lengthM([refs[i - 1], refs[i]])) - 1
        for (const [a, b] of [
          [refs[i - 1], refs[i]],
          [refs[i], refs[i - 1]],
        ])
          links.set(a, [...(links.get(a) ?? []), { to: b, step }])
      }
    }
    // Tarjan: a step is a bridge where nothing below it reaches back above it
    const order = new Map<number, number>()
    const low = new Map<number, number>()
    let bridgeM = 0
    for (const root of links.keys()) {
      if (order.has(root)) continue
      const stack = [{ node: root, by: -1, next: 0 }]
      order.set(root, order.size)
      low.set(root, order.get(root)!)
      while (stack.length > 0) {
        const top = stack[stack.length - 1]
        const link = links.get(top.node)![top.next++]
        if (link === undefined) {
          stack.pop()
          const up = stack[stack.length - 1]
          if (up === undefined) continue
          low.set(up.node, Math.min(low.get(up.node)!, low.get(top.node)!))
          if (low.get(top.node)! > order.get(up.node)!) bridgeM += stepM[top.by]
        } else if (link.step !== top.by) {
          if (order.has(link.to)) low.set(top.node, Math.min(low.get(top.node)!, order.get(link.to)!))
          else {
            order.set(link.to, order.size)
            low.set(link.to, order.get(link.to)!)
            stack.push({ node: link.to, by: link.step, next: 0 })
          }
        }
      }
    }
    expect(bridgeM / stepM.reduce((sum, metres) => sum + metres, 0)).toBeLessThan(0.05)
  })

  test('grades steeper paths higher, and leaves many untagged', () => {
    const samples: number[][] = SAC.map(() => [])
    const lengthKm = SAC.map(() => 0)
    for (const { refs, tags } of routed) {
      if (tags.highway !== 'path') continue
      const grade = SAC.indexOf(tags.sac_scale ?? '')
      lengthKm[grade] += demo.lengthM(refs) / 1000
      for (let i = 1; i < refs.length; i++) {
        const [a, b] = [demo.nodes.get(refs[i - 1])!, demo.nodes.get(refs[i])!]
        const lengthM = demo.lengthM([refs[i - 1], refs[i]])
        if (lengthM < 10) continue
        const [lon, lat] = [(a.lon + b.lon) / 2, (a.lat + b.lat) / 2]
        const side = Math.hypot(
          (demo.heightM(lon + 1 / 1800, lat) - demo.heightM(lon - 1 / 1800, lat)) / 103.2,
          (demo.heightM(lon, lat + 1 / 1800) - demo.heightM(lon, lat - 1 / 1800)) / 123.6,
        )
        samples[grade].push(
          0.72 * side + (1.5 * Math.abs(demo.heightM(a.lon, a.lat) - demo.heightM(b.lon, b.lat))) / lengthM,
        )
      }
    }
    const mean = samples.map((list) => list.reduce((sum, value) => sum + value, 0) / list.length)
    for (let grade = 2; grade <= 5; grade++)
      expect(mean[grade], `T${grade} against T${grade - 1}`).toBeGreaterThan(mean[grade - 1])
    for (let grade = 1; grade <= 5; grade++) expect(lengthKm[grade], `T${grade}`).toBeGreaterThan(0.5)
    expect(lengthKm[0]).toBeGreaterThan(20)
  })

  test('has every hazard and obstacle that a router must know', () => {
    const way = (wanted: Record<string, string>) =>
      routed.filter(({ tags }) => Object.entries(wanted).every(([key, value]) => tags[key] === value)).length
    expect(way({ highway: 'via_ferrata' })).toBeGreaterThan(0)
    expect(way({ via_ferrata_scale: '3' })).toBeGreaterThan(0)
    expect(way({ safety_rope: 'yes' })).toBe(1)
    expect(way({ ladder: 'yes' })).toBe(1)
    expect(way({ ford: 'yes' })).toBeGreaterThan(2)
    expect(way({ bridge: 'yes' })).toBeGreaterThan(20)
    expect(way({ tunnel: 'yes' })).toBe(1)
    expect(way({ route: 'ferry' })).toBe(1)
    expect(way({ highway: 'steps' })).toBeGreaterThan(0)
    expect(way({ highway: 'cycleway' })).toBeGreaterThan(0)
    expect(way({ oneway: 'yes' })).toBeGreaterThan(0)
    expect(way({ junction: 'roundabout' })).toBe(1)
    expect(way({ access: 'private' })).toBeGreaterThan(0)
    expect(way({ man_made: 'pier' })).toBe(2)
    for (const key of ['trail_visibility', 'surface', 'tracktype', 'mtb:scale'])
      expect(routed.filter(({ tags }) => key in tags).length, key).toBeGreaterThan(10)
    const nodes = [...demo.nodes.values()].map(({ tags }) => tags)
    for (const barrier of ['gate', 'stile', 'cattle_grid', 'kissing_gate', 'bollard'])
      expect(
        nodes.some((tags) => tags.barrier === barrier),
        barrier,
      ).toBe(true)
    expect(nodes.some((tags) => tags.barrier === 'gate' && tags.locked === 'yes' && tags.access === 'private')).toBe(
      true,
    )
    expect(nodes.filter((tags) => tags.ford !== undefined).length).toBeGreaterThan(5)
  })

  test('joins fords to a stream and a way, and bridges to no stream', () => {
    const onStream = new Set(
      [...demo.ways.values()].filter(({ tags }) => tags.waterway === 'stream').flatMap(({ refs }) => refs),
    )
    const onWay = new Set(routed.flatMap(({ refs }) => refs))
    const fords = [...demo.nodes].filter(([, { tags }]) => tags.ford !== undefined).map(([id]) => id)
    expect(fords.length).toBeGreaterThan(5)
    expect(fords.filter((id) => !onStream.has(id) || !onWay.has(id))).toEqual([])
    const bridges = routed.filter(({ tags }) => tags.bridge !== undefined)
    expect(bridges.length).toBeGreaterThan(1)
    expect(bridges.filter(({ refs }) => refs.slice(1, -1).some((ref) => onStream.has(ref)))).toEqual([])
    const fordedWays = routed.filter(({ tags }) => tags.ford !== undefined)
    expect(fordedWays.filter(({ refs }) => !refs.some((ref) => onStream.has(ref)))).toEqual([])
  })

  test('has turn restrictions whose ways meet in the via node', () => {
    const restrictions = [...demo.relations.values()].filter(({ tags }) => tags.type === 'restriction')
    expect(restrictions.map(({ tags }) => tags.except)).toEqual([undefined, 'bicycle'])
    for (const { members } of restrictions) {
      const [from, via, to] = members
      expect([from.role, via.role, to.role]).toEqual(['from', 'via', 'to'])
      expect(demo.ways.get(from.id)!.refs.at(-1)).toBe(via.id)
      expect(demo.ways.get(to.id)!.refs[0]).toBe(via.id)
    }
  })
})
