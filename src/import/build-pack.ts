// Makes a pack from its plan: each archive cut out, then styles, glyphs of the characters that its names use, sprite,
// names and attribution, all into one zip file. It is written beside its place and renamed there whole; a failure
// leaves nothing. Equal content gives equal bytes.

import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listNames, type NamedPlace } from '../../db/list-names.ts'
import { ServiceError } from '../errors.ts'
import { findFontStack, readFontLicence } from '../map/style/glyph-fonts.ts'
import { buildGlyphRange, type FontTable } from '../map/style/glyph-range.ts'
import { FACTS_FILE, PACK_EXTENSION, PACKS_FOLDER, type PackFacts } from '../map/packs/pack-store.ts'
import { listFontStacks, toPackedStyle, collectGlyphRanges, RANGE_CHARACTERS } from '../map/packs/pack-style.ts'
import { RELEASES_FOLDER } from '../releases/release-manifest.ts'
import { readStyleArchive } from '../map/style/style-archive.ts'
import { ZipWriter, type ZippedFile } from '../storage/archive/zip-writer.ts'
import type { ReleaseInfo } from '../releases/release-info.ts'
import { toReads } from '../storage/archive/archive-places.ts'
import { decompress } from '../terrain/pmtiles-file.ts'
import { TileArchiveWriter } from '../storage/archive/archive-writer.ts'
import type { Box } from '../geo/lon-lat.ts'
import { moveDurably } from './durable-files.ts'
import { MB, type MakePack } from './pack-arguments.ts'
import { tileTypeOf, type PackedArchive, type PackPlan } from './plan-pack.ts'
import type { Progress } from './progress-bar.ts'

/** More names are not kept; the best known come first. */
const MAX_NAMES = 100_000
const GROUP = 'pack'
const BUILDING = '.building-'
/** Every label has these, whatever the tiles say: numbers, signs, Latin letters. */
const ALWAYS = [0]

export interface BuiltPack {
  path: string
  bytes: number
  facts: PackFacts
}

interface Content {
  /** texts and small files, by name in the pack */
  small: [name: string, bytes: Buffer][]
  /** cut archives: name in the pack and where they wait */
  archives: [name: string, path: string][]
  names: PackFacts['names']
}

/** Throws ServiceError `invalid_input`, `busy`, or what the file system throws. */
export async function buildPack(
  args: MakePack,
  release: ReleaseInfo,
  plan: PackPlan,
  progress: Progress,
): Promise<BuiltPack> {
  const folder = join(args.dataDir, PACKS_FOLDER)
  mkdirSync(folder, { recursive: true })
  await removeLeftOvers(folder)
  const building = join(folder, `${BUILDING}${args.name}-${process.pid}`)
  mkdirSync(building)
  try {
    const content = await gather(args, release, plan, building, progress)
    progress.begin(GROUP, 'one file')
    const draft = join(building, 'pack.zip')
    const { facts, bytes } = await writeZip(draft, args, release, plan, content, progress)
    if (bytes > args.maxBytes)
      throw new ServiceError(
        'invalid_input',
        `The pack would have ${Math.ceil(bytes / MB)} MB, more than the ${args.maxBytes / MB} MB allowed: raise --max-mb.`,
      )
    const path = join(folder, `${args.name}${PACK_EXTENSION}`)
    moveDurably(draft, path)
    progress.end()
    return { path, bytes, facts }
  } finally {
    rmSync(building, { recursive: true, force: true })
  }
}

