// node build.mjs [FOLDER] [API URL]: a page about the signed trails of a region, each with its figures, a picture of
// the map and the huts and springs along it. No script and no server are needed to read it.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, TrailsInBoxDocument } from '@waypost/client'

const [folder = 'out', apiUrl = 'http://localhost:4000'] = process.argv.slice(2)
const waypost = createClient({ apiUrl })

const { data: region } = await waypost.query('{ service { release { bbox } } }')
const { data, errors } = await waypost.query(TrailsInBoxDocument, {
  box: region.service.release.bbox,
  first: 12,
})
for (const { path, message } of errors) console.error(`${path?.join('.')}: ${message}`)
const trails = data.trails.edges.map(({ node }) => node)

await mkdir(folder, { recursive: true })
const sections = []
for (const trail of trails) sections.push(sectionOf(trail, await pictureOf(trail)))
await writeFile(join(folder, 'index.html'), pageOf(sections))
console.log(`written: ${join(folder, 'index.html')}, ${trails.length} trails`)

/** The name of its file; null where there is no picture, which is no reason to have no page. */
async function pictureOf({ osmRelation, line }) {
  try {
    const picture = await waypost.rest.staticMap({ width: 640, height: 400, geojson: line.geojson })
    const name = `trail-${osmRelation}.png`
    await writeFile(join(folder, name), Buffer.from(await picture.arrayBuffer()))
    return name
  } catch (error) {
    console.error(`${osmRelation}: ${error.message}`)
    return null
  }
}

function sectionOf({ name, ref, lengthM, elevation, places: passed }, picture) {
  const title = [ref, name].filter((word) => word !== null).join(' ') || 'A trail without a name'
  const climb = elevation === null ? 'climb unknown' : `${Math.round(elevation.ascentM)} m up`
  const places = passed?.edges.map(({ node }) => `${node.name ?? 'unnamed'} (${words(node.kind)})`)
  return `<section>
<h2>${escaped(title)}</h2>
<p>${(lengthM / 1000).toFixed(1)} km, ${climb}</p>
${picture === null ? '' : `<img src="${picture}" width="640" height="400" alt="Map of ${escaped(title)}">`}
${places === undefined ? '<p>Huts and water: not known.</p>' : places.length === 0 ? '' : `<ul>${places.map((place) => `<li>${escaped(place)}</li>`).join('')}</ul>`}
</section>`
}

function pageOf(parts) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Signed trails</title>
<style>
  body { max-width: 640px; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color-scheme: light dark }
  img { max-width: 100%; height: auto }
</style>
<h1>Signed trails</h1>
${parts.join('\n')}
<footer><p>${data.attribution.map(({ text, url }) => (url === null ? escaped(text) : `<a href="${escaped(url)}">${escaped(text)}</a>`)).join(', ')}</p></footer>
</html>
`
}

function words(kind) {
  return kind.toLowerCase().replaceAll('_', ' ')
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
