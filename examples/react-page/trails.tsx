// The signed trails of a region in a list, and the chosen one on a map: React with @waypost/client and <waypost-map>.

import { useEffect, useState } from 'react'
import { createClient, TrailsInBoxDocument } from '@waypost/client'
import { loadWaypostMap } from '@waypost/client/element'
import '@waypost/client/element/react'

interface Found {
  trails: { osmRelation: number; title: string; figures: string }[]
  attribution: string[]
}

export function Trails({ apiUrl, siteUrl }: { apiUrl: string; siteUrl: string }) {
  const [found, setFound] = useState<Found | null>(null)
  const [chosen, choose] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)

  useEffect(() => void loadWaypostMap(siteUrl).catch((error: Error) => setFault(error.message)), [siteUrl])
  useEffect(() => {
    const leaving = new AbortController()
    findTrails({ apiUrl, siteUrl }, leaving.signal)
      .then(setFound)
      .catch((error: Error) => leaving.signal.aborted || setFault(error.message))
    return () => leaving.abort()
  }, [apiUrl, siteUrl])

  return (
    <main>
      <section>
        <h1>Our trails</h1>
        {found === null && fault === null && <p>Loading …</p>}
        <ul>
          {found?.trails.map(({ osmRelation, title, figures }) => (
            <li key={osmRelation}>
              <button type="button" aria-pressed={osmRelation === chosen} onClick={() => choose(osmRelation)}>
                {title}, {figures}
              </button>
            </li>
          ))}
        </ul>
        <p role="status">{fault}</p>
        <footer>{found?.attribution.join(', ')}</footer>
      </section>
      {chosen === null ? (
        <p>Choose a trail.</p>
      ) : (
        <waypost-map
          trail={chosen}
          language="en"
          onwaypost-shown={() => setFault(null)}
          onwaypost-failed={({ detail }) => setFault(detail)}
        />
      )}
    </main>
  )
}

async function findTrails(server: { apiUrl: string; siteUrl: string }, signal: AbortSignal): Promise<Found> {
  const waypost = createClient(server)
  const { region_bbox: box } = await waypost.rest.routeCapabilities({ signal })
  const { data, errors } = await waypost.query(TrailsInBoxDocument, { box, first: 12 }, { signal })
  if (!data?.trails) throw new Error(errors[0]?.message ?? 'The trails did not come.')
  return {
    trails: data.trails.edges.map(({ node }) => ({
      osmRelation: node.osmRelation,
      title: [node.ref, node.name].filter((word) => word !== null).join(' ') || 'A trail without a name',
      figures: `${(node.lengthM / 1000).toFixed(1)} km, ${node.elevation === null ? 'climb unknown' : `${Math.round(node.elevation.ascentM)} m up`}`,
    })),
    attribution: data.attribution.map(({ text }) => text),
  }
}
