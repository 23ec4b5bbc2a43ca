// Files that are sent by range, packs of areas and archives of a release: hostile ranges, names that lead elsewhere,
// and downloads that nobody reads.

import type { Region } from '../fuzz/region.ts'
import type { Attack, SentRequest } from './attack.ts'
import { ATTACKED_PACK } from './put-pack.ts'
import type { Random } from './random.ts'

const PACK = `/packs/v1/${ATTACKED_PACK}`
/** What a head takes, less what else stands in it. */
const HEAD_CHARACTERS = 90_000
/** A header that is longer is refused unread. */
const READ_CHARACTERS = 1000

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): SentRequest => ({
  method,
  path,
  headers,
})
const fileOf = (random: Random, { terrainVersion }: Region): string =>
  random.pick([PACK, `/pmtiles/${terrainVersion}/terrain.pmtiles`])
const cut = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length)

export const FILE_ATTACKS: readonly Attack[] = [
  {
    name: 'packs: a Range of 45,000 tabs, twice',
    make: (random) => {
      const tabs = '\t'.repeat(HEAD_CHARACTERS / 2)
      return ask(PACK, { Range: `bytes=${tabs}${random.between(0, 9)}-${tabs.slice(10)}x` })
    },
  },
  {
    name: 'packs: a Range of as many tabs as are read',
    times: 20,
    make: (random) => {
      const tabs = '\t'.repeat(READ_CHARACTERS / 2)
      return ask(PACK, { Range: `bytes=${tabs}${random.between(0, 9)}-${tabs.slice(10)}x` })
    },
  },
  {
    name: 'packs: thousands of ranges',
    make: (random) => {
      const range = random.pick(['0-0,', '-1,', '0-,', '1-1, ', ',', '-,'])
      return ask(PACK, { Range: `bytes=${cut(range, HEAD_CHARACTERS)}` })
    },
  },
  {
    name: 'packs: as many ranges as are read, each of the whole file',
    times: 20,
    make: (random) => {
      const range = random.pick(['0-,', '-9999999,', '0-9999999,', '0-99999999999999999999999,'])
      return ask(PACK, { Range: `bytes=${cut(range, READ_CHARACTERS)}0-0` }, random.pick(['GET', 'HEAD']))
    },
  },
  {
    name: 'packs: numbers of 500 digits in a Range',
    times: 20,
    make: (random, region) => {
      const digits = random.pick(['9', '0', '1']).repeat(READ_CHARACTERS / 2)
      const range = random.pick([`${digits}-${digits}`, `-${digits}`, `${digits}-`, `0-${digits}`, `${digits}.5-`])
      return ask(fileOf(random, region), { Range: `bytes=${range}` }, 'HEAD')
    },
  },
  {
    name: 'packs: tags without number in If-None-Match and If-Range',
    make: (random, region) => {
      const tags = cut(random.pick(['"a",', 'W/"a", ', 'W/', '",', '*,']), READ_CHARACTERS)
      const long = random.pick([tags, cut(tags, HEAD_CHARACTERS / 2)])
      return ask(fileOf(random, region), { 'If-None-Match': long, 'If-Range': long, Range: 'bytes=0-99' })
    },
  },
  {
    name: 'packs: a name of 90,000 letters',
    statuses: [404],
    make: (random) => {
      const letters = random.pick(['a', '-', 'a-', '.', '0', '%61', '%2d'])
      return ask(`/packs/v1/${cut(letters, HEAD_CHARACTERS)}`)
    },
  },
  {
    name: 'packs: names that lead out of their folder',
    times: 20,
    statuses: [404],
    make: (random) => {
      const up = random.pick(['../', '..%2f', '%2e%2e%2f', '..%5c', '%252e%252e%252f', '....//', '%c0%ae%c0%ae/', './'])
      const to = random.pick(['live.json', 'accounts.sqlite', 'etc/passwd', `${ATTACKED_PACK}.zip`, '%00', 'x%00.zip'])
      return ask(`/packs/v1/${up.repeat(random.between(1, 12))}${to}`)
    },
  },
  {
    name: 'packs: 20 whole files at once, in codings without number',
    times: 20,
    usualMs: 200,
    make: (random) => ask(PACK, { 'Accept-Encoding': cut(random.pick(['gzip,', 'br;q=1,', '*,']), READ_CHARACTERS) }),
  },
  {
    name: 'packs: their list 20 times at once',
    times: 20,
    make: () => ask('/packs/v1', { 'Accept-Encoding': 'br' }),
  },
]
