// When each model's last run began, and when the next can be expected: from the provider's metadata, cached until then.
// If the metadata of a model is unavailable, its run is unknown for a while; nothing replaces it, least of all the time
// of fetching.

import { OpenMeteo } from './open-meteo.ts'
import { readRun } from './read-answer.ts'
import type { WeatherModel } from './weather-models.ts'
import { MINUTE_MS } from '../durations.ts'

/** Metadata is optional: a forecast does not wait long for it. */
const TIMEOUT_MS = 2000
const HELD_MIN_MS = 5 * MINUTE_MS
const HELD_MAX_MS = 30 * MINUTE_MS

interface Run {
  issuedAtMs: number | null
  nextMs: number | null
  heldUntilMs: number
}

export class RunTimes {
  #client: OpenMeteo
  #nowMs: () => number
  #runs = new Map<string, Run>()
  #asking = new Map<string, Promise<void>>()

  constructor({ nowMs, maxConcurrent }: { nowMs: () => number; maxConcurrent?: number }) {
    this.#nowMs = nowMs
    this.#client = new OpenMeteo({
      nowMs,
      timeoutMs: TIMEOUT_MS,
      retries: 0,
      maxBytes: 65_536,
      maxConcurrent: maxConcurrent ?? 8,
    })
  }

  /** Asks the server of these models for what is not cached. Never throws. */
  async refresh(models: readonly WeatherModel[], url: string): Promise<void> {
    await Promise.all(
      models.map((model) => {
        if ((this.#runs.get(model.id)?.heldUntilMs ?? 0) > this.#nowMs()) return undefined
        let asking = this.#asking.get(model.id)
        if (asking === undefined)
          this.#asking.set(model.id, (asking = this.#ask(model, url).finally(() => this.#asking.delete(model.id))))
        return asking
      }),
    )
  }

  known(): ReadonlyMap<string, number | null> {
    return new Map([...this.#runs].map(([id, { issuedAtMs }]) => [id, issuedAtMs]))
  }

  nextMs(modelId: string): number | null {
    return this.#runs.get(modelId)?.nextMs ?? null
  }

  async #ask({ id, metaName }: WeatherModel, url: string): Promise<void> {
    let run: Pick<Run, 'issuedAtMs' | 'nextMs'> = { issuedAtMs: null, nextMs: null }
    if (metaName !== null) {
      try {
        run = readRun(await this.#client.getJson(`${url}/data/${metaName}/static/meta.json`))
      } catch {
        // unknown; try again later
      }
    }
    const nowMs = this.#nowMs()
    this.#runs.set(id, {
      ...run,
      heldUntilMs: Math.min(nowMs + HELD_MAX_MS, Math.max(nowMs + HELD_MIN_MS, run.nextMs ?? 0)),
    })
  }
}
