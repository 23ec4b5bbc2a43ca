import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDemo, type Demo } from '../../src/demo/make-demo.ts'
import { distanceM } from '../../src/geo/lon-lat.ts'
import { madeDemo, readMadeDemo } from './made-demo.ts'
import type { ReadDemo, ReadWay } from './read-demo.ts'

let folder: string
let made: Demo
let demo: ReadDemo
let routed: ReadWay[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-demo-test-'))
  made = await madeDemo()
  demo = await readMadeDemo()
  routed = [...demo.ways.values()].filter(({ tags }) => tags.highway !== undefined || tags.route === 'ferry')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the files', () => {
  test('are the same bytes on every run', async () => {
    const again = await makeDemo(join(folder, 'second'))
    expect(readFileSync(again.pbfPath).equals(readFileSync(made.pbfPath))).toBe(true)
    expect(readFileSync(again.demPaths[0]).equals(readFileSync(made.demPaths[0]))).toBe(true)
    expect(again.example).toEqual(made.example)
  })

  test('say that they are synthetic, when they are from, and where', () => {
    const { header } = demo
    expect(header.writingProgram).toBe('waypost-demo (synthetic)')
    expect(header.source).toBe('waypost-demo (synthetic)')
    expect(header.sourceTs).toMatch(/^2026-11-01T00:00:00/)
    expect(header.sorted).toBe(true)
    const [minLon, minLat, maxLon, maxLat] = header.bbox!
    for (const { lon, lat } of demo.nodes.values()) {
      expect(lon >= minLon && lon <= maxLon && lat >= minLat && lat <= maxLat).toBe(true)
    }
  })

  test('lie in the open Atlantic, inside one tile', () => {
    expect(basename(made.demPaths[0])).toBe('N33W041.hgt')
    expect(demo.hgt.length).toBe(3601 * 3601 * 2)
    const [minLon, minLat, maxLon, maxLat] = demo.header.bbox!
    expect(minLon).toBeGreaterThan(-41)
    expect(maxLon).toBeLessThan(-40)
    expect(minLat).toBeGreaterThan(33)
    expect(maxLat).toBeLessThan(34)
    const eastWestKm = distanceM(minLon, 33.42, maxLon, 33.42) / 1000
    expect(eastWestKm).toBeGreaterThan(13)
    expect(eastWestKm).toBeLessThan(18)
  })
})

describe('the references', () => {
  test('of all ways lead to nodes of the file', () => {
    for (const way of demo.ways.values()) {
      expect(way.refs.length).toBeGreaterThan(1)
      for (const ref of way.refs) expect(demo.nodes.has(ref), `way ${way.id}`).toBe(true)
    }
  })

  test('of all relations lead to objects of the file', () => {
    for (const { id, members } of demo.relations.values()) {
      expect(members.length, `relation ${id}`).toBeGreaterThan(0)
      for (const member of members) {
        const there = { node: demo.nodes, way: demo.ways, relation: demo.relations }[member.type].has(member.id)
        expect(there, `${member.type} ${member.id} of relation ${id}`).toBe(true)
      }
    }
  })

  test('leave no node unused and no name or value empty', () => {
    const used = new Set([...demo.ways.values()].flatMap(({ refs }) => refs))
    for (const [id, { tags }] of demo.nodes)
      expect(used.has(id) || Object.keys(tags).length > 0, `node ${id}`).toBe(true)
    for (const { tags } of [...demo.nodes.values(), ...demo.ways.values(), ...demo.relations.values()]) {
      for (const [key, value] of Object.entries(tags)) expect(value.trim(), key).not.toBe('')
      expect(tags.wikidata).toBeUndefined()
    }
  })

  test('step along ways in sane lengths, never twice on one node', () => {
    for (const { id, refs, tags } of routed) {
      expect(demo.lengthM(refs), `way ${id}`).toBeGreaterThan(0.5)
      expect(demo.lengthM(refs), `way ${id}`).toBeLessThan(6000)
      for (let i = 1; i < refs.length; i++) {
        expect(refs[i]).not.toBe(refs[i - 1])
        if (tags.route !== 'ferry' && tags.tunnel === undefined)
          expect(demo.lengthM([refs[i - 1], refs[i]]), `way ${id}`).toBeLessThan(500)
      }
    }
  })
})

describe('the terrain', () => {
  test('has summits above 2,000 m whose tagged height is that of the model', () => {
    const peaks = [...demo.nodes.values()].filter(({ tags }) => tags.natural === 'peak')
    expect(peaks.filter(({ tags }) => Number(tags.ele) > 2000).length).toBeGreaterThanOrEqual(4)
    for (const { lon, lat, tags } of peaks) {
      expect(tags.name).toBeTruthy()
      expect(Math.abs(demo.heightM(lon, lat) - Number(tags.ele)), tags.name).toBeLessThan(2)
    }
  })

  test('is known under every routed node, 0 at sea, above 0 on land, void far out', () => {
    for (const { tags, refs } of routed) {
      for (const ref of refs) {
        const { lon, lat } = demo.nodes.get(ref)!
        const height = demo.heightM(lon, lat)
        expect(Number.isNaN(height), `${JSON.stringify(tags)} ${lon} ${lat}`).toBe(false)
        if (tags.route !== 'ferry' && tags.man_made !== 'pier') expect(height).toBeGreaterThan(0)
      }
    }
    const ferry = routed.find(({ tags }) => tags.route === 'ferry')!
    const middle = demo.nodes.get(ferry.refs[1])!
    expect(demo.sampleM(middle.lon, middle.lat)).toBe(0)
    expect(demo.sampleM(-40.9, 33.9)).toBe(-32768)
  })

  test('lies level under the lakes', () => {
    const lakes = [...demo.ways.values()].filter(({ tags }) => tags.water === 'lake')
    expect(lakes.length).toBeGreaterThanOrEqual(4)
    for (const { refs, tags } of lakes) {
      const shore = refs.map((ref) => demo.nodes.get(ref)!)
      const lon = shore.reduce((sum, node) => sum + node.lon, 0) / shore.length
      const lat = shore.reduce((sum, node) => sum + node.lat, 0) / shore.length
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ])
        expect(demo.sampleM(lon + dx / 3600, lat + dy / 3600), tags.name).toBe(Number(tags.ele))
    }
  })

  test('lets streams run downhill', () => {
    for (const { refs, tags, id } of demo.ways.values()) {
      if (tags.waterway !== 'stream') continue
      const [first, last] = [demo.nodes.get(refs[0])!, demo.nodes.get(refs[refs.length - 1])!]
      expect(demo.heightM(first.lon, first.lat) + 12, `stream ${id}`).toBeGreaterThan(demo.heightM(last.lon, last.lat))
    }
  })
})
