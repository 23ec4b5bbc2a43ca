// GraphQL of pictures: staticMap, and the type of Course.staticMap. An address costs nothing until it is fetched; only
// `png` draws, and costs what a picture does. The input of a picture too large for an address is drawn here alone.

import { onceEach } from '../resolvers/pipeline/once-each.ts'
import { entityTag } from '../resolvers/pipeline/entity-tag.ts'
import { faultOf, parseInput } from '../resolvers/pipeline/parse-input.ts'
import { DEFAULT_HEIGHT, DEFAULT_WIDTH, staticMap } from '../resolvers/static-map.ts'
import {
  type AddressParts,
  MAX_ADDRESS_BYTES,
  STATIC_MAP_PATH,
  fromStaticMapWords,
  toStaticMapQuery,
} from '../resolvers/static-map-address.ts'
import { ServiceError, withPath } from '../src/errors.ts'
import { say } from '../src/language/sentence.ts'
import { mostCreditsOf } from '../resolvers/pipeline/operation.ts'
import { builder, priceOf } from './builder.ts'
import type { DocumentContext } from './document-context.ts'
import { operation } from './operation.ts'

const ViewportInput = builder.inputType('Viewport', {
  description: 'What is in the picture: a box, or what `geojson` covers.',
  isOneOf: true,
  fields: (t) => ({
    box: t.field({
      type: 'Box',
      description: 'All of it is in the picture; minLon above maxLon crosses the antimeridian.',
    }),
    around: t.int({ description: 'All of `geojson` is in the picture, with this many pixels around it, 0 to 512.' }),
  }),
})

const StaticMapInputType = builder.inputType('StaticMapInput', {
  description: 'What a picture should show: `geojson`, a viewport, or both.',
  fields: (t) => ({
    view: t.field({
      type: ViewportInput,
      description: 'What is in the picture. Default around `geojson`, with 40 pixels, fewer in small pictures.',
    }),
    geojson: t.field({
      type: 'GeoJSON',
      description:
        'Any GeoJSON object, drawn on top, at most 20,000 positions; features may carry the simplestyle keys and marker-label.',
    }),
    width: t.int({ required: true, defaultValue: 800, description: 'Pixels of the picture, 128 to 2048.' }),
    height: t.int({ required: true, defaultValue: 600, description: 'Pixels, 128 to 2048.' }),
    scale: t.int({
      required: true,
      defaultValue: 1,
      description:
        '1, or 2 for a picture twice as wide and high. A picture has at most 6,553,600 pixels (width * height * scale * scale).',
    }),
    hillshade: t.boolean({ required: true, defaultValue: true, description: 'Relief as light and shade.' }),
    contours: t.boolean({ required: true, defaultValue: false, description: 'Whether contour lines are drawn.' }),
    language: t.string({
      description: 'Language of the names, e.g. de. Default, and if the map has no name in it: the local name.',
    }),
  }),
})

interface StaticMap {
  parts: AddressParts
  /** what is drawn, where that is more than `parts` */
  picture?: () => AddressParts
  /** of the address; null where it is too long for one */
  query: string | null
}

export const StaticMapType = builder.objectRef<StaticMap>('StaticMap').implement({
  description: 'A picture of the map. Its address is for an <img>; `png` is the picture itself.',
  fields: (t) => ({
    url: t.string({
      nullable: true,
      description:
        'Address of the picture, which costs its credits when it is fetched (2 up to 2 megapixels and 1,000 vertices); null where the GeoJSON makes it longer than 8 KB: take `png`.',
      resolve: ({ query }, _args, { session }) =>
        query === null ? null : addressOf(session.services.publicApiUrl, query),
    }),
    width: t.int({
      description: 'Width of the picture in pixels, scale included.',
      resolve: ({ parts }) => (parts.width ?? DEFAULT_WIDTH) * (parts.scale ?? 1),
    }),
    height: t.int({
      description: 'Height of the picture in pixels, scale included.',
      resolve: ({ parts }) => (parts.height ?? DEFAULT_HEIGHT) * (parts.scale ?? 1),
    }),
    etag: t.string({
      nullable: true,
      description: 'ETag that the address answers with now; null where there is no address or nothing is published.',
      resolve: ({ query }, _args, context) => (query === null ? null : tagOf(context, query)),
    }),
    png: t.string({
      mayFail: true,
      description:
        'The picture as base64 text, drawn now, for 2 credits up to 2 megapixels and 1,000 vertices and 1 more for each further 2 megapixels or 5,000 vertices; null beside an error where it cannot be drawn, or where the document draws several pictures of more than 5 megapixels in all (an eighth of a megapixel more for each).',
      // as often as the picture costs credits: the field above knows its size
      runs: staticMap,
      credits: 1,
      mostCredits: mostCreditsOf(staticMap),
      resolve: async ({ parts, picture }, _args, { session, answer }) => {
        const { width = DEFAULT_WIDTH, height = DEFAULT_HEIGHT, scale = 1 } = parts
        answer.draw(width * height * scale ** 2)
        const { png } = await session.run(staticMap, parseInput(staticMap, picture?.() ?? parts))
        return Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64')
      },
    }),
  }),
})

function addressOf(publicApiUrl: string, query: string): string {
  return `${publicApiUrl}${STATIC_MAP_PATH}?${query}`
}

export function roomOf(publicApiUrl: string): number {
  return MAX_ADDRESS_BYTES - addressOf(publicApiUrl, '').length
}

/** As the REST row works it out: from the words of the address. */
function tagOf({ session }: DocumentContext, query: string): string | null {
  const words = new URLSearchParams(query)
  return entityTag(
    session.services,
    staticMap.id,
    parseInput(
      staticMap,
      fromStaticMapWords((name) => words.get(name) ?? undefined),
    ),
  )
}

/** An explicit null is the same as leaving a field out; GeoJSON keeps its own nulls. */
export function withoutNullMembers(input: Record<string, unknown>): AddressParts {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null && value !== undefined),
  ) as AddressParts
}

type Given = typeof StaticMapInputType.$inferInput

/** As the operation takes it. */
function toParts({ view, ...rest }: Given): AddressParts {
  return withoutNullMembers({ ...rest, bbox: view?.box, padding: view?.around })
}

const priceOfPicture = onceEach((input: Given): number => priceOf(staticMap, toParts(input)))

/** GraphQL's path to what the operation calls so. */
const inView = (inputPath: string): string =>
  inputPath.replace(/^bbox\b/, 'view.box').replace(/^padding\b/, 'view.around')

operation(staticMap, {
  type: StaticMapType,
  mostCredits: 0,
  credits: ({ input }) => ({ field: 0, multiplier: priceOfPicture(input as Given) }),
  description: `${staticMap.summary} Asking for its address alone costs nothing.`,
  args: (t) => ({
    input: t.arg({ type: StaticMapInputType, required: true, description: 'What the picture should show.' }),
  }),
  resolve: ({ input }, { session }) => {
    const parts = toParts(input as Given)
    if (parts.bbox === undefined && parts.geojson === undefined)
      throw new ServiceError(faultOf('input', say('rule.map_shown', { field: 'view' }), null), { inputPath: 'input' })
    try {
      parseInput(staticMap, parts)
    } catch (thrown) {
      throw withPath(thrown, (inputPath) => `input.${inView(inputPath)}`)
    }
    return { parts, query: toStaticMapQuery(parts, roomOf(session.services.publicApiUrl)) }
  },
})
