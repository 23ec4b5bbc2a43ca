/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '../typed-document.ts';
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

/** What makes a stretch dangerous. */
export type HazardKind =
  /** An aided passage: ladder, rope, rungs. */
  | 'AID'
  /** A ford: the way crosses water without a bridge. */
  | 'FORD'
  /** A via ferrata: a climbing route that needs a harness. */
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

/** What the map says that an object is. */
export type PlaceKind =
  /** An administrative area that is nothing else (`boundary=administrative`); no list has it, `within` does. */
  | 'ADMINISTRATIVE_AREA'
  /** A sight: attraction, museum, ruins or monument. */
  | 'ATTRACTION'
  /** A beach, of sea or lake. */
  | 'BEACH'
  /** A simple shelter to sleep in, without staff. */
  | 'BIVOUAC'
  /** A station of buses, with several platforms. */
  | 'BUS_STATION'
  /** A single stop of buses. */
  | 'BUS_STOP'
  /** A station of a cable car, gondola or chair lift. */
  | 'CABLE_CAR_STATION'
  /** A place to camp. */
  | 'CAMPSITE'
  /** A cape or peninsula. */
  | 'CAPE'
  /** A castle or fort. */
  | 'CASTLE'
  /** The entrance of a cave. */
  | 'CAVE'
  /** A city, as the map ranks it (`place=city`). */
  | 'CITY'
  /** A sovereign state (`place=country`). */
  | 'COUNTRY'
  /** A county or district (`place=county`, `place=district`). */
  | 'COUNTY'
  /** Water that is tagged as drinkable: a tap, fountain or water point. */
  | 'DRINKING_WATER'
  /** A single farm (`place=farm`). */
  | 'FARM'
  /** A glacier, as a whole (`natural=glacier`). */
  | 'GLACIER'
  /** A signpost of trails. */
  | 'GUIDEPOST'
  /** A hamlet or an isolated dwelling. */
  | 'HAMLET'
  /** A hotel, guest house, hostel or motel. */
  | 'HOTEL'
  /** A mountain hut (`tourism=alpine_hut`, `tourism=wilderness_hut`). */
  | 'HUT'
  /** A board, map or office with information; guideposts apart. */
  | 'INFORMATION'
  /** An island or islet. */
  | 'ISLAND'
  /** A lake, pond or reservoir. */
  | 'LAKE'
  /** A named spot where nobody lives (`place=locality`). */
  | 'LOCALITY'
  /** A monastery or abbey. */
  | 'MONASTERY'
  /** A park or nature reserve. */
  | 'PARK'
  /** A car park that is not private. */
  | 'PARKING'
  /** A mountain pass or saddle. */
  | 'PASS'
  /** A path or track with a name of its own. */
  | 'PATH'
  /** A summit or volcano. */
  | 'PEAK'
  /** Tables or a meadow for a picnic. */
  | 'PICNIC_SITE'
  /** A church, chapel or other place of worship. */
  | 'PLACE_OF_WORSHIP'
  /** A mountain range (`natural=mountain_range`). */
  | 'RANGE'
  /** A region or province (`place=region`, `place=province`). */
  | 'REGION'
  /** Somewhere to eat or drink: restaurant, café, beer garden or pub. */
  | 'RESTAURANT'
  /** A ridge or arête. */
  | 'RIDGE'
  /** A river, stream or canal, all parts of its name in one valley as one. */
  | 'RIVER'
  /** A roof against the weather, not meant for the night; stops of public transport are left out. */
  | 'SHELTER'
  /** A spring; whether its water is drinkable is in the tags, or unknown. */
  | 'SPRING'
  /** A state or land of a federation (`place=state`). */
  | 'STATE'
  /** A street, road or square; all parts of it in one town are one. */
  | 'STREET'
  /** A part of a town: suburb, borough, quarter or neighbourhood. */
  | 'SUBURB'
  /** Public toilets. */
  | 'TOILETS'
  /** A town, as the map ranks it (`place=town`). */
  | 'TOWN'
  /** A signed trail; `trail` holds its line. */
  | 'TRAIL'
  /** A railway station or halt. */
  | 'TRAIN_STATION'
  /** A valley, named along its line. */
  | 'VALLEY'
  /** A place with a view (`tourism=viewpoint`). */
  | 'VIEWPOINT'
  /** A village, as the map ranks it (`place=village`). */
  | 'VILLAGE'
  /** A waterfall (`waterway=waterfall`). */
  | 'WATERFALL';

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

