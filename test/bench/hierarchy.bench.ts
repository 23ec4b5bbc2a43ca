// `npm run bench -- hierarchy FOLDER...`: how the hierarchy made at import grows with the network, by data folders with
// a release each (as `scale` keeps them under test/bench/.cache/scale/kN/data), the smallest first: processor time, the
// exponent between neighbours and over all, upward arcs, and a hash of the columns to compare two versions by.

import { createHash } from 'node:crypto'
import { buildHierarchy } from '../../src/routing/cch/hierarchy.ts'
import { openLiveNetwork } from './scale/live-network.ts'

const folders = process.argv.slice(3)
if (folders.length === 0) throw new Error('no network: give data folders with a published release')

interface Built {
  edges: number
  cpuS: number
}
const exponent = (a: Built, b: Built) => (Math.log(b.cpuS / a.cpuS) / Math.log(b.edges / a.edges)).toFixed(2)

const built: Built[] = []
for (const folder of folders) {
  const graph = await openLiveNetwork(folder)
  const used = process.cpuUsage()
  const columns = buildHierarchy(graph)
  const { user, system } = process.cpuUsage(used)
  built.push({ edges: graph.edgeCount, cpuS: (user + system) / 1e6 })

  const hash = createHash('sha256')
  for (const name of Object.keys(columns).sort()) hash.update(columns[name])
  const last = built.at(-2)
  console.log(
    `${(graph.edgeCount / 1e6).toFixed(2)} M edges: ${built.at(-1)!.cpuS.toFixed(1)} s of processor time, ` +
      `${(columns.cchUpHead.length / 1e6).toFixed(2)} M arcs, sha256 ${hash.digest('hex').slice(0, 16)}` +
      (last === undefined ? '' : `, n^${exponent(last, built.at(-1)!)} from the one before`),
  )
}
if (built.length > 2) console.log(`over all: n^${exponent(built[0], built.at(-1)!)}`)
