// A hut finder: huts by walking time from a place, with the weather of the weekend at each, and how to get away by bus.
// urql asks, codegen writes the types; of @waypost/client it takes the schema and the words for weather codes.

import { cacheExchange, Client, fetchExchange } from '@urql/core'
import { weatherWords } from '@waypost/client'
import { FindStartDocument, HutsWithinDocument, StopNearDocument } from './generated.ts'
import type { HutFragment, WeatherFragment } from './generated.ts'

const api = new URLSearchParams(location.search).get('api') ?? 'http://localhost:4000'
const client = new Client({ url: `${api}/graphql`, exchanges: [cacheExchange, fetchExchange] })
const form = document.querySelector('form')!
const huts = document.querySelector('#huts')!
const DAY_MS = 86_400_000

const saturday = new Date()
saturday.setUTCDate(saturday.getUTCDate() + ((6 - saturday.getUTCDay() + 7) % 7))
form.saturday.value = saturday.toISOString().slice(0, 10)

form.addEventListener('submit', (event) => {
  event.preventDefault()
  findHuts().catch((error: Error) => huts.replaceChildren(element('p', error.message)))
})

async function findHuts(): Promise<void> {
  huts.replaceChildren(element('p', 'Looking for huts …'))
  const found = await client.query(FindStartDocument, { text: form.from.value })
  // trails among the hits have nothing selected
  const start = found.data?.search?.edges.map(({ node }) => node).find((node) => 'location' in node)
  if (start === undefined || !('location' in start))
    return huts.replaceChildren(element('p', found.error?.message ?? `Nothing is called “${form.from.value}”.`))

  const day = new Date(`${form.saturday.value}T00:00:00Z`)
  const { data, error } = await client.query(HutsWithinDocument, {
    from: start.location,
    movingS: Number(form.hours.value) * 3600,
    saturday: form.saturday.value,
    sunday: new Date(day.getTime() + DAY_MS).toISOString().slice(0, 10),
  })
  const edges = data?.point?.reach?.places?.edges
  if (edges === undefined) return huts.replaceChildren(element('p', error?.message ?? 'No answer.'))
  const table = element('table', '')
  table.append(row('th', 'Hut', 'Walk', 'Saturday', 'Sunday', 'Away by bus'))
  for (const { movingS, lengthM, node } of edges) {
    const point = node.forecast
    const walk = movingS === null ? 'unknown (a ferry)' : `${hours(movingS)}, ${(lengthM / 1000).toFixed(1)} km`
    const line = row('td', nameOf(node), walk, weather(point?.saturday), weather(point?.sunday), '')
    line.lastElementChild!.append(stopButton(node.id))
    table.append(line)
  }
  const notes = data!.point!.reach!.unknowns.map(({ message }) => element('p', message))
  const heading = element('h2', `${edges.length} huts from ${start.name ?? 'there'}`)
  huts.replaceChildren(heading, ...(edges.length === 0 ? [] : [table]), ...notes)
  document.querySelector('#attribution')!.textContent = data!.attribution.map(({ text }) => text).join(', ')
}

function stopButton(hut: string): HTMLElement {
  const button = element('button', 'Find stop')
  button.addEventListener('click', async () => {
    const { data, error } = await client.query(StopNearDocument, { hut })
    const found = data?.node && 'reach' in data.node ? data.node.reach?.places?.edges : undefined
    const stop = found?.[0]
    button.replaceWith(
      found === undefined
        ? (error?.message ?? 'not known')
        : stop === undefined
          ? 'none within 4 h'
          : `${stop.node.name ?? 'a stop'}, ${stop.movingS === null ? 'time unknown' : hours(stop.movingS)}`,
    )
  })
  return button
}

function nameOf({ name, elevationM, tags: [capacity] }: HutFragment): string {
  const beds = capacity?.value
  const height = elevationM === null ? 'height unknown' : `${Math.round(elevationM)} m`
  return `${name ?? 'Hut without a name'} (${height}${beds === undefined ? '' : `, ${beds} beds`})`
}

function weather(day: WeatherFragment | null | undefined): string {
  if (day == null) return 'no forecast'
  const words = day.weatherCode === null ? null : weatherWords(day.weatherCode, 'en')
  const degrees = (value: number | null) => (value === null ? '?' : Math.round(value))
  return `${words ?? 'unknown'}, ${degrees(day.tempMinC)} to ${degrees(day.tempMaxC)} °C`
}

function hours(movingS: number): string {
  const minutes = Math.round(movingS / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`
}

function element(name: string, text: string): HTMLElement {
  return Object.assign(document.createElement(name), { textContent: text })
}

function row(cell: string, ...texts: string[]): HTMLElement {
  const line = element('tr', '')
  line.append(...texts.map((text) => element(cell, text)))
  return line
}