/** What the observation says about a point. */
export type SnowClass =
  /** Observed free of snow: cover of 10 % and less, or NDSI of 10 and less. */
  | 'CLEAR'
  /** Observed snow: cover of 50 % and more, or NDSI of 40 and more. */
  | 'SNOW'
  /** No valid observation, or partial cover. Never to be read as clear. */
  | 'UNKNOWN';

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

/** What is not known. A code appears only where something is missing, never as a reassurance. */
export type UnknownCode =
  /** A way has conditional access, which is not evaluated. */
  | 'ACCESS_CONDITIONAL'
  /** The map cuts the border of areas: whether they contain the point is unknown. */
  | 'AREA_CUT'
  /** A cycleway does not say whether one may walk on it. */
  | 'CYCLEWAY_FOOT_UNKNOWN'
  /** A tag with dates, seasons or tides decides whether a way is open, or to whom; what holds then is not known. */
  | 'DATED_ACCESS'
  /** The duration of a ferry is not mapped. */
  | 'FERRY_TIME_UNKNOWN'
  /** There are no heights at all. */
  | 'HEIGHTS_NONE'
  /** Recorded heights failed the check; those of the terrain are used. */
  | 'HEIGHTS_RECORDED_REJECTED'
  /** A part of the way has no heights, of the terrain or as recorded; climb there is left out or that of a straight line. */
  | 'HEIGHT_UNKNOWN'
  /** Whether a way is lit is not mapped, and unlit ways were to be avoided. */
  | 'LIGHTING_UNKNOWN'
  /** A part of the line follows no way. */
  | 'LINE_UNMATCHED'
  /** The map ends beside what was found: what lies beyond its edge is not known. */
  | 'MAP_EDGE'
  /** No ensemble gives the probability of rain: unknown, not 0. */
  | 'PROBABILITY_MISSING'
  /** Paths without a SAC grade: unknown, not easy. */
  | 'SAC_UNTAGGED'
  /** Snow between the sampled points is not assessed. */
  | 'SNOW_BETWEEN_SAMPLES'
  /** There is no snow forecast: no provider, or no answer from it. */
  | 'SNOW_FORECAST_MISSING'
  /** Points share the snow forecast of a place kilometres away. */
  | 'SNOW_FORECAST_SHARED'
  /** Points have no valid observation of snow: unknown, not clear. */
  | 'SNOW_NOT_OBSERVED'
  /** A part is drawn as a straight line, about which nothing is known. */
  | 'STRAIGHT_LEG'
  /** A surface comes from the class of the way; it is not mapped. */
  | 'SURFACE_ASSUMED'
  /** A surface is neither mapped nor assumed. */
  | 'SURFACE_UNKNOWN'
  /** The terrain has no heights along a part of the line. */
  | 'TERRAIN_VOID'
  /** Time is computed from slopes only; surfaces and grades of a supplied line are not looked up. */
  | 'TIME_BY_SLOPE'
  /** A part lies outside the calibration of the time model. */
  | 'TIME_OUTSIDE_CALIBRATION'
  /** Temperatures are for the height of the model's cell, not of the point. */
  | 'WEATHER_HEIGHT_UNKNOWN'
  /** Samples have no forecast for their hour. */
  | 'WEATHER_MISSING'
  /** The weather of the demo region is made up. */
  | 'WEATHER_SYNTHETIC';

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

export type TrailsInBoxQueryVariables = Exact<{
  box: [number, number, number, number];
  first?: number | null | undefined;
}>;