async function gather(
  args: MakePack,
  release: ReleaseInfo,
  plan: PackPlan,
  building: string,
  progress: Progress,
): Promise<Content> {
  const ranges = new Set(ALWAYS)
  const archives: Content['archives'] = []
  for (const archive of plan.archives) {
    const file = `${archive.artifact.name}.pmtiles`
    progress.begin(GROUP, `${archive.artifact.name} tiles`)
    await cutArchive(archive, plan.bbox, join(building, file), ranges, progress)
    archives.push([file, join(building, file)])
  }
  progress.begin(GROUP, 'styles, glyphs and names')
  const small = styleFiles(args, release, plan, ranges)
  const names = args.without.includes('names') ? null : await packNames(args, release, plan)
  if (names !== null) small.push(['names.geojson', Buffer.from(names.text)])
  small.push(['ATTRIBUTION.txt', Buffer.from(attributionText(release, args.name, plan.bbox))])
  small.push(['glyphs/LICENSE.txt', Buffer.from(readFontLicence())])
  return { small, archives, names: names?.summary ?? null }
}

/** Copies the tiles unchanged; adds the glyph ranges that their texts need. */
async function cutArchive(
  { header, metadata, places, source }: PackedArchive,
  bbox: PackPlan['bbox'],
  outPath: string,
  ranges: Set<number>,
  progress: Progress,
): Promise<void> {
  const tileType = tileTypeOf(header)
  const writer = await TileArchiveWriter.create(outPath)
  try {
    let done = 0
    let lastOffset = -1
    for (const read of toReads(places)) {
      const bytes = new Uint8Array((await source.getBytes(header.tileDataOffset + read.offset, read.length)).data)
      for (const { z, x, y, offset, length } of read.places) {
        const tile = bytes.subarray(offset - read.offset, offset - read.offset + length)
        await writer.add(z, x, y, tile)
        if (tileType === 'mvt' && offset !== lastOffset)
          collectGlyphRanges(new Uint8Array(await decompress(tile.slice().buffer, header.tileCompression)), ranges)
        lastOffset = offset
        progress.report(++done, places.length, 'tiles')
      }
    }
    await writer.finish(tileType, metadata, bbox)
  } catch (thrown) {
    await writer.abandon()
    throw thrown
  }
}

function styleFiles(args: MakePack, release: ReleaseInfo, plan: PackPlan, ranges: Set<number>): Content['small'] {
  const styles = release.artifacts.find(({ name }) => name === 'styles')
  if (styles?.file == null)
    throw new ServiceError('invalid_input', 'The release has no styles: import the region again with this version.')
  const { texts, images } = readStyleArchive(join(args.dataDir, RELEASES_FOLDER, release.id, styles.file))
  const there = plan.archives.map(({ artifact }) => artifact.name)
  const small: Content['small'] = []
  const stacks = new Set<string>()
  for (const [name, text] of texts) {
    const isStyle = name === 'style.json' || name === 'style-dark.json'
    if (isStyle) for (const stack of listFontStacks(text)) stacks.add(stack)
    small.push([name, Buffer.from(isStyle ? toPackedStyle(text, there, plan.bbox) : text)])
  }
  for (const [name, bytes] of images) small.push([name, bytes])
  const fonts: FontTable = new Map()
  for (const stack of [...stacks].sort())
    for (const start of [...ranges].sort((a, b) => a - b)) {
      const range = buildGlyphRange(findFontStack(stack)!, start, fonts)
      small.push([`glyphs/${stack}/${start}-${start + RANGE_CHARACTERS - 1}.pbf`, Buffer.from(range)])
    }
  return small
}

async function packNames({ dataDir }: MakePack, release: ReleaseInfo, { bbox }: PackPlan) {
  const catalogue = release.artifacts.find(({ name }) => name === 'catalogue')
  if (catalogue?.file == null) return null
  const found = await listNames(join(dataDir, RELEASES_FOLDER, release.id, catalogue.file), bbox, MAX_NAMES + 1)
  const kept = found.slice(0, MAX_NAMES)
  return { text: toNamesText(kept), summary: { count: kept.length, complete: kept.length === found.length } }
}

