// Metrics of heights and maps that are read from a store by ranges.

import type { MetricRegistry } from './metric-registry.ts'

export interface ArtifactFigures {
  bytes: number
  budgetBytes: number
  asked: Record<string, number>
  requests: Record<string, number>
  fetchedBytes: number
}

export function addArtifactMetrics(registry: MetricRegistry, artifacts: { figures(): ArtifactFigures }): void {
  const labelled = (label: string, counts: Record<string, number>) =>
    Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }))
  registry.read(
    'waypost_artifact_cache_bytes',
    'Memory of what was read from ARTIFACT_URL, in the cache.',
    () => artifacts.figures().bytes,
  )
  registry.read(
    'waypost_artifact_cache_budget_bytes',
    'Memory limit of that cache.',
    () => artifacts.figures().budgetBytes,
  )
  registry.read(
    'waypost_artifact_blocks_total',
    'Requested blocks of heights and maps, by result: hit, fetched, or shared with a fetch in progress.',
    () => labelled('result', artifacts.figures().asked),
    'counter',
  )
  registry.read(
    'waypost_artifact_requests_total',
    'Ranges asked of ARTIFACT_URL, by outcome: fetched, failed, or refused because it does not answer or too many wait.',
    () => labelled('outcome', artifacts.figures().requests),
    'counter',
  )
  registry.read(
    'waypost_artifact_fetched_bytes_total',
    'Bytes read from ARTIFACT_URL.',
    () => artifacts.figures().fetchedBytes,
    'counter',
  )
}
