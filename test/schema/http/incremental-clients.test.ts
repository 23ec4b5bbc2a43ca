// @defer and @stream as clients from npm read them, over HTTP, with no help of ours but what their own guides ask for:
// Apollo Client in both of its forms, urql over both of its transports, Relay by a network layer of a few lines. The
// slow part waits for a signal, so that what comes before it has come before it.

import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { Defer20220824Handler, GraphQL17Alpha9Handler } from '@apollo/client/incremental'
import { Client, type OperationResult, fetchExchange } from '@urql/core'
import { parse, print, visit } from 'graphql'
import { createOperationDescriptor, Environment, Network, RecordSource, Store } from 'relay-runtime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askGraphql } from '../../operations/transports.ts'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'
import { relayFetch } from '../../support/relay-network.ts'
import { TRIP_REQUEST } from '../../support/relay-request.ts'

const TRIP = `query Trip {
  route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.6, 42.5]}]}) {
    lengthM
    ... @defer(label: "Trip$defer$snow") { snow { sections { class } } }
  }
  places(where: {area: {near: {at: [1.5, 42.5], withinM: 50000}}}, first: 3) {
    edges @stream(initialCount: 1, label: "Trip$stream$edges") { cursor offM }
  }
}`
const FAILING = `query Failing {
  route(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.6, 42.5]}]}) {
    lengthM
    ... @defer { places(after: "no cursor") { edges { cursor } } }
  }
}`

/** The same document as one answer has it. */
const whole = (text: string) =>
  print(visit(parse(text), { Directive: ({ name }) => (/^(defer|stream)$/.test(name.value) ? null : undefined) }))

let app: FakeApp
let release: () => void
beforeEach(async () => {
  const released = new Promise<void>((resolve) => (release = resolve))
  app = await startFakeApp({
    metering: false,
    catalogue: fakeCatalogue(),
    snow: {
      findLive: async () => null,
      observe: async () => {
        await released
        return null
      },
    },
  })
})
afterEach(async () => {
  release()
  await app.close()
})

async function undeferred(): Promise<unknown> {
  release()
  const { data, errors } = await askGraphql(app, TRIP)
  expect(errors).toBeUndefined()
  expect(data.route.snow.sections).not.toEqual([])
  expect(data.places.edges).toHaveLength(3)
  return data
}

describe.each([
  ['the current form', () => new GraphQL17Alpha9Handler()],
  ['the form of 2022', () => new Defer20220824Handler()],
] as const)('Apollo Client reads %s', (_name, handler) => {
  const open = () =>
    new ApolloClient({
      cache: new InMemoryCache(),
      link: new HttpLink({ uri: `${app.api}/graphql` }),
      incrementalHandler: handler(),
    })

  test('data comes in steps and ends as the answer without @defer', async () => {
    const client = open()
    const steps: any[] = []
    const last = new Promise<void>((resolve, reject) =>
      client.watchQuery({ query: gql(TRIP), fetchPolicy: 'network-only' }).subscribe({
        next: ({ data, dataState, error }) => {
          if (error !== undefined) reject(error)
          if (data === undefined) return
          steps.push(data)
          if ((data as any).route?.lengthM !== undefined && (data as any).route.snow === undefined) release()
          if (dataState === 'complete') resolve()
        },
        error: reject,
      }),
    )
    await last
    expect(steps[0].route.lengthM).toBe(1234.5)
    expect(steps[0].route.snow).toBeUndefined()
    const { data } = await open().query({ query: gql(whole(TRIP)) })
    expect(steps.at(-1)).toEqual(data)
    expect((data as any).places.edges).toHaveLength(3)
    client.stop()
  })

  test('an error of a deferred part is an error of the query, with its code', async () => {
    const client = open()
    const { data, error } = await client.query({ query: gql(FAILING), errorPolicy: 'all' })
    expect((data as any).route).toMatchObject({ lengthM: 1234.5, places: null })
    expect((error as any).errors).toEqual([
      expect.objectContaining({
        path: ['route', 'places'],
        extensions: { code: 'INVALID_INPUT', status: 400, inputPath: 'after', sentence: expect.anything() },
      }),
    ])
    client.stop()
  })
})

describe.each([
  ['multipart/mixed, as it asks by itself', {}],
  ['text/event-stream', { headers: { accept: 'application/json, text/event-stream' } }],
])('urql reads %s', (_name, fetchOptions) => {
  const open = () =>
    new Client({
      url: `${app.api}/graphql`,
      exchanges: [fetchExchange],
      preferGetMethod: false,
      fetchOptions,
    })
  const follow = (text: string, onStep: (result: OperationResult) => void) =>
    new Promise<OperationResult>((resolve) => {
      open()
        .query(text, {})
        .subscribe((result) => {
          onStep(result)
          if (!result.hasNext) resolve(result)
        })
    })

  test('data comes in steps and ends as the answer without @defer', async () => {
    const steps: any[] = []
    const { data, error, extensions } = await follow(TRIP, ({ data: step }) => {
      steps.push(structuredClone(step))
      if (step.route.snow === undefined) release()
    })
    expect(error).toBeUndefined()
    expect(steps[0].route).toEqual({ lengthM: 1234.5 })
    expect(extensions).toMatchObject({ cost: { charged: expect.any(Number) } })
    expect(data).toEqual(await undeferred())
  })

  test('an error of a deferred part is an error of the result, with its code', async () => {
    const { data, error } = await follow(FAILING, () => undefined)
    expect(data.route).toEqual({ lengthM: 1234.5, places: null })
    expect(error!.graphQLErrors.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['route', 'places'], 'INVALID_INPUT'],
    ])
  })
})

describe('Relay reads parts', () => {
  const open = () =>
    new Environment({
      network: Network.create(relayFetch(`${app.api}/graphql`)),
      store: new Store(new RecordSource()),
      deferDeduplicatedFields: true,
    } as ConstructorParameters<typeof Environment>[0])

  test('data comes in steps and ends as the answer without @defer', async () => {
    const environment = open()
    const operation = createOperationDescriptor(TRIP_REQUEST(TRIP), {})
    const read = () => environment.lookup(operation.fragment).data as any
    const steps: any[] = []
    await new Promise<void>((resolve, reject) =>
      environment.execute({ operation }).subscribe({
        next: () => {
          steps.push(structuredClone(read()))
          if (read().route?.snow === undefined) release()
        },
        error: reject,
        complete: resolve,
      }),
    )
    expect(steps[0].route).toEqual({ lengthM: 1234.5, snow: undefined })
    expect(read()).toEqual(await undeferred())
  })

  test('an error of a deferred part is given to the observer with its part', async () => {
    const seen: any[] = []
    await new Promise<void>((resolve, reject) =>
      Network.create(relayFetch(`${app.api}/graphql`))
        .execute(TRIP_REQUEST(FAILING).params, {}, {})
        .subscribe({ next: (part) => seen.push(part), error: reject, complete: resolve }),
    )
    expect(seen.flatMap(({ errors = [] }) => errors.map((error: any) => [error.path, error.extensions.code]))).toEqual([
      [['route', 'places'], 'INVALID_INPUT'],
    ])
  })
})
