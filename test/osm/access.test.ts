import { describe, expect, test } from 'vitest'
import { findBarrierAccess } from '../../src/osm/barrier-access.ts'
import { bikeAccess, footAccess } from '../../src/osm/way-access.ts'
import type { Tags } from '../../src/osm/tags.ts'
import { findWayClass } from '../../src/osm/way-class.ts'

/** `highway=path foot=no` as tags. */
const tagsOf = (text: string): Tags =>
  new Map(
    text
      .split(' ')
      .filter(Boolean)
      .map((pair) => pair.split(/=(.*)/).slice(0, 2) as [string, string]),
  )
const foot = (text: string) => reported(footAccess(tagsOf(text), findWayClass(tagsOf(text))!))
const bike = (text: string) => reported(bikeAccess(tagsOf(text), findWayClass(tagsOf(text))!))
/** one word where both directions agree, else `forward / backward` */
const reported = ([forward, backward]: readonly string[]) =>
  forward === backward ? forward : `${forward} / ${backward}`

describe('which ways belong to the network', () => {
  const taken = [
    'path',
    'footway',
    'pedestrian',
    'track',
    'steps',
    'bridleway',
    'cycleway',
    'living_street',
    'residential',
    'service',
    'unclassified',
    'tertiary',
    'tertiary_link',
    'secondary',
    'secondary_link',
    'primary',
    'primary_link',
    'road',
    'trunk',
    'trunk_link',
    'motorway',
    'motorway_link',
    'platform',
    'via_ferrata',
  ]
  test.each(taken)('highway=%s does', (highway) => {
    expect(findWayClass(tagsOf(`highway=${highway}`))?.highway).toBe(highway)
  })
  test.each(['corridor', 'construction', 'proposed', 'raceway', 'elevator', 'busway', 'no', 'razed'])(
    'highway=%s does not',
    (highway) => {
      expect(findWayClass(tagsOf(`highway=${highway}`))).toBeNull()
    },
  )
  test('a pier, a railway platform and a ferry line do', () => {
    expect(findWayClass(tagsOf('man_made=pier'))).toEqual({ highway: 'pier', kind: 'other' })
    expect(findWayClass(tagsOf('railway=platform'))).toEqual({ highway: 'platform', kind: 'other' })
    expect(findWayClass(tagsOf('public_transport=platform'))).toEqual({ highway: 'platform', kind: 'other' })
    expect(findWayClass(tagsOf('route=ferry'))).toEqual({ highway: 'ferry', kind: 'ferry' })
  })
  test('a way under construction on a pier does not, and a railway does not', () => {
    expect(findWayClass(tagsOf('highway=construction man_made=pier'))).toBeNull()
    expect(findWayClass(tagsOf('railway=rail'))).toBeNull()
  })
})

describe('on foot', () => {
  test.each([
    ['highway=path', 'open'],
    ['highway=steps', 'open'],
    ['highway=bridleway', 'open'],
    ['highway=primary', 'open'],
    ['highway=platform', 'open'],
    ['man_made=pier', 'open'],
    ['route=ferry', 'open'],
    ['route=ferry foot=no', 'closed'],
    // motorway and trunk only where said
    ['highway=motorway', 'closed'],
    ['highway=trunk', 'closed'],
    ['highway=trunk access=yes', 'closed'],
    ['highway=trunk foot=permissive', 'closed'],
    ['highway=trunk foot=yes', 'open'],
    ['highway=trunk_link foot=designated', 'open'],
    ['highway=primary motorroad=yes', 'closed'],
    // foot beats access
    ['highway=path access=no', 'closed'],
    ['highway=path access=private', 'closed'],
    ['highway=path access=permit', 'closed'],
    ['highway=path access=military', 'closed'],
    ['highway=service access=no foot=yes', 'open'],
    ['highway=service access=private foot=permissive', 'open'],
    ['highway=residential access=yes foot=no', 'closed'],
    ['highway=primary foot=use_sidepath', 'closed'],
    // open with a warning that names it
    ['highway=track access=agricultural', 'agricultural'],
    ['highway=track access=forestry', 'forestry'],
    ['highway=service access=customers', 'customers'],
    ['highway=service access=delivery', 'delivery'],
    ['highway=residential access=destination', 'destination'],
    ['highway=track access=agricultural;forestry', 'agricultural'],
    ['highway=track access=no;yes', 'open'],
    ['highway=path access=discouraged', 'discouraged'],
    ['highway=track vehicle=no motor_vehicle=agricultural', 'open'],
    // nobody knows what it means: not open without a word
    ['highway=path access=unknown', 'conditional'],
    ['highway=path foot=whatever', 'conditional'],
    // a cycleway without a foot tag
    ['highway=cycleway', 'cycleway_untagged'],
    ['highway=cycleway access=yes', 'cycleway_untagged'],
    ['highway=cycleway foot=yes', 'open'],
    ['highway=cycleway foot=designated segregated=no', 'open'],
    ['highway=cycleway foot=no', 'closed'],
    ['highway=cycleway access=private', 'closed'],
    ['highway=path bicycle=designated', 'open'],
    // conditions are not evaluated
    ['highway=path foot:conditional=no_@_winter', 'conditional'],
    ['highway=path access:conditional=no_@_winter', 'conditional'],
    ['highway=path foot=no foot:conditional=yes_@_summer', 'conditional'],
    ['highway=path foot=yes access:conditional=no_@_night', 'open'],
    ['highway=path motor_vehicle:conditional=no_@_night', 'open'],
    ['highway=motorway access:conditional=yes_@_night', 'closed'],
    // oneway binds vehicles only
    ['highway=residential oneway=yes', 'open'],
    ['highway=path oneway=yes', 'open'],
    ['highway=primary junction=roundabout', 'open'],
    ['highway=path oneway:foot=yes', 'open / closed'],
    ['highway=path oneway:foot=-1', 'closed / open'],
    ['highway=path foot:backward=no', 'open / closed'],
    ['highway=path foot:forward=no', 'closed / open'],
    ['highway=path access=no foot:forward=yes', 'open / closed'],
    ['highway=path foot:backward=private', 'open / closed'],
    // what binds bicycles says nothing to a walker
    ['highway=footway bicycle=no', 'open'],
    ['highway=path bicycle=dismount foot=dismount', 'open'],
  ])('%s: %s', (tags, access) => {
    expect(foot(tags)).toBe(access)
  })
})

