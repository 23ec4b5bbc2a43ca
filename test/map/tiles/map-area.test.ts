import { describe, expect, test } from 'vitest'
import { mapArea, mapWaterway } from '../../../src/map/tiles/map-area.ts'

const tags = (object: Record<string, string>) => new Map(Object.entries(object))
const said = (attributes: readonly (readonly unknown[])[]) =>
  Object.fromEntries(attributes.filter(([, value]) => value !== undefined).map(([key, value]) => [key, value]))

describe('water as an area', () => {
  test.each<[tags: Record<string, string>, kind: string, more?: Record<string, unknown>]>([
    [{ natural: 'water' }, 'water'],
    [{ natural: 'water', water: 'lake' }, 'lake', { kind_detail: 'lake' }],
    [{ natural: 'water', water: 'pond' }, 'lake', { kind_detail: 'pond' }],
    [{ natural: 'water', water: 'reservoir' }, 'lake', { kind_detail: 'reservoir', reservoir: true }],
    [{ landuse: 'reservoir' }, 'lake', { reservoir: true }],
    [{ landuse: 'basin' }, 'basin'],
    [{ natural: 'water', water: 'river' }, 'river', { kind_detail: 'river' }],
    [{ waterway: 'riverbank' }, 'river'],
    [{ waterway: 'dock' }, 'dock'],
    [{ natural: 'water', intermittent: 'yes' }, 'water', { intermittent: true }],
    [{ natural: 'water', seasonal: 'yes' }, 'water', { intermittent: true }],
    [{ natural: 'water', intermittent: 'no' }, 'water'],
  ])('%j', (given, kind, more = {}) => {
    const [area, ...others] = mapArea(tags(given))
    expect(others).toEqual([])
    expect(area).toMatchObject({ layer: 'water', geometry: 'area' })
    expect(said(area.attributes)).toEqual({ kind, sort_rank: 200, ...more })
  })

  test.each([
    ['lake', true],
    ['basin', true],
    ['river', false],
    ['canal', false],
  ])('the name of a %s is a label of its own: %s', (water, has) => {
    const drafts = mapArea(tags({ natural: 'water', water, name: 'Juclar' }))
    expect(drafts.map(({ geometry }) => geometry)).toEqual(has ? ['area', 'point'] : ['area'])
    expect(said(drafts[0].attributes)).not.toHaveProperty('name')
    if (has) expect(said(drafts[1].attributes)).toMatchObject({ kind: water, name: 'Juclar' })
  })
})

test('a building is as high as is tagged, or 3 m for each of its levels, and of unknown height without any', () => {
  const height = (more: Record<string, string>) =>
    said(mapArea(tags({ building: 'yes', ...more }))[0].attributes).height
  expect(height({ height: '12.5 m', 'building:levels': '2' })).toBe(12.5)
  expect(height({ 'building:levels': '3' })).toBe(9)
  expect(height({ 'building:levels': '200' })).toBe(600)
  expect([height({}), height({ 'building:levels': '0' }), height({ 'building:levels': '201' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a stream without a name comes later, and what it lacks, crosses or runs under is reported', () => {
  const at = (more: Record<string, string>) => mapWaterway(tags({ waterway: 'stream', ...more }))!
  expect(at({}).minZoom).toBe(13)
  expect(at({ name: 'Riu' }).minZoom).toBeLessThan(13)
  const plain = said(at({}).attributes)
  expect(said(at({ seasonal: 'yes' }).attributes)).toEqual({ ...plain, intermittent: true })
  expect(said(at({ tunnel: 'yes' }).attributes)).toEqual({ ...plain, is_tunnel: true })
  expect(said(at({ bridge: 'yes' }).attributes)).toEqual({ ...plain, is_bridge: true })
})
