// The ground that hills are shaded over and the relief is made of: `waypost-ground://part/ARCHIVE` is the terrain of an
// archive with its small voids filled, `waypost-ground://whole/ARCHIVE` has no voids at all.

import type { AddProtocolAction, StyleSpecification } from 'maplibre-gl'
import type { Protocol } from 'pmtiles'

const GROUND = 'waypost-ground'

export const groundAddress = (terrain: string, isWhole: boolean): string =>
  `${GROUND}://${isWhole ? 'whole' : 'part'}/${encodeURIComponent(terrain)}`

/** Of the ground or of the archive itself; undefined: neither, as in the style of another map. */
export function archiveOf(address: string | undefined): string | undefined {
  const archive = address?.startsWith(GROUND) === true ? decodeURIComponent(address.split('/')[3]) : address
  return archive?.startsWith('pmtiles://') === true ? archive : undefined
}

/** A style whose hills are shaded over the filled ground. */
export function withFilledGround(style: StyleSpecification): StyleSpecification {
  const { terrain } = style.sources
  if (terrain?.type !== 'raster-dem' || terrain.url === undefined) return style
  return { ...style, sources: { ...style.sources, terrain: { ...terrain, url: groundAddress(terrain.url, false) } } }
}

/** A tile of the ground; null where the archive has none. */
export type DrawGround = (
  archive: string,
  place: readonly [z: number, x: number, y: number],
  isWhole: boolean,
  stop: AbortSignal,
) => Promise<ImageBitmap | null>

/** Teaches a map library these addresses. A tile that cannot be drawn is that of the archive. */
export function serveGround(
  addProtocol: (name: string, load: AddProtocolAction) => void,
  archives: Protocol,
  draw: DrawGround,
): void {
  addProtocol(GROUND, async ({ url, type }, stop) => {
    const [, , kind, archive, ...place] = url.split('/')
    const terrain = decodeURIComponent(archive)
    if (type === 'json') {
      const { data } = await archives.tile({ url: terrain, type }, stop)
      return { data: { ...(data as object), tiles: [`${GROUND}://${kind}/${archive}/{z}/{x}/{y}`] } }
    }
    const [z, x, y] = place.map(Number)
    try {
      const data = await draw(terrain, [z, x, y], kind === 'whole', stop.signal)
      if (data !== null) return { data }
    } catch (error) {
      if (stop.signal.aborted) throw error
    }
    return archives.tile({ url: `${terrain}/${z}/${x}/${y}`, type: 'image' }, stop)
  })
}