describe('by bicycle', () => {
  test.each([
    ['highway=path', 'open'],
    ['highway=track', 'open'],
    ['highway=cycleway', 'open'],
    ['highway=residential', 'open'],
    ['highway=secondary', 'open'],
    ['highway=trunk', 'open'],
    ['highway=motorway', 'closed'],
    ['highway=motorway bicycle=yes', 'open / closed'],
    ['highway=trunk motorroad=yes', 'closed'],
    // ways of walkers only where tagged
    ['highway=footway', 'closed'],
    ['highway=pedestrian', 'closed'],
    ['highway=steps', 'closed'],
    ['highway=footway bicycle=yes', 'open'],
    ['highway=pedestrian bicycle=permissive', 'open'],
    ['highway=footway bicycle=designated', 'open'],
    ['highway=footway access=yes', 'closed'],
    ['highway=footway bicycle=destination', 'closed'],
    ['highway=footway bicycle=dismount', 'dismount'],
    ['highway=steps bicycle=dismount', 'dismount'],
    ['highway=residential bicycle=dismount', 'dismount'],
    ['highway=bridleway', 'closed'],
    ['highway=bridleway bicycle=yes', 'open'],
    ['highway=platform', 'closed'],
    ['man_made=pier bicycle=yes', 'open'],
    ['highway=via_ferrata', 'closed'],
    // bicycle beats vehicle beats access
    ['highway=track access=no', 'closed'],
    ['highway=track vehicle=no', 'closed'],
    ['highway=track vehicle=no bicycle=yes', 'open'],
    ['highway=track access=no vehicle=yes', 'open'],
    ['highway=track vehicle=yes bicycle=no', 'closed'],
    ['highway=track motor_vehicle=no', 'open'],
    ['highway=track vehicle=agricultural', 'agricultural'],
    ['highway=track vehicle=forestry', 'forestry'],
    ['highway=service vehicle=destination', 'destination'],
    ['highway=primary bicycle=use_sidepath', 'closed'],
    ['highway=path foot=designated', 'open'],
    // one-way streets and their exceptions
    ['highway=residential oneway=yes', 'open / closed'],
    ['highway=residential oneway=1', 'open / closed'],
    ['highway=residential oneway=true', 'open / closed'],
    ['highway=residential oneway=-1', 'closed / open'],
    ['highway=residential oneway=no', 'open'],
    ['highway=residential oneway=reversible', 'conditional'],
    ['highway=residential oneway=alternating', 'open'],
    ['highway=residential oneway=yes oneway:bicycle=no', 'open'],
    ['highway=residential oneway:bicycle=yes', 'open / closed'],
    ['highway=residential oneway=yes oneway:bicycle=-1', 'closed / open'],
    ['highway=residential oneway=yes cycleway=opposite', 'open'],
    ['highway=residential oneway=yes cycleway=opposite_lane', 'open'],
    ['highway=residential oneway=-1 cycleway=opposite_track', 'open'],
    ['highway=residential oneway=yes cycleway:left=opposite_lane', 'open'],
    ['highway=residential oneway=yes cycleway:left=lane cycleway:left:oneway=-1', 'open'],
    ['highway=residential oneway=yes cycleway:both=lane cycleway:both:oneway=no', 'open'],
    ['highway=residential oneway=yes cycleway:left=no cycleway:left:oneway=-1', 'open / closed'],
    ['highway=residential oneway=yes cycleway=lane', 'open / closed'],
    ['highway=primary junction=roundabout', 'open / closed'],
    ['highway=primary junction=roundabout oneway=no', 'open'],
    ['highway=primary junction=circular', 'open / closed'],
    ['highway=residential oneway=yes access=destination', 'destination / closed'],
    ['highway=path oneway=yes', 'open / closed'],
    ['highway=residential oneway=yes bicycle:backward=yes', 'open'],
    ['highway=residential bicycle:forward=no', 'closed / open'],
    ['highway=residential vehicle:backward=no', 'open / closed'],
    ['highway=residential bicycle=yes vehicle:backward=no', 'open'],
    ['highway=residential oneway=yes bicycle=no', 'closed'],
    // conditions
    ['highway=path bicycle:conditional=no_@_summer', 'conditional'],
    ['highway=path vehicle:conditional=no_@_summer', 'conditional'],
    ['highway=path bicycle=yes access:conditional=no_@_summer', 'open'],
    ['highway=footway bicycle:conditional=yes_@_night', 'conditional'],
    ['highway=footway access:conditional=yes_@_night', 'closed'],
    ['highway=residential oneway:conditional=yes_@_day', 'conditional'],
    ['highway=residential oneway=yes oneway:conditional=no_@_night', 'open / conditional'],
    ['highway=residential oneway=yes oneway:bicycle:conditional=no_@_night', 'conditional'],
    // ferries
    ['route=ferry', 'open'],
    ['route=ferry bicycle=no', 'closed'],
    ['route=ferry access=private', 'closed'],
  ])('%s: %s', (tags, access) => {
    expect(bike(tags)).toBe(access)
  })
})

