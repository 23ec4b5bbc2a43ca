import { beforeAll, describe, expect, test } from 'vitest'
import { readMadeDemo } from './made-demo.ts'
import type { ReadDemo, ReadRelation } from './read-demo.ts'

let demo: ReadDemo

beforeAll(async () => {
  demo = await readMadeDemo()
})

const routes = () => [...demo.relations.values()].filter(({ tags }) => tags.route !== undefined)

/**
 * Breaks between neighbouring members: a member that shares no node (of its ends; any node of a roundabout) with the
 * one before.
 */
function countGaps(relation: ReadRelation): number {
  const touching = (id: number) => {
    const { refs, tags } = demo.ways.get(id)!
    return tags.junction === 'roundabout' ? refs : [refs[0], refs[refs.length - 1]]
  }
  let gaps = 0
  for (let i = 1; i < relation.members.length; i++) {
    const before = touching(relation.members[i - 1].id)
    if (!touching(relation.members[i].id).some((node) => before.includes(node))) gaps++
  }
  return gaps
}

describe('the signed routes', () => {
  test('of every network level are there, on foot and by bicycle', () => {
    const networks = routes().map(({ tags }) => tags.network)
    for (const network of ['iwn', 'nwn', 'rwn', 'lwn', 'rcn', 'lcn']) expect(networks, network).toContain(network)
    const kinds = new Set(routes().map(({ tags }) => tags.route))
    expect([...kinds].sort()).toEqual(['bicycle', 'hiking', 'mtb'])
    for (const { tags } of routes()) expect(tags.name && tags.ref, JSON.stringify(tags)).toBeTruthy()
    for (const { tags } of routes()) if (tags.route === 'hiking') expect(tags['osmc:symbol']).toMatch(/^\w+:\w+:\w+$/)
  })

  test('run without a break, but for the one with exactly one gap', () => {
    for (const relation of routes()) {
      if (relation.members[0].type === 'relation') continue
      expect(countGaps(relation), relation.tags.name).toBe(relation.tags.name === 'Trilho da Cabra' ? 1 : 0)
    }
  })

  test('hold one that is made of routes, each of which ends where the next begins', () => {
    const made = routes().filter(({ members }) => members.some(({ type }) => type === 'relation'))
    expect(made).toHaveLength(1)
    const stages = made[0].members.map(({ id }) => demo.relations.get(id)!)
    expect(stages.length).toBeGreaterThan(1)
    const ends = (wayId: number) => demo.ways.get(wayId)!.refs.filter((_, i, refs) => i === 0 || i === refs.length - 1)
    for (let i = 1; i < stages.length; i++) {
      const last = ends(stages[i - 1].members.at(-1)!.id)
      expect(
        ends(stages[i].members[0].id).some((node) => last.includes(node)),
        stages[i].tags.name,
      ).toBe(true)
    }
  })
})

describe('the places', () => {
  test('are of every outdoor kind', () => {
    const tags: [string, string][] = [
      ['tourism', 'alpine_hut'],
      ['tourism', 'wilderness_hut'],
      ['amenity', 'shelter'],
      ['shelter_type', 'basic_hut'],
      ['tourism', 'camp_site'],
      ['amenity', 'drinking_water'],
      ['natural', 'spring'],
      ['amenity', 'toilets'],
      ['tourism', 'viewpoint'],
      ['natural', 'peak'],
      ['mountain_pass', 'yes'],
      ['natural', 'cave_entrance'],
      ['waterway', 'waterfall'],
      ['amenity', 'parking'],
      ['highway', 'bus_stop'],
      ['railway', 'station'],
      ['aerialway', 'station'],
      ['information', 'guidepost'],
      ['tourism', 'picnic_site'],
      ['amenity', 'restaurant'],
      ['information', 'office'],
    ]
    for (const [key, value] of tags) expect(demo.tagged(key, value).length, `${key}=${value}`).toBeGreaterThan(0)
  })

  test('are of every kind of name: settlements, suburbs, localities, lakes, parks, hotels', () => {
    for (const place of ['town', 'village', 'hamlet', 'suburb', 'locality', 'island', 'islet'])
      expect(demo.tagged('place', place).length, place).toBeGreaterThan(0)
    expect(demo.tagged('place', 'village')).toHaveLength(3)
    expect(demo.tagged('leisure', 'park').length).toBeGreaterThan(0)
    expect(demo.tagged('leisure', 'nature_reserve').length).toBe(1)
    expect(demo.tagged('tourism', 'hotel').length).toBeGreaterThan(0)
  })

  test('have umlauts and ß, names in several languages, and people', () => {
    const names = demo
      .tagged('name')
      .map(({ name }) => name)
      .join(' ')
    for (const letter of 'äöüßÖéã') expect(names, letter).toContain(letter)
    for (const key of ['name:de', 'name:en', 'alt_name']) expect(demo.tagged(key).length, key).toBeGreaterThan(2)
    const populations = demo.tagged('population').map(({ population }) => Number(population))
    expect(populations.length).toBeGreaterThan(2)
    expect(populations.filter((count) => !(count > 0))).toEqual([])
  })

  test('have guideposts that stand on junctions of ways', () => {
    const uses = new Map<number, number>()
    for (const { refs, tags } of demo.ways.values())
      if (tags.highway !== undefined) for (const ref of new Set(refs)) uses.set(ref, (uses.get(ref) ?? 0) + 1)
    const guideposts = [...demo.nodes].filter(([, { tags }]) => tags.information === 'guidepost').map(([id]) => id)
    expect(guideposts.length).toBeGreaterThan(2)
    expect(guideposts.filter((id) => (uses.get(id) ?? 0) < 2)).toEqual([])
  })
})

