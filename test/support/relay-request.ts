// What Relay's compiler makes of the trip of incremental-clients.test.ts, written by hand.

import type { ConcreteRequest } from 'relay-runtime'

const scalar = (name: string) => ({ alias: null, args: null, kind: 'ScalarField', name, storageKey: null }) as const
const linked = (name: string, concreteType: string, plural: boolean, selections: readonly object[]) =>
  ({ alias: null, args: null, concreteType, kind: 'LinkedField', name, plural, selections, storageKey: null }) as const

const snow = linked('snow', 'RouteSnow', false, [linked('sections', 'SnowSection', true, [scalar('class')])])
const edges = linked('edges', 'PlaceEdge', true, [scalar('cursor'), scalar('offM')])

const selections = (inParts: boolean) => [
  linked('route', 'Route', false, [
    scalar('lengthM'),
    inParts ? { kind: 'Defer', if: null, label: 'Trip$defer$snow', selections: [snow] } : snow,
  ]),
  linked('places', 'PlaceConnection', false, [
    inParts ? { kind: 'Stream', if: null, label: 'Trip$stream$edges', selections: [edges] } : edges,
  ]),
]

export const TRIP_REQUEST = (text: string): ConcreteRequest =>
  ({
    kind: 'Request',
    fragment: {
      argumentDefinitions: [],
      kind: 'Fragment',
      metadata: null,
      name: 'Trip',
      selections: selections(false),
      type: 'Query',
      abstractKey: null,
    },
    operation: { argumentDefinitions: [], kind: 'Operation', name: 'Trip', selections: selections(true) },
    params: { id: null, cacheID: 'trip', metadata: {}, name: 'Trip', operationKind: 'query', text },
  }) as unknown as ConcreteRequest
