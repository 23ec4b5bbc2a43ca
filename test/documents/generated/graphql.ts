/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Areas, ways and kinds of way that must not be used. */
export type AvoidInput = {
  /** A GeoJSON Polygon or MultiPolygon, a Feature with one, or a FeatureCollection of these: at most 50 rings and 5,000 vertices in all. Holes are not avoided. A stretch between two junctions is avoided as a whole if any part of it lies in an area. A waypoint in an area is refused. */
  areas?: unknown;
  /** Ways of these kinds, wherever they are. */
  kinds?: Array<AvoidKind> | null | undefined;
  /** Ids of OpenStreetMap ways, at most 200. */
  ways?: Array<number> | null | undefined;
};

/** A kind of way that can be avoided. */
export type AvoidKind =
  /** Passages with ladders, ropes or rungs. */
  | 'AIDED'
  /** Crossings by boat. */
  | 'FERRY'
  /** Fords, on the way or at its ends. */
  | 'FORD'
  /** Roads and streets of classes built for motor vehicles, whether or not these may use them. */
  | 'MOTOR_TRAFFIC'
  /** Flights of steps. */
  | 'STEPS'
  /** Ways tagged as running through a tunnel, underpasses too. */
  | 'TUNNEL'
  /** Ways mapped as unlit. Where lighting is not mapped, an unknown says so. */
  | 'UNLIT'
  /** Climbing routes that need a harness. */
  | 'VIA_FERRATA';

/** Kind of bicycle: decides which surfaces and paths suit it. */
export type BicycleType =
  /** A trekking or city bike: roads, tracks and firm paths. */
  | 'HYBRID'
  /** A mountain bike: takes rough tracks and graded paths. */
  | 'MOUNTAIN'
  /** A road bike: keeps to smooth surfaces. */
  | 'ROAD';

/** A signed route to follow, or a part of it. Gaps are bridged by the network and named by a warning. */
export type FollowInput = {
  /** Which way round. Default FORWARD; with `from` and `to`, SHORTER. */
  direction?: TrailDirection | null | undefined;
  /** Where it is joined, [lon, lat] in degrees. Default its start. */
  from?: [number, number] | null | undefined;
  /** Where it is left, [lon, lat] in degrees. Default its end. */
  to?: [number, number] | null | undefined;
  /** Its id or its relation. */
  trail: TrailBy;
};

/** How hard a way is, as tagged: of the SAC scale on foot, of the single-trail scale by bicycle, or a via ferrata. */
export type Grade =
  /** A flowing trail without difficulties. */
  | 'S0'
  /** Small roots and stones, loose ground; bends are wide. */
  | 'S1'
  /** Larger roots and stones, steps, narrow bends, up to 70 % steep. */
  | 'S2'
  /** Many large obstacles, hairpins, high steps; needs good technique. */
  | 'S3'
  /** Very steep and blocked: obstacles that a pedal hits, tight hairpins. */
  | 'S4'
  /** Blocked terrain, landslides, steps in a row; trial technique. */
  | 'S5'
  /** Hardly ridden by anyone. */
  | 'S6'
  /** Hiking: a level or gently rising path that is easy to follow. */
  | 'T1'
  /** Mountain hiking: a path throughout, in places steep. */
  | 'T2'
  /** Demanding mountain hiking: exposed places, sometimes with ropes or chains. */
  | 'T3'
  /** Alpine hiking: often trackless, hands are needed for progress in places. */
  | 'T4'
  /** Demanding alpine hiking: trackless, with easy climbing. */
  | 'T5'
  /** Difficult alpine hiking: trackless, with climbing up to grade II and much exposure. */
  | 'T6'
  /** A climbing route that needs a harness; above T6. */
  | 'VIA_FERRATA';

/** How signed trails are treated. */
export type MarkedTrails =
  /** Signed trails are treated like any other way. */
  | 'OFF'
  /** Signed trails are preferred where they are not much longer. */
  | 'PREFER'
  /** Only signed trails; an error where they do not reach the goal. */
  | 'STRICT';