export type TrailsInBoxQuery = { trails: { edges: Array<{ node: { id: string, osmRelation: number, name: string | null, ref: string | null, lengthM: number, elevation: { ascentM: number } | null, line: { geojson: unknown }, places: { edges: Array<{ node: { id: string, name: string | null, kind: PlaceKind } }> } | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null, attribution: Array<{ text: string, url: string | null }> };

export type TripFileQueryVariables = Exact<{
  input: RouteInput;
  name?: string | null | undefined;
}>;


export type TripFileQuery = { route: { lengthM: number, elevation: { ascentM: number, descentM: number } | null, time: { movingS: number } | null, maneuvers: Array<{ instruction: string, lengthM: number }>, unknowns: Array<{ code: UnknownCode, message: string }>, export: { name: string | null, text: string | null } | null } | null };

export type TripQueryVariables = Exact<{
  input: RouteInput;
  departure: string;
}>;


export type TripQuery = { route: { status: RouteStatus, lengthM: number, elevation: { ascentM: number, descentM: number } | null, time: { movingS: number, band80: { lowS: number, highS: number } | null } | null, line: { coordinates: Array<[number, number, number | null]> | null }, hazards: Array<{ kind: HazardKind, fromM: number, toM: number }>, unknowns: Array<{ code: UnknownCode, message: string }> } & ({ weather: { samples: Array<{ atM: number, location: [number, number], arrivalLocal: string, missing: string | null, weather: { tempC: number | null, precipMm: number | null, windKmh: number | null, model: string | null } | null }>, unknowns: Array<{ code: UnknownCode, message: string }> } | null } | { weather?: never }) & ({ snow: { sections: Array<{ fromM: number, toM: number, class: SnowClass }> } | null } | { snow?: never }) & ({ places: { edges: Array<{ offM: number | null, node: { id: string, name: string | null, kind: PlaceKind, location: [number, number] } }> } | null } | { places?: never }) | null };

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

export const TrailsInBoxDocument = /* @__PURE__ */ new TypedDocumentString(`
    query TrailsInBox($box: Box!, $first: Int = 20) {
  trails(where: { area: { box: $box } }, first: $first) {
    edges {
      node {
        id
        osmRelation
        name
        ref
        lengthM
        elevation {
          ascentM
        }
        line(toleranceM: 20) {
          geojson
        }
        places(where: { kinds: [HUT, SHELTER, DRINKING_WATER] }, first: 10) {
          edges {
            node {
              id
              name
              kind
            }
          }
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  attribution {
    text
    url
  }
}
    `) as unknown as TypedDocumentString<TrailsInBoxQuery, TrailsInBoxQueryVariables>;
export const TripFileDocument = /* @__PURE__ */ new TypedDocumentString(`
    query TripFile($input: RouteInput!, $name: String) {
  route(input: $input) {
    lengthM
    elevation {
      ascentM
      descentM
    }
    time {
      movingS
    }
    maneuvers {
      instruction
      lengthM
    }
    unknowns {
      code
      message
    }
    export(format: GPX, name: $name) {
      name
      text
    }
  }
}
    `) as unknown as TypedDocumentString<TripFileQuery, TripFileQueryVariables>;
export const TripDocument = /* @__PURE__ */ new TypedDocumentString(`
    query Trip($input: RouteInput!, $departure: DateTime!) {
  route(input: $input) {
    status
    lengthM
    elevation {
      ascentM
      descentM
    }
    time {
      movingS
      band80 {
        lowS
        highS
      }
    }
    line {
      coordinates
    }
    hazards {
      kind
      fromM
      toM
    }
    unknowns {
      code
      message
    }
    ... @defer {
      weather(departure: $departure) {
        samples {
          atM
          location
          arrivalLocal
          weather {
            tempC
            precipMm
            windKmh
            model
          }
          missing
        }
        unknowns {
          code
          message
        }
      }
    }
    ... @defer {
      snow {
        sections {
          fromM
          toM
          class
        }
      }
    }
    ... @defer {
      places(withinM: 300, first: 10) {
        edges {
          offM
          node {
            id
            name
            kind
            location
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TripQuery, TripQueryVariables>;