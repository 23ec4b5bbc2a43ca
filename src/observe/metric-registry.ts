// Counters, gauges and histograms in the Prometheus text format 0.0.4. Counting is one Map lookup; gauges are read at
// each scrape. Label values come from our own closed lists (operations, transports, statuses), never from a request.

export type Labels = Record<string, string | number>
/** One value, or one for each set of labels. Null: unknown now, so the line is left out. */
export type Reading = number | null | { labels: Labels; value: number }[]

interface Family {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  meaning: string
  write(lines: string[], name: string): void
}

export class Counter {
  readonly #series = new Map<string, number>()
  readonly #names: readonly string[]

  constructor(names: readonly string[]) {
    this.#names = names
  }

  /** `values` in the order of the label names. */
  add(amount: number, ...values: (string | number)[]): void {
    const key = values.join('\n')
    this.#series.set(key, (this.#series.get(key) ?? 0) + amount)
  }

  write(lines: string[], name: string): void {
    for (const [key, value] of this.#series) lines.push(`${name}${labelText(this.#names, key.split('\n'))} ${value}`)
  }
}

export class Histogram {
  readonly #series = new Map<string, { counts: Float64Array; sum: number }>()
  readonly #names: readonly string[]
  readonly #bounds: readonly number[]

  constructor(names: readonly string[], bounds: readonly number[]) {
    this.#names = names
    this.#bounds = bounds
  }

  observe(value: number, ...values: (string | number)[]): void {
    const key = values.join('\n')
    let series = this.#series.get(key)
    if (series === undefined)
      this.#series.set(key, (series = { counts: new Float64Array(this.#bounds.length + 1), sum: 0 }))
    let bucket = 0
    while (bucket < this.#bounds.length && value > this.#bounds[bucket]) bucket++
    series.counts[bucket]++
    series.sum += value
  }

  write(lines: string[], name: string): void {
    const names = [...this.#names, 'le']
    for (const [key, { counts, sum }] of this.#series) {
      const values = this.#names.length === 0 ? [] : key.split('\n')
      let upTo = 0
      counts.forEach((count, i) => {
        upTo += count
        lines.push(
          `${name}_bucket${labelText(names, [...values, i < this.#bounds.length ? String(this.#bounds[i]) : '+Inf'])} ${upTo}`,
        )
      })
      lines.push(
        `${name}_sum${labelText(this.#names, values)} ${sum}`,
        `${name}_count${labelText(this.#names, values)} ${upTo}`,
      )
    }
  }
}

export class MetricRegistry {
  readonly #families: Family[] = []

  counter(name: string, meaning: string, labels: readonly string[] = []): Counter {
    const counter = new Counter(labels)
    this.#families.push({ name, type: 'counter', meaning, write: (lines, full) => counter.write(lines, full) })
    return counter
  }

  /** `bounds` ascending; the last bucket, +Inf, is added. */
  histogram(name: string, meaning: string, labels: readonly string[], bounds: readonly number[]): Histogram {
    const histogram = new Histogram(labels, bounds)
    this.#families.push({ name, type: 'histogram', meaning, write: (lines, full) => histogram.write(lines, full) })
    return histogram
  }

  /** Read at each scrape; use type `counter` for values that only grow. If the reader throws, its family is empty. */
  read(name: string, meaning: string, reader: () => Reading, type: 'gauge' | 'counter' = 'gauge'): void {
    this.#families.push({
      name,
      type,
      meaning,
      write: (lines) => {
        let reading: Reading
        try {
          reading = reader()
        } catch {
          return
        }
        if (typeof reading === 'number') lines.push(`${name} ${reading}`)
        else
          for (const { labels, value } of reading ?? [])
            lines.push(`${name}${labelText(Object.keys(labels), Object.values(labels))} ${value}`)
      },
    })
  }

  /** A counter read from counts that are kept by reason. */
  readByReason(name: string, meaning: string, counts: Readonly<Record<string, number>>): void {
    const reader = () => Object.entries(counts).map(([reason, value]) => ({ labels: { reason }, value }))
    this.read(name, meaning, reader, 'counter')
  }

  /** The whole exposition, `text/plain; version=0.0.4`. */
  text(): string {
    const lines: string[] = []
    for (const { name, type, meaning, write } of this.#families) {
      lines.push(`# HELP ${name} ${meaning.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')}`, `# TYPE ${name} ${type}`)
      write(lines, name)
    }
    return `${lines.join('\n')}\n`
  }
}

function labelText(names: readonly string[], values: readonly (string | number)[]): string {
  if (names.length === 0) return ''
  return `{${names.map((name, i) => `${name}="${String(values[i]).replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`).join(',')}}`
}