describe('the areas', () => {
  const areaSign = (refs: number[]) => {
    let sum = 0
    for (let i = 1; i < refs.length; i++) {
      const [a, b] = [demo.nodes.get(refs[i - 1])!, demo.nodes.get(refs[i])!]
      sum += a.lon * b.lat - b.lon * a.lat
    }
    return sum
  }
  /** Rings put together from member ways; throws where one stays open. */
  const ringsOf = ({ members }: ReadRelation, role: string): number[][] => {
    const parts = members
      .filter((member) => member.type === 'way' && member.role === role)
      .map(({ id }) => demo.ways.get(id)!.refs.slice())
    const rings: number[][] = []
    while (parts.length > 0) {
      const ring = parts.shift()!
      while (ring[0] !== ring.at(-1)) {
        const next = parts.findIndex((refs) => refs[0] === ring.at(-1) || refs.at(-1) === ring.at(-1))
        if (next < 0) throw new Error('open ring')
        const [refs] = parts.splice(next, 1)
        ring.push(...(refs[0] === ring.at(-1) ? refs : refs.reverse()).slice(1))
      }
      rings.push(ring)
    }
    return rings
  }

  test('close: every multipolygon and boundary is made of whole rings', () => {
    const areas = [...demo.relations.values()].filter(
      ({ tags }) => tags.type === 'multipolygon' || tags.type === 'boundary',
    )
    expect(areas.length).toBeGreaterThan(5)
    for (const area of areas) {
      expect(ringsOf(area, 'outer').length, JSON.stringify(area.tags)).toBeGreaterThan(0)
      ringsOf(area, 'inner')
    }
  })

  test('have the land on the left of the coast', () => {
    const island = [...demo.relations.values()].find(({ tags }) => tags.place === 'island')!
    const [ring] = ringsOf(island, 'outer')
    expect(areaSign(ring)).toBeGreaterThan(0)
    for (const { refs, tags } of demo.ways.values())
      if (tags.natural === 'coastline' && refs[0] === refs.at(-1)) expect(areaSign(refs)).toBeGreaterThan(0)
  })

  test('split the island among three municipalities without gap or overlap', () => {
    const municipalities = [...demo.relations.values()].filter(({ tags }) => tags.admin_level === '8')
    expect(municipalities).toHaveLength(3)
    const area = (relation: ReadRelation) =>
      ringsOf(relation, 'outer').reduce((sum, ring) => sum + Math.abs(areaSign(ring)), 0)
    const region = [...demo.relations.values()].find(({ tags }) => tags.admin_level === '4')!
    const parts = municipalities.map(area)
    expect(parts.reduce((sum, part) => sum + part, 0) / area(region)).toBeCloseTo(1, 6)
    for (const part of parts) expect(part / area(region)).toBeGreaterThan(0.15)
  })

  test('are forest, meadow, rock, beach, lake and houses', () => {
    for (const [key, value] of [
      ['natural', 'wood'],
      ['landuse', 'meadow'],
      ['natural', 'bare_rock'],
      ['natural', 'beach'],
      ['natural', 'water'],
    ])
      expect(demo.tagged(key, value).length, value).toBeGreaterThan(1)
    expect(demo.tagged('building').length).toBeGreaterThan(100)
  })
})
