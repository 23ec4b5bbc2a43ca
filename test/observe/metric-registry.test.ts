import { describe, expect, test } from 'vitest'
import { MetricRegistry } from '../../src/observe/metric-registry.ts'
import { watchWeather } from '../../src/observe/service-metrics.ts'
import { ServiceError } from '../../src/errors.ts'
import type { WeatherSource } from '../../src/weather/weather-source.ts'

describe('the exposition', () => {
  test('is the text format: help, type, labels escaped, buckets that add up, a last newline', () => {
    const registry = new MetricRegistry()
    const counter = registry.counter('a_total', 'Counts\nthings.', ['kind', 'status'])
    counter.add(1, 'x', 200)
    counter.add(2, 'x', 200)
    counter.add(1, 'quote " back \\', 500)
    const histogram = registry.histogram('b_seconds', 'Times.', ['kind'], [0.1, 1])
    for (const value of [0.05, 0.1, 0.5, 2]) histogram.observe(value, 'k')
    registry.read('c', 'Now.', () => 7)
    registry.read('d', 'By kind.', () => [{ labels: { kind: 'y' }, value: 1 }])
    registry.read('e', 'Not known.', () => null)
    registry.read('f', 'Broken.', () => {
      throw new Error('x')
    })
    expect(registry.text()).toBe(`# HELP a_total Counts\\nthings.
# TYPE a_total counter
a_total{kind="x",status="200"} 3
a_total{kind="quote \\" back \\\\",status="500"} 1
# HELP b_seconds Times.
# TYPE b_seconds histogram
b_seconds_bucket{kind="k",le="0.1"} 2
b_seconds_bucket{kind="k",le="1"} 3
b_seconds_bucket{kind="k",le="+Inf"} 4
b_seconds_sum{kind="k"} 2.65
b_seconds_count{kind="k"} 4
# HELP c Now.
# TYPE c gauge
c 7
# HELP d By kind.
# TYPE d gauge
d{kind="y"} 1
# HELP e Not known.
# TYPE e gauge
# HELP f Broken.
# TYPE f gauge
`)
  })
})

describe('the weather source', () => {
  test('is counted by outcome, and up or down by its last question', async () => {
    const registry = new MetricRegistry()
    let fails = false
    const source = {
      getSeries: () =>
        fails ? Promise.reject(new ServiceError('forecast_failed', 'down')) : Promise.resolve({ points: [] }),
    } as unknown as WeatherSource
    const watched = watchWeather(registry, source, () => 5000)
    expect(registry.text()).not.toMatch(/^waypost_weather_up \d/m)
    const ask = () => watched.getSeries([], 1, new AbortController())
    await ask()
    expect(registry.text()).toMatch(/^waypost_weather_up 1$/m)
    expect(registry.text()).toMatch(/^waypost_weather_last_answer_seconds 5$/m)
    fails = true
    await expect(ask()).rejects.toMatchObject({ code: 'forecast_failed' })
    expect(registry.text()).toMatch(/^waypost_weather_up 0$/m)
    expect(registry.text()).toMatch(/^waypost_weather_questions_total\{outcome="forecast_failed"\} 1$/m)
  })
})