/** A time, or a whole day there. */
export type MomentInput =
  {   /** A date there, 2000 to 2059. What is closed all day is not used. */
  date: string; time?: never; }
  |  { date?: never;   /** An instant (2026-12-24T08:00+01:00), or a time by the clock of the place (2026-12-24T08:00). */
  time: string; };

/** An object of OpenStreetMap, as `OsmKey` has it. */
export type OsmKeyInput = {
  /** Its id among those of its kind. */
  id: number;
  /** Kind of the object. */
  type: OsmType;
};

/** Kind of an OpenStreetMap object. */
export type OsmType =
  /** A single point of the map. */
  | 'NODE'
  /** A group of nodes, ways and relations, such as a signed trail. */
  | 'RELATION'
  /** A line or the outline of an area. */
  | 'WAY';

/** A place in one of these forms. */
export type PlaceBy =
  {   /** Its `id`, as an answer gave it. */
  id: string; osm?: never; }
  |  { id?: never;   /** The object of OpenStreetMap that it is. */
  osm: OsmKeyInput; };

/** Whether to push the bicycle where riding is forbidden. */
export type Push =
  /** Where riding is forbidden but walking is not, the bicycle may be pushed, at the price of a long detour. */
  | 'ALLOWED'
  /** Only ways that may be ridden; an error where they do not reach the goal. */
  | 'NEVER';

/** The waypoints of a route, and how you travel. Omitted settings take their defaults and are named in `settingsDefaulted`. */
export type RouteInput = {
  /** Names waypoints in instructions, warnings and `snaps`: places by their names, points after the nearest named place within 250 m. Trails to follow are named anyway. */
  names?: boolean;
  /** How you travel. */
  settings?: TravelSettings | null | undefined;
  /** Legs drawn straight, counted from 0: leg 0 joins waypoint 0 to waypoint 1. Nothing is claimed about them. Default none. */
  straightLegs?: Array<number> | null | undefined;
  /** 2 to 100 waypoints, counted from 0, or one trail to follow; each leg at most 100 km on foot and 150 km by bicycle, in a straight line. */
  waypoints: Array<WaypointInput>;
};

/** Whether the route is proven cheapest. */
export type RouteStatus =
  /** The search budget ran out on a leg; a warning says which. */
  | 'BEST_EFFORT'
  /** Every leg is a proven cheapest path under the settings. */
  | 'COMPLETE';

/** A grade of the hiking scale of the Swiss Alpine Club (`sac_scale`). */
export type SacGrade =
  /** Hiking: a level or gently rising path that is easy to follow. */
  | 'T1'
  /** Mountain hiking: a path throughout, in places steep. */
  | 'T2'
  /** Demanding mountain hiking: exposed places, sometimes with ropes or chains. */
  | 'T3'
  /** Alpine hiking: often trackless, hands are needed for progress in places. */
  | 'T4'
  /** Demanding alpine hiking: trackless, with easy climbing. */
  | 'T5'
  /** Difficult alpine hiking: trackless, with climbing up to grade II and much exposure. */
  | 'T6';

/** A signed route in one of these forms. */
export type TrailBy =
  {   /** Its `id`, as an answer gave it. */
  id: string; osmRelation?: never; }
  |  { id?: never;   /** Number of its relation on OpenStreetMap. */
  osmRelation: number; };

/** Which way a signed route is followed. */
export type TrailDirection =
  /** Against the order of its members. */
  | 'BACKWARD'
  /** In the order of its members. */
  | 'FORWARD'
  /** Whichever makes the whole route shorter. */
  | 'SHORTER';

/** How you travel. */
export type TravelMode =
  /** On a bicycle. */
  | 'BIKE'
  /** On foot, walking. */
  | 'HIKE'
  /** On foot, running. */
  | 'RUN';