describe('a barrier on a node, [foot, bicycle]', () => {
  const past = (text: string) => {
    const access = findBarrierAccess(tagsOf(text))
    return access === null ? 'no effect' : `${access.foot}, ${access.bike}`
  }
  test.each([
    ['highway=crossing', 'no effect'],
    ['highway=crossing access=no', 'no effect'],
    ...[
      'gate',
      'lift_gate',
      'swing_gate',
      'bollard',
      'block',
      'cattle_grid',
      'ditch',
      'chain',
      'cycle_barrier',
      'toll_booth',
      'entrance',
    ].map((kind) => [`barrier=${kind}`, 'no effect']),
    ['barrier=no access=no', 'no effect'],
    ['barrier=gate access=no', 'closed, closed'],
    ['barrier=gate access=private', 'closed, closed'],
    ['barrier=gate access=private foot=yes', 'open, closed'],
    ['barrier=gate access=no bicycle=yes foot=yes', 'no effect'],
    ['barrier=gate bicycle=no', 'open, closed'],
    ['barrier=gate vehicle=no', 'open, closed'],
    ['barrier=gate motor_vehicle=no', 'no effect'],
    ['barrier=gate foot=no', 'closed, open'],
    ['barrier=gate locked=yes', 'closed, closed'],
    ['barrier=gate locked=yes foot=yes', 'open, closed'],
    ['barrier=gate locked=yes access=permissive', 'no effect'],
    ['barrier=gate locked=yes foot=unknown bicycle=unknown', 'closed, closed'],
    ['barrier=gate locked=no', 'no effect'],
    ['barrier=stile', 'open, closed'],
    ['barrier=turnstile', 'open, closed'],
    ['barrier=stile bicycle=yes', 'no effect'],
    ['barrier=stile access=yes', 'open, closed'],
    ['barrier=stile foot=no', 'closed, closed'],
    ['barrier=kissing_gate', 'open, dismount'],
    ['barrier=kissing_gate bicycle=yes', 'no effect'],
    ['barrier=gate access=destination', 'destination, destination'],
    ['barrier=gate access:conditional=no_@_night', 'conditional, conditional'],
    ['barrier=bollard bicycle=dismount', 'open, dismount'],
  ])('%s: %s', (tags, access) => {
    expect(past(tags)).toBe(access)
  })
})