async function writeZip(
  path: string,
  args: MakePack,
  release: ReleaseInfo,
  plan: PackPlan,
  { small, archives, names }: Content,
  progress: Progress,
): Promise<{ facts: PackFacts; bytes: number }> {
  const hash = createHash('sha256')
  for (const [name, bytes] of small) hash.update(`${name}\0`).update(bytes)
  for (const { artifact, places } of plan.archives)
    hash.update(`${artifact.name}\0${artifact.version}\0${places.length}\0`)
  hash.update(JSON.stringify([args.name, plan.bbox, args.maxZoom, release.id]))
  const facts = factsOf(args, release, plan, names, hash.digest('hex').slice(0, 16))
  const zip = await ZipWriter.create(path, new Date(release.builtAt))
  try {
    await zip.addBytes(FACTS_FILE, Buffer.from(`${JSON.stringify(facts, null, 2)}\n`))
    for (const [name, bytes] of small) await zip.addBytes(name, bytes, name.endsWith('.png'))
    let done = 0
    const total = plan.bytes
    const onBytes = (bytes: number) => progress.report((done += bytes), Math.max(total, done), 'bytes')
    const files: ZippedFile[] = []
    for (const [name, from] of archives) files.push(await zip.addFile(name, from, onBytes))
    return { facts, bytes: await zip.finish() }
  } catch (thrown) {
    await zip.abandon()
    throw thrown instanceof RangeError
      ? new ServiceError('invalid_input', `${thrown.message} Take a smaller --bbox.`)
      : thrown
  }
}

function factsOf(
  args: MakePack,
  release: ReleaseInfo,
  plan: PackPlan,
  names: PackFacts['names'],
  version: string,
): PackFacts {
  const { id, name, builtAt, synthetic, attributions } = release
  const [west, south, east, north] = plan.bbox
  return {
    schema: 'waypost-pack/1',
    name: args.name,
    version,
    bbox: [west, south, east, north],
    min_zoom: Math.min(...plan.archives.map(({ header }) => header.minZoom)),
    max_zoom: Math.max(...plan.archives.map(({ header }) => Math.min(header.maxZoom, args.maxZoom))),
    release: { id, name, built_at: builtAt, synthetic },
    archives: Object.fromEntries(
      plan.archives.map(({ artifact, places, bytes }) => [
        artifact.name,
        { version: artifact.version, source_ts: artifact.sourceTs, tiles: places.length, bytes },
      ]),
    ),
    names,
    attributions,
  }
}

/** What killed runs left behind, a pid being gone. */
async function removeLeftOvers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(BUILDING)) continue
    const pid = Number(name.slice(name.lastIndexOf('-') + 1))
    if (!isAlive(pid)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * The texts of a pack for people and programs: whose data it is, and its names as GeoJSON. Pure. One point a line, best
 * known first; members in snake_case.
 */
function toNamesText(places: readonly NamedPlace[]): string {
  const features = places.map(({ id, name, otherNames, kinds, lon, lat, elevationM, region, relationId }) =>
    JSON.stringify({
      type: 'Feature',
      id,
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties: {
        name,
        other_names: otherNames,
        kinds,
        elevation_m: elevationM,
        region,
        ...(relationId === null ? {} : { relation_id: relationId }),
      },
    }),
  )
  return `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}\n`
}

function attributionText(release: ReleaseInfo, name: string, bbox: Box): string {
  const sources = release.attributions.map(({ text, licence, url }) =>
    [text, licence === null ? null : `licence: ${licence}`, url].filter((part) => part !== null).join('; '),
  )
  return `${[
    `The map "${name}" (${bbox.join(', ')}), cut out of the release ${release.id}.`,
    ...(release.synthetic ? ['It shows an invented place.'] : []),
    '',
    'Show these sources wherever you show the map:',
    ...sources.map((source) => `- ${source}`),
    '',
    'Labels are set in Noto Sans (SIL Open Font License 1.1, glyphs/LICENSE.txt); signs are drawn from Maki (CC0).',
  ].join('\n')}\n`
}