/** How you travel. Omitted fields take their defaults, which depend on the mode; a route names them in `settingsDefaulted`. */
export type TravelSettings = {
  /** When the start is left. What the map closes on arrival is not used, and `closuresAvoided` names it. Left out: ways that are closed at times are used, and listed in `unknowns`. Routes only. */
  at?: MomentInput | null | undefined;
  /** What must not be used: areas, ways and kinds of way. Where nothing of it is on the way, the answer is the same as without it. */
  avoid?: AvoidInput | null | undefined;
  /** Avoids paved ways where it can. Default false. */
  avoidPaved?: boolean | null | undefined;
  /** Avoids steps where it can, e.g. with a pram, a dog or bad knees. Default false. */
  avoidSteps?: boolean | null | undefined;
  /** Kind of bicycle: decides which surfaces and paths suit it. Default HYBRID. Applies by bicycle only. */
  bicycleType?: BicycleType | null | undefined;
  /** -1 avoids climbing, 1 seeks it. -1 to 1, default 0. */
  hills?: number | null | undefined;
  /** How signed trails are treated. Default PREFER. Applies on foot only. */
  markedTrails?: MarkedTrails | null | undefined;
  /** Hardest SAC grade that may be used. Default T3. Applies on foot only. */
  maxSac?: SacGrade | null | undefined;
  /** How you travel. Default HIKE. */
  mode?: TravelMode | null | undefined;
  /** Whether to push the bicycle where riding is forbidden. Default ALLOWED. Applies by bicycle only. */
  push?: Push | null | undefined;
  /** The shortest way instead of the best one. Default false. */
  shortest?: boolean | null | undefined;
  /** How far a waypoint may lie from a usable way. 10 to 5,000 metres, default 500. */
  snapRadiusM?: number | null | undefined;
  /** Your own pace, as `walker` measures it. Left out: a typical walker. */
  walker?: WalkerInput | null | undefined;
};

/** Your own pace, as the query `walker` returns it. */
export type WalkerInput = {
  /** Factor on the moving time of the model, 0.4 to 2.5. */
  factor: number;
  /** Standard deviation of the logarithm of moving time, 0.02 to 0.5; the bands come from it. */
  spread: number;
};

/** A waypoint in one of these forms. */
export type WaypointInput =
  {   /** The point, [lon, lat] in degrees. */
  at: [number, number]; follow?: never; place?: never; trail?: never; }
  |  { at?: never;   /** A signed route that the route follows; refused by a matrix. 1 credit. */
  follow: FollowInput; place?: never; trail?: never; }
  |  { at?: never; follow?: never;   /** A place of the map: where it lies. */
  place: PlaceBy; trail?: never; }
  |  { at?: never; follow?: never; place?: never;   /** A signed route: where it starts. */
  trail: TrailBy; };

export type HeightsQueryVariables = Exact<{
  at: Array<[number, number]> | [number, number];
}>;


export type HeightsQuery = { points: Array<{ location: [number, number], elevation: { heightM: number | null } | null }> | null };

export type RouteQueryVariables = Exact<{
  input: RouteInput;
}>;


export type RouteQuery = { route: { status: RouteStatus, lengthM: number, elevation: { ascentM: number } | null, surfaces: { pavedM: number, unknownM: number } | null, difficulty: { untaggedPathM: number, grades: Array<{ grade: Grade, lengthM: number }> } | null, line: { coordinates: Array<[number, number, number | null]> | null } } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const HeightsDocument = new TypedDocumentString(`
    query Heights($at: [LonLat!]!) {
  points(at: $at) {
    location
    elevation {
      heightM
    }
  }
}
    `) as unknown as TypedDocumentString<HeightsQuery, HeightsQueryVariables>;
export const RouteDocument = new TypedDocumentString(`
    query Route($input: RouteInput!) {
  route(input: $input) {
    status
    lengthM
    elevation {
      ascentM
    }
    surfaces {
      pavedM
      unknownM
    }
    difficulty {
      grades {
        grade
        lengthM
      }
      untaggedPathM
    }
    line {
      coordinates
    }
  }
}
    `) as unknown as TypedDocumentString<RouteQuery, RouteQueryVariables>;