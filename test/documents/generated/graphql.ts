/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Kind of bicycle: decides which surfaces and paths suit it. */
export type BicycleType =
  /** A trekking or city bike: roads, tracks and firm paths. */
  | 'HYBRID'
  /** A mountain bike: takes rough tracks and graded paths. */
  | 'MOUNTAIN'
  /** A road bike: keeps to smooth surfaces. */
  | 'ROAD';

/** How signed trails are treated. */
export type MarkedTrails =
  /** Signed trails are treated like any other way. */
  | 'OFF'
  /** Signed trails are preferred where they are not much longer. */
  | 'PREFER'
  /** Only signed trails; an error where they do not reach the goal. */
  | 'STRICT';

/** How you travel. */
export type Profile =
  /** On a bicycle. */
  | 'BIKE'
  /** On foot, walking. */
  | 'HIKE'
  /** On foot, running. */
  | 'RUN';

/** Whether the bicycle may be pushed where it may not be ridden. */
export type Push =
  /** Where riding is forbidden but walking is not, the bicycle may be pushed, at the price of a long detour. */
  | 'ALLOWED'
  /** Only ways that may be ridden; an error where they do not reach the goal. */
  | 'NEVER';

/** What a route should join, and how. Fields left out take their defaults and are named in settingsDefaulted. */
export type RouteInput = {
  /** How one travels. */
  settings?: TravelSettings | null | undefined;
  /** Legs drawn straight, counted from 0: leg 0 joins waypoint 0 to waypoint 1. Nothing is claimed about them. Default none. */
  straightLegs?: Array<number> | null | undefined;
  /** 2 to 100 waypoints, counted from 0; each leg at most 60 km in a straight line. */
  waypoints: Array<WaypointInput>;
};

/** What is proven about the route. */
export type RouteStatus =
  /** The search budget ran out on a leg; a warning says which. */
  | 'BEST_EFFORT'
  /** Every leg is a proven cheapest path under the settings. */
  | 'COMPLETE';

/** How one travels. Fields left out take their defaults, which depend on the profile; a route names them in settingsDefaulted. */
export type TravelSettings = {
  /** Avoids paved ways where it can. Default false. */
  avoidPaved?: boolean | null | undefined;
  /** Kind of bicycle: decides which surfaces and paths suit it. Default HYBRID. By bicycle only. */
  bicycleType?: BicycleType | null | undefined;
  /** -1 avoids climbing, 1 seeks it. -1 to 1, default 0. */
  hills?: number | null | undefined;
  /** How signed trails are treated. Default PREFER. On foot only. */
  markedTrails?: MarkedTrails | null | undefined;
  /** Hardest SAC grade that may be used. 1 to 6, default 3. On foot only. */
  maxSac?: number | null | undefined;
  /** How you travel. Default HIKE. */
  profile?: Profile | null | undefined;
  /** Whether the bicycle may be pushed where it may not be ridden. Default ALLOWED. By bicycle only. */
  push?: Push | null | undefined;
  /** The shortest way instead of the best one. Default false. */
  shortest?: boolean | null | undefined;
  /** How far a waypoint may lie from a usable way. 10 to 5,000 metres, default 500. */
  snapRadiusM?: number | null | undefined;
  /** One's own pace, as walker gives it. Default: somebody unknown. */
  walker?: WalkerInput | null | undefined;
};

/** One's own pace, as walker gives it. */
export type WalkerInput = {
  /** Times the moving time that the model tells, 0.4 to 2.5. */
  factor: number;
  /** Standard deviation of the logarithm of moving time, 0.02 to 0.5; the bands come from it. */
  spread: number;
};

/** A point to pass, said in one of three ways. */
export type WaypointInput =
  {   /** The point, [lon, lat] in degrees. */
  at: [number, number]; place?: never; trail?: never; }
  |  { at?: never;   /** Id of a place or an outdoor place; a number as REST gives it is that of a place. */
  place: string; trail?: never; }
  |  { at?: never; place?: never;   /** Id of a signed route, or the number of its relation: where it begins. */
  trail: string; };

export type ElevationQueryVariables = Exact<{
  release?: string | null | undefined;
  points: Array<[number, number]> | [number, number];
  z?: number | null | undefined;
}>;


export type ElevationQuery = { elevation: { release: string, z: number, points: Array<{ location: [number, number], elevationM: number | null }> } | null };

export type RouteQueryVariables = Exact<{
  input: RouteInput;
}>;


export type RouteQuery = { route: { status: RouteStatus, distanceM: number, ascentM: number | null, surfaces: { pavedM: number, unknownM: number } | null, difficulty: { untaggedPathM: number, grades: Array<{ grade: string, lengthM: number }> } | null, line: { coordinates: Array<[number, number, number | null]> | null } } | null };

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

export const ElevationDocument = new TypedDocumentString(`
    query Elevation($release: String, $points: [LonLat!]!, $z: Int) {
  elevation(release: $release, points: $points, z: $z) {
    release
    z
    points {
      location
      elevationM
    }
  }
}
    `) as unknown as TypedDocumentString<ElevationQuery, ElevationQueryVariables>;
export const RouteDocument = new TypedDocumentString(`
    query Route($input: RouteInput!) {
  route(input: $input) {
    status
    distanceM
    ascentM
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