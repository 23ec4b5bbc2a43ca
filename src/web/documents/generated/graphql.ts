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

/** What a line was read from. */
export type CourseFormat =
  /** A FIT file: a course or an activity. */
  | 'FIT'
  /** A GeoJSON geometry, feature or collection. */
  | 'GEOJSON'
  /** A GPX 1.0 or 1.1 document. */
  | 'GPX'
  /** A KML document, packed as KMZ or not. */
  | 'KML'
  /** An encoded polyline with 6 decimal digits. */
  | 'POLYLINE6'
  /** A route or a loop of this service. */
  | 'ROUTE'
  /** A TCX document: courses or activities. */
  | 'TCX'
  /** A signed route. */
  | 'TRAIL';

/** Where the heights of a course come from. */
export type CourseHeights =
  /** There are no heights; climb is not counted. */
  | 'NONE'
  /** The heights that the line came with. */
  | 'RECORDED'
  /** The terrain model. */
  | 'TERRAIN';

/** Daylight over a flat horizon; mountains are ignored. */
export type DaylightState =
  /** The sun is up to 6 degrees below the horizon: light enough to walk. */
  | 'CIVIL_TWILIGHT'
  /** The sun is above the horizon. */
  | 'DAY'
  /** The sun is more than 6 degrees below the horizon. */
  | 'NIGHT';

/** An instruction at a point, which devices show before a turn. */
export type FileCueInput = {
  /** [lon, lat] in degrees. */
  at: [number, number];
  /** What to do, in words, at most 200 characters. */
  instruction: string;
  /** Which turn it is. Left out: none. */
  maneuver?: ManeuverType | null | undefined;
};

/** What a course is written as. */
export type FileFormat =
  /** FIT: a course with course points, for devices. Binary. */
  | 'FIT'
  /** GeoJSON: a Feature, or a FeatureCollection with its waypoints and cues. */
  | 'GEOJSON'
  /** GPX 1.1: a track with heights, waypoints, turn cues as route points, licence and sources. */
  | 'GPX'
  /** KML 2.2: lines and placemarks. */
  | 'KML'
  /** TCX: a course with course points. */
  | 'TCX';

/** A named point to show beside the line. */
export type FileWaypointInput = {
  /** [lon, lat] in degrees. */
  at: [number, number];
  /** Its height in metres, -500 to 9,000. Left out: unknown. */
  elevationM?: number | null | undefined;
  /** What it is called in the file, at most 200 characters. */
  name?: string | null | undefined;
};

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

/** A GPX file and what to remove. At most 5 MB and 50,000 points. */
export type GpxCleanInput = {
  /** Removes points with the position and height of the one before. */
  dedupe?: boolean;
  /** Removes points with broken coordinates. */
  dropBad?: boolean;
  /** The whole document, version 1.0 or 1.1. */
  gpx: string;
  /** Removes sensor extensions inside points. */
  stripExtensions?: boolean;
  /** Removes every time stamp. */
  stripTimes?: boolean;
};

/** A line and how far to thin it. At most 5 MB and 50,000 points. */
export type GpxSimplifyInput = {
  /** Holds climb within 1 %. */
  keepClimb?: boolean;
  /** Keeps points at waypoints and pauses of 10 minutes or more. */
  keepStops?: boolean;
  /** The line to be thinned, in any form. */
  line: LineInput;
  /** What is to be left of it. */
  to?: SimplifyInput;
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

/** What makes a stretch dangerous. */
export type HazardKind =
  /** An aided passage: ladder, rope, rungs. */
  | 'AID'
  /** A ford: the way crosses water without a bridge. */
  | 'FORD'
  /** A via ferrata: a climbing route that needs a harness. */
  | 'VIA_FERRATA';

/** Where heights come from. */
export type HeightSource =
  /** Mean height of the forecast model's cell; temperatures are not corrected. */
  | 'PROVIDER_GRID'
  /** The heights that the line came with. */
  | 'RECORDED'
  /** Sent by the caller. */
  | 'REQUEST'
  /** The tag `ele` of the map. */
  | 'TAG'
  /** The terrain model. */
  | 'TERRAIN'
  /** Not known; temperatures are not corrected. */
  | 'UNKNOWN';

/** A line in one of these forms. */
export type LineInput =
  {   /** A file of any kind, known by its content: GPX, KML, TCX, GeoJSON or an encoded polyline (6 digits) as text; KMZ, FIT or any of these in base64. Answers name the kind that was found. */
  file: string; fit?: never; geojson?: never; gpx?: never; polyline6?: never; route?: never; tcx?: never; trail?: never; }
  |  { file?: never;   /** FIT in base64: its records with a position; read as `file` reads it. */
  fit: string; geojson?: never; gpx?: never; polyline6?: never; route?: never; tcx?: never; trail?: never; }
  |  { file?: never; fit?: never;   /** LineString, MultiLineString, a Feature of either, or a FeatureCollection of them; a third coordinate is a height in metres. */
  geojson: unknown; gpx?: never; polyline6?: never; route?: never; tcx?: never; trail?: never; }
  |  { file?: never; fit?: never; geojson?: never;   /** GPX 1.0 or 1.1; each trkseg (else rte) is one part. */
  gpx: string; polyline6?: never; route?: never; tcx?: never; trail?: never; }
  |  { file?: never; fit?: never; geojson?: never; gpx?: never;   /** Encoded polyline with 6 decimal digits, latitude first, as LineString.polyline6 gives it; one part without heights. */
  polyline6: string; route?: never; tcx?: never; trail?: never; }
  |  { file?: never; fit?: never; geojson?: never; gpx?: never; polyline6?: never;   /** A route of at most 300 km to find first, at its own price; more than 5,000 points are thinned to 5,000. Its settings find it; it is analysed for its own mode unless another is requested. */
  route: RouteInput; tcx?: never; trail?: never; }
  |  { file?: never; fit?: never; geojson?: never; gpx?: never; polyline6?: never; route?: never;   /** TCX: its track points with a position; read as `file` reads it. */
  tcx: string; trail?: never; }
  |  { file?: never; fit?: never; geojson?: never; gpx?: never; polyline6?: never; route?: never; tcx?: never;   /** A signed route; more than 5,000 points are thinned to 5,000. */
  trail: TrailBy; };

/** How well a loop meets the request. */
export type LoopStatus =
  /** Within 10 % of the requested length, at most 20 % travelled twice. */
  | 'COMPLETE'
  /** Within 30 % of the requested length and at most 60 % travelled twice, or missing a place that it was to pass; the reason says which it is. */
  | 'ROUGH';

/** Places that a loop is to pass, within 100 m of each: `places`, `kinds` or both. A loop that misses any is ROUGH, and its reason says so. */
export type LoopThroughInput = {
  /** How many places of the kinds are to be passed, 1 to 10, default 1; without kinds, how many of the places. */
  atLeast?: number | null | undefined;
  /** Kinds of places: any of them counts. */
  kinds?: Array<PlaceKind> | null | undefined;
  /** Up to 10 ids of places: all are to be passed. */
  places?: Array<string> | null | undefined;
};

/** What a file could not carry. */
export type LostCode =
  /** Areas of the file were not read. */
  | 'AREAS'
  /** The format has no place for whose data it is, or what the file says of it was not read. */
  | 'ATTRIBUTION'
  /** A kind of turn was written as the nearest that the format knows. */
  | 'CUE_TYPES'
  /** Other documents and files of an archive were not read. */
  | 'DOCUMENTS'
  /** Some heights have no place in the format, or were not read: those above the ground, of cues, or that are no numbers. */
  | 'HEIGHTS'
  /** Links of the file were not followed. */
  | 'LINKS'
  /** Names of further lines, folders and points of the line were not read. */
  | 'NAMES'
  /** Names longer than the format allows, or than 200 characters, were cut. */
  | 'NAMES_CUT'
  /** The format has one line only, or its readers may join its parts. */
  | 'PARTS'
  /** Points of the line without a position were left out. */
  | 'POINTS'
  /** Descriptions and other properties were not read. */
  | 'PROPERTIES'
  /** Routes beside the track were not read. */
  | 'ROUTES'
  /** Measurements such as heart rate were not read. */
  | 'SENSORS'
  /** Shaping points between route points were not read. */
  | 'SHAPE'
  /** Times were not written, or were not read: those of a plan, or that are no dates. */
  | 'TIMES'
  /** The format needs times that are not known: made-up ones keep the points in order. */
  | 'TIMES_MADE'
  /** Some waypoints or cues were left out. */
  | 'WAYPOINTS'
  /** Heights of waypoints were not written. */
  | 'WAYPOINT_HEIGHTS';

/** The action of an instruction. */
export type ManeuverType =
  /** A waypoint is reached. */
  | 'ARRIVE'
  /** Go on along another way. */
  | 'CONTINUE'
  /** Board a ferry. */
  | 'FERRY'
  /** Leave the ferry. */
  | 'FERRY_EXIT'
  /** Keep left at a fork. */
  | 'KEEP_LEFT'
  /** Keep right at a fork. */
  | 'KEEP_RIGHT'
  /** Get off and push the bicycle. */
  | 'PUSH'
  /** Ride again. */
  | 'RIDE'
  /** Enter a roundabout; the sentence names the exit. */
  | 'ROUNDABOUT'
  /** Leave the roundabout on which the leg began. */
  | 'ROUNDABOUT_EXIT'
  /** Turn sharply left. */
  | 'SHARP_LEFT'
  /** Turn sharply right. */
  | 'SHARP_RIGHT'
  /** Bear left. */
  | 'SLIGHT_LEFT'
  /** Bear right. */
  | 'SLIGHT_RIGHT'
  /** The route begins. */
  | 'START'
  /** A flight of steps begins. */
  | 'STEPS'
  /** A leg drawn straight begins; nothing is known about it. */
  | 'STRAIGHT_LEG'
  /** Turn left, by about a right angle. */
  | 'TURN_LEFT'
  /** Turn right, by about a right angle. */
  | 'TURN_RIGHT'
  /** Turn around and go back the way you came. */
  | 'U_TURN'
  /** A waypoint on the way is reached, and the next leg begins. */
  | 'VIA';

/** How signed trails are treated. */
export type MarkedTrails =
  /** Signed trails are treated like any other way. */
  | 'OFF'
  /** Signed trails are preferred where they are not much longer. */
  | 'PREFER'
  /** Only signed trails; an error where they do not reach the goal. */
  | 'STRICT';

/** How much of a line follows ways. */
export type MatchStatus =
  /** At least 98 % of the line lies on ways of the network. */
  | 'MATCHED'
  /** Between 2 % and 98 % of the line lies on ways of the network. */
  | 'PARTIAL'
  /** Less than 2 % of the line lies on ways of the network. */
  | 'UNMATCHED';

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

/** Your pace in one of these forms. */
export type PaceInput =
  {   /** Factor on the walking time of the model SERVICE_HIKE_2, 0.5 to 2; walking only. */
  factor: number; minPerKm?: never; speedKmh?: never; walker?: never; }
  |  { factor?: never;   /** Pace in minutes per kilometre, climbs included, 1 to 60. */
  minPerKm: number; speedKmh?: never; walker?: never; }
  |  { factor?: never; minPerKm?: never;   /** Speed in km/h, climbs included, 1 to 60. */
  speedKmh: number; walker?: never; }
  |  { factor?: never; minPerKm?: never; speedKmh?: never;   /** Your own pace, as `walker` measures it; on foot only. */
  walker: WalkerInput; };

/** The target of a plan, in one of three forms. */
export type PaceTarget =
  {   /** Pace on level ground, 120 to 1,800 seconds per kilometre. */
  flatPaceSPerKm: number; movingS?: never; time?: never; }
  |  { flatPaceSPerKm?: never;   /** Finish time in seconds, 1 to 360,000. */
  movingS: number; time?: never; }
  |  { flatPaceSPerKm?: never; movingS?: never;   /** Finish time as h:mm:ss, mm:ss or minutes. */
  time: string; };

/** Whether a plan aims at a finish time or at a pace. */
export type PaceTargetKind =
  /** The target is a pace on level ground. */
  | 'FLAT_PACE'
  /** The target is a finish time. */
  | 'TIME';

/** Length of a split. */
export type PaceUnit =
  /** Splits of 1 km. */
  | 'KM'
  /** Splits of 1 mile (1,609.344 m). */
  | 'MI';

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

/** Which way is travelled. */
export type ReachDirection =
  /** What can be reached from the point. */
  | 'FROM'
  /** From where the point can be reached. */
  | 'TO';

/** How far to go, in one of two measures: up to 4 limits, ascending, a contour each. */
export type ReachLimits =
  {   /** Lengths of way, 100 to 60,000 metres. */
  lengthM: Array<number>; movingS?: never; }
  |  { lengthM?: never;   /** Moving times, 60 to 36,000 seconds. */
  movingS: Array<number>; };

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

/** How the text fits the name that matched. */
export type SearchFoundBy =
  /** It is a station near a place of that name. */
  | 'AROUND'
  /** The name begins with the text. */
  | 'BEGINNING'
  /** The text names its kind (`water`, `parking near Arcalís`), and it lies near. */
  | 'KIND'
  /** A few letters differ; `typoCount` counts them. */
  | 'NEAR_MISS'
  /** The text spells it in another way: ae for ä, and the like. */
  | 'OTHER_SPELLING'
  /** Its name answers the text without some of its words. */
  | 'PART'
  /** The text is its whole name, whatever the case and accents. */
  | 'WHOLE_NAME'
  /** Its name contains the words of the text. */
  | 'WHOLE_WORDS'
  /** Its name contains the words of the text, the last of them cut short. */
  | 'WORD_BEGINNINGS';

/** How a result was found. */
export type SearchMatch =
  /** It was found as typed. */
  | 'EXACT'
  /** It was found despite a misspelling. */
  | 'FUZZY'
  /** It answers only a part of the text: a word is too many, or the place after the comma is unknown. */
  | 'PARTIAL';

/** What can be set about how you travel. */
export type SettingName =
  /** Avoids paved ways where it can. */
  | 'AVOID_PAVED'
  /** Avoids steps where it can, e.g. with a pram, a dog or bad knees. */
  | 'AVOID_STEPS'
  /** Kind of bicycle: decides which surfaces and paths suit it. */
  | 'BICYCLE_TYPE'
  /** -1 avoids climbing, 1 seeks it. */
  | 'HILLS'
  /** How signed trails are treated. */
  | 'MARKED_TRAILS'
  /** Hardest SAC grade that may be used. */
  | 'MAX_SAC'
  /** How you travel. */
  | 'MODE'
  /** Whether to push the bicycle where riding is forbidden. */
  | 'PUSH'
  /** The shortest way instead of the best one. */
  | 'SHORTEST'
  /** How far a waypoint may lie from a usable way. */
  | 'SNAP_RADIUS_M'
  /** Legs drawn straight, counted from 0: leg 0 joins waypoint 0 to waypoint 1. Nothing is claimed about them. */
  | 'STRAIGHT_LEGS';

/** How far a line is thinned: to a tolerance, or to a number of points. */
export type SimplifyInput =
  {   /** Keeps at most this many points, 2 to 50,000, with the smallest possible largest deviation. */
  points: number; toleranceM?: never; }
  |  { points?: never;   /** Largest deviation in metres on the ground, 0.5 to 1,000. */
  toleranceM: number; };

/** What the observation says about a point. */
export type SnowClass =
  /** Observed free of snow: cover of 10 % and less, or NDSI of 10 and less. */
  | 'CLEAR'
  /** Observed snow: cover of 50 % and more, or NDSI of 40 and more. */
  | 'SNOW'
  /** No valid observation, or partial cover. Never to be read as clear. */
  | 'UNKNOWN';

/** What a snow raster holds. */
export type SnowProduct =
  /** Cloud-gap-filled NDSI snow cover (MODIS MOD10A1F, MYD10A1F v6.1). */
  | 'CGF'
  /** Fractional snow cover as a share, 0 to 1. */
  | 'FRACTION'
  /** Fractional snow cover (Copernicus FSC). */
  | 'FSC'
  /** Gap-filled fractional snow cover (Copernicus GFSC). */
  | 'GFSC'
  /** NDSI snow cover (MODIS MOD10A1, MYD10A1 v6.1). */
  | 'MOD10A1';

/** Why snow at a point is unknown. */
export type SnowReason =
  /** Nobody knows how old the observation is. */
  | 'AGE_UNKNOWN'
  /** Clouds hid the ground. */
  | 'CLOUD'
  /** Inland water: neither snow nor clear. */
  | 'INLAND_WATER'
  /** The observation is dated ahead of this server's clock. */
  | 'IN_FUTURE'
  /** It was dark. */
  | 'NIGHT'
  /** Nothing was measured here: no data, fill or missing. */
  | 'NO_DATA'
  /** The product could not decide. */
  | 'NO_DECISION'
  /** No raster is published. */
  | 'NO_OBSERVATION'
  /** The sea: neither snow nor clear. */
  | 'OCEAN'
  /** The point lies outside the raster. */
  | 'OUTSIDE_RASTER'
  /** Partly covered: between clear and snow. */
  | 'PARTIAL_COVER'
  /** The sensor was saturated. */
  | 'SATURATED'
  /** The observation is too old to say anything. */
  | 'TOO_OLD'
  /** The raster has a number that its product does not define. */
  | 'UNDOCUMENTED_CODE';

/** Character of a split, by the rule in `PaceEffort.characterRule`. */
export type SplitCharacter =
  /** At least 40 m down in a kilometre, and mostly down. */
  | 'FAST_DESCENT'
  /** At least 100 m up in a kilometre, and mostly up. */
  | 'MAJOR_CLIMB'
  /** At least 60 m up and down together in a kilometre, with neither prevailing. */
  | 'ROLLING_MOUNTAIN_TERRAIN'
  /** Little climb and little descent. */
  | 'RUNNABLE'
  /** At least 40 m up in a kilometre, and mostly up. */
  | 'STEADY_CLIMB'
  /** At least 130 m down in a kilometre; what the ground is like is not known. */
  | 'TECHNICAL_DESCENT';

/** What a picture should show: `geojson`, a viewport, or both. */
export type StaticMapInput = {
  /** Whether contour lines are drawn. */
  contours?: boolean;
  /** Any GeoJSON object, drawn on top, at most 20,000 positions; features may carry the simplestyle keys and marker-label. */
  geojson?: unknown;
  /** Pixels, 128 to 2048. */
  height?: number;
  /** Relief as light and shade. */
  hillshade?: boolean;
  /** Language of the names, e.g. de. Default, and if the map has no name in it: the local name. */
  language?: string | null | undefined;
  /** 1, or 2 for a picture twice as wide and high. A picture has at most 6,553,600 pixels (width * height * scale * scale). */
  scale?: number;
  /** What is in the picture. Default around `geojson`, with 40 pixels, fewer in small pictures. */
  view?: Viewport | null | undefined;
  /** Pixels of the picture, 128 to 2048. */
  width?: number;
};

/** Whether the sun rises and sets on a day. */
export type SunState =
  /** Polar night: it does not rise; there may be twilight around noon. */
  | 'DOWN_ALL_DAY'
  /** It does both. */
  | 'RISES_AND_SETS'
  /** Midnight sun: it does not set, so there is neither sunrise nor sunset. */
  | 'UP_ALL_DAY';

/** Kind of surface. Unknown is not good. */
export type SurfaceKind =
  /** Gravel, compacted or other built surfaces without a seal. */
  | 'GRAVEL'
  /** Asphalt, concrete, paving stones and the like. */
  | 'PAVED'
  /** Natural ground: earth, grass, rock, roots, sand. */
  | 'TRAIL'
  /** Neither tagged nor assumed; not to be read as good. */
  | 'UNKNOWN';

/** Where the surface comes from. */
export type SurfaceSource =
  /** Assumed from the class of the way; the map does not say. */
  | 'CLASS_DEFAULT'
  /** Tagged on the map. */
  | 'MAPPED';

/** A model of moving time; another version of one is another value. */
export type TimeModel =
  /** Riding. */
  | 'SERVICE_BIKE_1'
  /** Walking. */
  | 'SERVICE_HIKE_2'
  /** Running. */
  | 'SERVICE_RUN_1'
  /** Each way by itself, in all modes: how far one comes. */
  | 'SERVICE_TIME_1';

/** Why the time and the climb of a signed route are not known. */
export type TimeUnknown =
  /** The terrain has no heights along it. */
  | 'NO_HEIGHTS'
  /** The region was imported before routes had times: import it again. */
  | 'RELEASE_TOO_OLD'
  /** It is longer than 300 km, or has more than 50,000 points. */
  | 'TOO_LONG';

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

/** Reach of the network that a signed route belongs to. */
export type TrailLevel =
  /** A trail across countries (`iwn`, `icn`). */
  | 'INTERNATIONAL'
  /** A trail around one place (`lwn`, `lcn`). */
  | 'LOCAL'
  /** A trail across a country (`nwn`, `ncn`). */
  | 'NATIONAL'
  /** A trail across a region (`rwn`, `rcn`). */
  | 'REGIONAL';

/** The tag `network` of a signed route. */
export type TrailNetwork =
  /** Cycling, across countries. */
  | 'ICN'
  /** Walking, across countries. */
  | 'IWN'
  /** Cycling, around one place. */
  | 'LCN'
  /** Walking, around one place. */
  | 'LWN'
  /** Cycling, across a country. */
  | 'NCN'
  /** Walking, across a country. */
  | 'NWN'
  /** Cycling, across a region. */
  | 'RCN'
  /** Walking, across a region. */
  | 'RWN';

/** Kind of a signed route. */
export type TrailType =
  /** A cycle route (`route=bicycle`, `route=mtb`). */
  | 'BICYCLE'
  /** A walking route (`route=hiking`, `route=foot`). */
  | 'HIKING';

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

/** Why a stretch follows no way. */
export type UnmatchedReason =
  /** The ways nearby are closed to this mode. */
  | 'NOT_ALLOWED'
  /** The ways nearby are not connected along the line. */
  | 'NO_CONNECTION'
  /** There is no way nearby. */
  | 'NO_PATH_NEARBY'
  /** It is outside the region of the network. */
  | 'OUTSIDE_REGION'
  /** The way that connects its points runs farther from it than the search radius. */
  | 'TOO_FAR';

/** What is in the picture: a box, or what `geojson` covers. */
export type Viewport =
  {   /** All of `geojson` is in the picture, with this many pixels around it, 0 to 512. */
  around: number; box?: never; }
  |  { around?: never;   /** All of it is in the picture; minLon above maxLon crosses the antimeridian. */
  box: [number, number, number, number]; };

/** Your own pace, as the query `walker` returns it. */
export type WalkerInput = {
  /** Factor on the moving time of the model, 0.4 to 2.5. */
  factor: number;
  /** Standard deviation of the logarithm of moving time, 0.02 to 0.5; the bands come from it. */
  spread: number;
};

/** A recording with times and heights, in one of these forms. Those of a query have together at most 5 MB and 50,000 points each. */
export type WalkerSource =
  {   /** A file of any kind that has times, known by its content; what is no text, in base64. */
  file: string; fit?: never; gpx?: never; tcx?: never; }
  |  { file?: never;   /** FIT in base64. */
  fit: string; gpx?: never; tcx?: never; }
  |  { file?: never; fit?: never;   /** GPX 1.0 or 1.1. */
  gpx: string; tcx?: never; }
  |  { file?: never; fit?: never; gpx?: never;   /** TCX as text. */
  tcx: string; };

/** What a warning is about. */
export type WarningCode =
  /** A way is open at certain times or to certain people only. */
  | 'ACCESS_CONDITIONAL'
  /** A way is open to some only: agricultural, forestry, customers, delivery or destination. */
  | 'ACCESS_RESTRICTED'
  /** A passage with ladders, ropes or rungs. */
  | 'AIDED_PASSAGE'
  /** The search budget ran out on a leg: there may be a better route. */
  | 'BEST_EFFORT'
  /** The map names a danger for this time. */
  | 'DATED_HAZARD'
  /** The region is made up. */
  | 'DEMO_REGION'
  /** The bicycle must be pushed. */
  | 'DISMOUNT'
  /** A waypoint lies far from the ways of the map. */
  | 'FAR_SNAP'
  /** The route takes a ferry. */
  | 'FERRY'
  /** The way crosses water without a bridge. */
  | 'FORD'
  /** A path is hardly visible on the ground, or not at all. */
  | 'HARDLY_VISIBLE'
  /** The map names a danger. */
  | 'MAPPED_HAZARD'
  /** The hardest grade on the route. */
  | 'STEEP_GRADE'
  /** A leg is drawn straight: whether it is passable was not checked. */
  | 'STRAIGHT_LEG'
  /** A followed trail is left where it has no open way. */
  | 'TRAIL_GAP'
  /** The route goes through a tunnel. */
  | 'TUNNEL'
  /** A climbing route that needs a harness. */
  | 'VIA_FERRATA';

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

/** Why there is a sample here. */
export type WeatherSampleKind =
  /** One of the samples at every 2 km. */
  | 'ALONG'
  /** Where the line ends. */
  | 'END'
  /** A high point of the line (turning points of 100 m and more). */
  | 'HIGH'
  /** A low point of the line (turning points of 100 m and more). */
  | 'LOW'
  /** Where the line begins. */
  | 'START';

/** Where the wind comes from, seen in the direction of travel: the larger of its two components. */
export type WindSide =
  /** Mostly from the side. */
  | 'CROSS'
  /** Mostly from ahead. */
  | 'HEAD'
  /** Mostly from behind. */
  | 'TAIL';

export type AnalyseLineQueryVariables = Exact<{
  line: LineInput;
  mode?: TravelMode | null | undefined;
  walker?: WalkerInput | null | undefined;
}>;


export type AnalyseLineQuery = { line: { analysis: { unmatchedM: number | null, input: { pointCount: number, partCount: number, lengthM: number, format: CourseFormat }, match: { status: MatchStatus, matchedShare: number, matchedM: number, lengthM: number, unmatched: Array<{ fromM: number, toM: number, reason: UnmatchedReason }> }, elevation: { ascentM: number, descentM: number, minM: number, maxM: number, unknownM: number, source: HeightSource } | null, time: { movingS: number, errorPct: number | null, outsideCalibrationM: number, band50: { lowS: number, highS: number } | null, band80: { lowS: number, highS: number } | null, scope: { code: string, values: unknown } } | null, surfaces: { pavedM: number, gravelM: number, trailM: number, unknownM: number, assumedM: number | null, stretches: Array<{ fromM: number, toM: number, surface: SurfaceKind, source: SurfaceSource | null }> | null } | null, difficulty: { untaggedPathM: number, roadM: number | null, viaFerrataM: number | null, grades: Array<{ grade: Grade, lengthM: number }>, stretches: Array<{ fromM: number, toM: number, grade: Grade | null }> } | null, ways: { roadM: number, streetM: number, trackM: number, pathM: number, footwayM: number, stepsM: number, cyclewayM: number, ferryM: number, straightM: number, otherM: number, signedM: number } | null, hazards: Array<{ kind: HazardKind, fromM: number, toM: number, lengthM: number }>, warnings: Array<{ code: WarningCode, location: [number, number] | null, message: { code: string, values: unknown } }>, unknowns: Array<{ code: UnknownCode, message: { code: string, values: unknown } }> } | null } | null };

export type CleanFileQueryVariables = Exact<{
  input: GpxCleanInput;
}>;


export type CleanFileQuery = { cleanGpx: { gpx: string, report: { changed: boolean, pointCountBefore: number, pointCountAfter: number, duplicateCount: number, badPointCount: number, timeCount: number, extensionCount: number } } | null };

type CourseFacts_Loop_Fragment = { time: { movingS: number, errorPct: number | null, outsideCalibrationM: number, band50: { lowS: number, highS: number } | null, band80: { lowS: number, highS: number } | null, scope: { code: string, values: unknown } } | null, surfaces: { pavedM: number, gravelM: number, trailM: number, unknownM: number, assumedM: number | null, stretches: Array<{ fromM: number, toM: number, surface: SurfaceKind, source: SurfaceSource | null }> | null } | null, difficulty: { untaggedPathM: number, roadM: number | null, viaFerrataM: number | null, grades: Array<{ grade: Grade, lengthM: number }>, stretches: Array<{ fromM: number, toM: number, grade: Grade | null }> } | null, ways: { roadM: number, streetM: number, trackM: number, pathM: number, footwayM: number, stepsM: number, cyclewayM: number, ferryM: number, straightM: number, otherM: number, signedM: number } | null, hazards: Array<{ kind: HazardKind, fromM: number, toM: number, lengthM: number }>, warnings: Array<{ code: WarningCode, location: [number, number] | null, message: { code: string, values: unknown } }>, unknowns: Array<{ code: UnknownCode, message: { code: string, values: unknown } }> };

type CourseFacts_Route_Fragment = { time: { movingS: number, errorPct: number | null, outsideCalibrationM: number, band50: { lowS: number, highS: number } | null, band80: { lowS: number, highS: number } | null, scope: { code: string, values: unknown } } | null, surfaces: { pavedM: number, gravelM: number, trailM: number, unknownM: number, assumedM: number | null, stretches: Array<{ fromM: number, toM: number, surface: SurfaceKind, source: SurfaceSource | null }> | null } | null, difficulty: { untaggedPathM: number, roadM: number | null, viaFerrataM: number | null, grades: Array<{ grade: Grade, lengthM: number }>, stretches: Array<{ fromM: number, toM: number, grade: Grade | null }> } | null, ways: { roadM: number, streetM: number, trackM: number, pathM: number, footwayM: number, stepsM: number, cyclewayM: number, ferryM: number, straightM: number, otherM: number, signedM: number } | null, hazards: Array<{ kind: HazardKind, fromM: number, toM: number, lengthM: number }>, warnings: Array<{ code: WarningCode, location: [number, number] | null, message: { code: string, values: unknown } }>, unknowns: Array<{ code: UnknownCode, message: { code: string, values: unknown } }> };

type CourseFacts_RouteAnalysis_Fragment = { time: { movingS: number, errorPct: number | null, outsideCalibrationM: number, band50: { lowS: number, highS: number } | null, band80: { lowS: number, highS: number } | null, scope: { code: string, values: unknown } } | null, surfaces: { pavedM: number, gravelM: number, trailM: number, unknownM: number, assumedM: number | null, stretches: Array<{ fromM: number, toM: number, surface: SurfaceKind, source: SurfaceSource | null }> | null } | null, difficulty: { untaggedPathM: number, roadM: number | null, viaFerrataM: number | null, grades: Array<{ grade: Grade, lengthM: number }>, stretches: Array<{ fromM: number, toM: number, grade: Grade | null }> } | null, ways: { roadM: number, streetM: number, trackM: number, pathM: number, footwayM: number, stepsM: number, cyclewayM: number, ferryM: number, straightM: number, otherM: number, signedM: number } | null, hazards: Array<{ kind: HazardKind, fromM: number, toM: number, lengthM: number }>, warnings: Array<{ code: WarningCode, location: [number, number] | null, message: { code: string, values: unknown } }>, unknowns: Array<{ code: UnknownCode, message: { code: string, values: unknown } }> };

export type CourseFactsFragment =
  | CourseFacts_Loop_Fragment
  | CourseFacts_Route_Fragment
  | CourseFacts_RouteAnalysis_Fragment
;

export type CourseFileQueryVariables = Exact<{
  line: LineInput;
  format: FileFormat;
  name?: string | null | undefined;
  mode?: TravelMode | null | undefined;
  mapSources?: boolean | null | undefined;
  waypoints?: Array<FileWaypointInput> | FileWaypointInput | null | undefined;
  cues?: Array<FileCueInput> | FileCueInput | null | undefined;
  language?: string | null | undefined;
}>;


export type CourseFileQuery = { line: { export: { mediaType: string, text: string | null, bytes: string, lost: Array<{ code: LostCode }> } | null } | null };

export type EmbedProfileQueryVariables = Exact<{
  line: LineInput;
  language?: string | null | undefined;
}>;


export type EmbedProfileQuery = { line: { elevationProfile: { elevation: { ascentM: number, descentM: number }, series: { parts: Array<{ first: number, last: number, fromM: number, toM: number }>, columns: { lon: (number | null)[], lat: (number | null)[], elevationM: (number | null)[] } }, unknowns: Array<{ message: string }> } | null } | null };

export type EmbedRouteQueryVariables = Exact<{
  input: RouteInput;
  language?: string | null | undefined;
}>;


export type EmbedRouteQuery = { route: { lengthM: number, elevation: { ascentM: number, descentM: number } | null, time: { movingS: number } | null, warnings: Array<{ message: string }>, unknowns: Array<{ message: string }>, line: { coordinates: Array<[number, number, number | null]> | null } } | null };

export type EmbedTrailQueryVariables = Exact<{
  osmRelation: number;
  language?: string | null | undefined;
}>;


export type EmbedTrailQuery = { trail: { name: string | null, ref: string | null, lengthM: number, gapsM: Array<number>, missingWayCount: number, elevation: { ascentM: number, descentM: number } | null, line: { parts: Array<{ polyline6: string }> }, elevationProfile: { series: { parts: Array<{ first: number, last: number }>, columns: { lon: (number | null)[], lat: (number | null)[], elevationM: (number | null)[] } }, unknowns: Array<{ message: string }> } | null } | null };

export type HutsAlongQueryVariables = Exact<{
  line: LineInput;
  language?: string | null | undefined;
}>;


export type HutsAlongQuery = { line: { places: { truncated: boolean, pageInfo: { hasNextPage: boolean }, edges: Array<{ atM: number | null, offM: number | null, node: { id: string, name: string | null, kind: PlaceKind } }> } | null } | null };

export type LineProfileQueryVariables = Exact<{
  line: LineInput;
  points: number;
}>;


export type LineProfileQuery = { line: { elevationProfile: { elevation: { ascentM: number, descentM: number, minM: number, maxM: number, unknownM: number, source: HeightSource }, series: { parts: Array<{ first: number, last: number, fromM: number, toM: number }>, columns: { lon: (number | null)[], lat: (number | null)[], elevationM: (number | null)[] } }, unknowns: Array<{ code: UnknownCode, message: { code: string, values: unknown } }> } | null } | null };

export type LoopsQueryVariables = Exact<{
  at: [number, number];
  lengthM: number;
  bearingDeg?: number | null | undefined;
  alternatives?: number;
  through?: LoopThroughInput | null | undefined;
  settings?: TravelSettings | null | undefined;
  language?: string | null | undefined;
}>;


export type LoopsQuery = { point: { loops: { status: LoopStatus, reason: { code: string, values: unknown } | null, snap: { offM: number, location: [number, number] }, found: Array<{ rank: number, lengthM: number, targetM: number, targetErrorPct: number, bearingDeg: number, repeatedM: number, repeatedShare: number, status: LoopStatus, reason: { code: string, values: unknown } | null, passed: Array<{ id: string, name: string | null, kind: PlaceKind, location: [number, number] }> | null, elevation: { ascentM: number, descentM: number } | null, line: { polyline6: string | null }, time: { movingS: number, errorPct: number | null, outsideCalibrationM: number, band50: { lowS: number, highS: number } | null, band80: { lowS: number, highS: number } | null, scope: { code: string, values: unknown } } | null, surfaces: { pavedM: number, gravelM: number, trailM: number, unknownM: number, assumedM: number | null, stretches: Array<{ fromM: number, toM: number, surface: SurfaceKind, source: SurfaceSource | null }> | null } | null, difficulty: { untaggedPathM: number, roadM: number | null, viaFerrataM: number | null, grades: Array<{ grade: Grade, lengthM: number }>, stretches: Array<{ fromM: number, toM: number, grade: Grade | null }> } | null, ways: { roadM: number, streetM: number, trackM: number, pathM: number, footwayM: number, stepsM: number, cyclewayM: number, ferryM: number, straightM: number, otherM: number, signedM: number } | null, hazards: Array<{ kind: HazardKind, fromM: number, toM: number, lengthM: number }>, warnings: Array<{ code: WarningCode, location: [number, number] | null, message: { code: string, values: unknown } }>, unknowns: Array<{ code: UnknownCode, message: { code: string, values: unknown } }> }> } | null } | null };

export type MeasureWalkerQueryVariables = Exact<{
  recordings: Array<WalkerSource> | WalkerSource;
  mode?: TravelMode | null | undefined;
}>;


export type MeasureWalkerQuery = { walker: { factor: number, spread: number, recordingCount: number } | null };

export type NameOfPointQueryVariables = Exact<{
  at: [number, number];
  language?: string | null | undefined;
}>;


export type NameOfPointQuery = { point: { nearby: { edges: Array<{ offM: number | null, node: { name: string | null } }> } | null } | null };

export type NameOfTrailQueryVariables = Exact<{
  osmRelation: number;
  language?: string | null | undefined;
}>;


export type NameOfTrailQuery = { trail: { name: string | null, ref: string | null } | null };

export type NamesOfPlacesQueryVariables = Exact<{
  ids: Array<string> | string;
  language?: string | null | undefined;
}>;


export type NamesOfPlacesQuery = { nodes: Array<
    | { __typename: 'Place', id: string, name: string | null, kind: PlaceKind }
    | { __typename: 'Trail' }
   | null> | null };

export type PlacesInViewQueryVariables = Exact<{
  inBox: [number, number, number, number];
  kinds?: Array<PlaceKind> | PlaceKind | null | undefined;
  language?: string | null | undefined;
}>;


export type PlacesInViewQuery = { places: { truncated: boolean, pageInfo: { hasNextPage: boolean }, edges: Array<{ node: { id: string, name: string | null, kind: PlaceKind, kinds: Array<PlaceKind>, location: [number, number], elevationM: number | null, osm: { type: OsmType, id: number }, tags: Array<{ key: string, value: string }> } }> } | null };

export type PlanPaceQueryVariables = Exact<{
  line: LineInput;
  target: PaceTarget;
  unit: PaceUnit;
}>;


export type PlanPaceQuery = { line: { pacePlan: { course: { lengthM: number, ascentM: number | null, descentM: number | null, heights: CourseHeights }, target: { kind: PaceTargetKind, movingS: number, flatPaceSPerKm: number }, effort: { effortM: number, flatPaceSPerKm: number }, splits: Array<{ fromM: number, toM: number, lengthM: number, ascentM: number | null, descentM: number | null, character: SplitCharacter | null, movingS: number, cumulativeS: number, paceSPerKm: number, label: { code: string, values: unknown } }>, unknowns: Array<{ code: UnknownCode, message: { code: string, values: unknown } }> } | null } | null };

export type PrintMapQueryVariables = Exact<{
  input: StaticMapInput;
}>;


export type PrintMapQuery = { staticMap: { png: string | null, width: number, height: number } | null };

export type ReachQueryVariables = Exact<{
  at: [number, number];
  within: ReachLimits;
  direction?: ReachDirection;
  settings?: TravelSettings | null | undefined;
  language?: string | null | undefined;
  outdoorKinds?: Array<PlaceKind> | PlaceKind | null | undefined;
  kinds?: Array<PlaceKind> | PlaceKind | null | undefined;
}>;


export type ReachQuery = { point: { reach: { timeModel: TimeModel, snap: { offM: number, location: [number, number] }, contours: Array<{ movingS: number | null, lengthM: number | null, areaKm2: number, networkM: number, polygons: unknown }>, unknowns: Array<{ code: UnknownCode, message: { code: string, values: unknown } }>, outdoorPlaces: { truncated: boolean, pageInfo: { hasNextPage: boolean }, edges: Array<{ movingS: number | null, lengthM: number, node: { id: string, name: string | null, kind: PlaceKind, location: [number, number], elevationM: number | null } }> } | null, places: { truncated: boolean, pageInfo: { hasNextPage: boolean }, edges: Array<{ movingS: number | null, lengthM: number, node: { id: string, name: string | null, kind: PlaceKind, location: [number, number], elevationM: number | null } }> } | null, trails: { pageInfo: { hasNextPage: boolean }, edges: Array<{ movingS: number | null, lengthM: number, node: { osmRelation: number, name: string | null, ref: string | null } }> } | null } | null } | null };

export type RouteCompanyQueryVariables = Exact<{
  line: LineInput;
  trails: Array<string> | string;
  withTrails: boolean;
  language?: string | null | undefined;
}>;


export type RouteCompanyQuery = { line: { places: { pageInfo: { hasNextPage: boolean }, edges: Array<{ atM: number | null, node: { id: string, name: string | null, kind: PlaceKind, location: [number, number], elevationM: number | null } }> } | null, hotels: { pageInfo: { hasNextPage: boolean }, edges: Array<{ atM: number | null, node: { id: string, name: string | null, kind: PlaceKind, location: [number, number], elevationM: number | null } }> } | null } | null, nodes?: Array<
    | { osmRelation: number, name: string | null }
    | Record<PropertyKey, never>
   | null> | null };

export type RouteLineQueryVariables = Exact<{
  input: RouteInput;
}>;


export type RouteLineQuery = { route: { lengthM: number, legs: Array<{ lengthM: number }>, line: { coordinates: Array<[number, number, number | null]> | null } } | null };

export type RouteOnMapQueryVariables = Exact<{
  input: RouteInput;
  withAlternatives?: boolean | null | undefined;
  language?: string | null | undefined;
}>;


export type RouteOnMapQuery = { route: { status: RouteStatus, lengthM: number, settingsDefaulted: Array<SettingName>, alternatives?: { reason: { code: string, values: unknown } | null, nodes: Array<{ status: RouteStatus, lengthM: number, settingsDefaulted: Array<SettingName>, differs: { lengthM: number, ascentM: number | null, movingS: number | null, hardestSac: number | null, pavedM: number, sharedShare: number, summary: { code: string, values: unknown } } | null, elevation: { ascentM: number, descentM: number } | null, settings: { mode: TravelMode, bicycleType: BicycleType | null, push: Push | null, maxSac: SacGrade | null, markedTrails: MarkedTrails | null, avoidPaved: boolean | null, hills: number | null, shortest: boolean | null, snapRadiusM: number | null, straightLegs: Array<number> | null }, difficulty: { untaggedPathM: number, roadM: number | null, viaFerrataM: number | null, hardest: { grade: Grade | null } | null, grades: Array<{ grade: Grade, lengthM: number }>, stretches: Array<{ fromM: number, toM: number, grade: Grade | null }> } | null, legs: Array<{ index: number, lengthM: number, ascentM: number | null, descentM: number | null, fromSnapM: number, toSnapM: number, trail: { osmRelation: number, direction: TrailDirection, onTrailM: number, leftOutM: number } | null }>, snaps: Array<{ waypoint: number, name: string | null, offM: number, location: [number, number] }>, maneuvers: Array<{ type: ManeuverType, lengthM: number, location: [number, number], instruction: { code: string, values: unknown } }>, closuresAvoided: Array<{ wayId: number, tag: string, from: string | null, to: string | null }> | null, capAlternative: { lengthM: number, ascentM: number | null, movingS: number | null, maxSac: SacGrade, savesM: number } | null, line: { coordinates: Array<[number, number, number | null]> | null }, trails: { edges: Array<{ sharedShare: number, sharedM: number, node: { id: string, osmRelation: number, name: string | null, ref: string | null, level: TrailLevel | null } }> } | null, time: { movingS: number, errorPct: number | null, outsideCalibrationM: number, band50: { lowS: number, highS: number } | null, band80: { lowS: number, highS: number } | null, scope: { code: string, values: unknown } } | null, surfaces: { pavedM: number, gravelM: number, trailM: number, unknownM: number, assumedM: number | null, stretches: Array<{ fromM: number, toM: number, surface: SurfaceKind, source: SurfaceSource | null }> | null } | null, ways: { roadM: number, streetM: number, trackM: number, pathM: number, footwayM: number, stepsM: number, cyclewayM: number, ferryM: number, straightM: number, otherM: number, signedM: number } | null, hazards: Array<{ kind: HazardKind, fromM: number, toM: number, lengthM: number }>, warnings: Array<{ code: WarningCode, location: [number, number] | null, message: { code: string, values: unknown } }>, unknowns: Array<{ code: UnknownCode, message: { code: string, values: unknown } }> }> } | null, elevation: { ascentM: number, descentM: number } | null, settings: { mode: TravelMode, bicycleType: BicycleType | null, push: Push | null, maxSac: SacGrade | null, markedTrails: MarkedTrails | null, avoidPaved: boolean | null, hills: number | null, shortest: boolean | null, snapRadiusM: number | null, straightLegs: Array<number> | null }, difficulty: { untaggedPathM: number, roadM: number | null, viaFerrataM: number | null, hardest: { grade: Grade | null } | null, grades: Array<{ grade: Grade, lengthM: number }>, stretches: Array<{ fromM: number, toM: number, grade: Grade | null }> } | null, legs: Array<{ index: number, lengthM: number, ascentM: number | null, descentM: number | null, fromSnapM: number, toSnapM: number, trail: { osmRelation: number, direction: TrailDirection, onTrailM: number, leftOutM: number } | null }>, snaps: Array<{ waypoint: number, name: string | null, offM: number, location: [number, number] }>, maneuvers: Array<{ type: ManeuverType, lengthM: number, location: [number, number], instruction: { code: string, values: unknown } }>, closuresAvoided: Array<{ wayId: number, tag: string, from: string | null, to: string | null }> | null, capAlternative: { lengthM: number, ascentM: number | null, movingS: number | null, maxSac: SacGrade, savesM: number } | null, line: { coordinates: Array<[number, number, number | null]> | null }, trails: { edges: Array<{ sharedShare: number, sharedM: number, node: { id: string, osmRelation: number, name: string | null, ref: string | null, level: TrailLevel | null } }> } | null, time: { movingS: number, errorPct: number | null, outsideCalibrationM: number, band50: { lowS: number, highS: number } | null, band80: { lowS: number, highS: number } | null, scope: { code: string, values: unknown } } | null, surfaces: { pavedM: number, gravelM: number, trailM: number, unknownM: number, assumedM: number | null, stretches: Array<{ fromM: number, toM: number, surface: SurfaceKind, source: SurfaceSource | null }> | null } | null, ways: { roadM: number, streetM: number, trackM: number, pathM: number, footwayM: number, stepsM: number, cyclewayM: number, ferryM: number, straightM: number, otherM: number, signedM: number } | null, hazards: Array<{ kind: HazardKind, fromM: number, toM: number, lengthM: number }>, warnings: Array<{ code: WarningCode, location: [number, number] | null, message: { code: string, values: unknown } }>, unknowns: Array<{ code: UnknownCode, message: { code: string, values: unknown } }> } | null };

export type RouteFactsFragment = { status: RouteStatus, lengthM: number, settingsDefaulted: Array<SettingName>, elevation: { ascentM: number, descentM: number } | null, settings: { mode: TravelMode, bicycleType: BicycleType | null, push: Push | null, maxSac: SacGrade | null, markedTrails: MarkedTrails | null, avoidPaved: boolean | null, hills: number | null, shortest: boolean | null, snapRadiusM: number | null, straightLegs: Array<number> | null }, difficulty: { untaggedPathM: number, roadM: number | null, viaFerrataM: number | null, hardest: { grade: Grade | null } | null, grades: Array<{ grade: Grade, lengthM: number }>, stretches: Array<{ fromM: number, toM: number, grade: Grade | null }> } | null, legs: Array<{ index: number, lengthM: number, ascentM: number | null, descentM: number | null, fromSnapM: number, toSnapM: number, trail: { osmRelation: number, direction: TrailDirection, onTrailM: number, leftOutM: number } | null }>, snaps: Array<{ waypoint: number, name: string | null, offM: number, location: [number, number] }>, maneuvers: Array<{ type: ManeuverType, lengthM: number, location: [number, number], instruction: { code: string, values: unknown } }>, closuresAvoided: Array<{ wayId: number, tag: string, from: string | null, to: string | null }> | null, capAlternative: { lengthM: number, ascentM: number | null, movingS: number | null, maxSac: SacGrade, savesM: number } | null, line: { coordinates: Array<[number, number, number | null]> | null }, trails: { edges: Array<{ sharedShare: number, sharedM: number, node: { id: string, osmRelation: number, name: string | null, ref: string | null, level: TrailLevel | null } }> } | null, time: { movingS: number, errorPct: number | null, outsideCalibrationM: number, band50: { lowS: number, highS: number } | null, band80: { lowS: number, highS: number } | null, scope: { code: string, values: unknown } } | null, surfaces: { pavedM: number, gravelM: number, trailM: number, unknownM: number, assumedM: number | null, stretches: Array<{ fromM: number, toM: number, surface: SurfaceKind, source: SurfaceSource | null }> | null } | null, ways: { roadM: number, streetM: number, trackM: number, pathM: number, footwayM: number, stepsM: number, cyclewayM: number, ferryM: number, straightM: number, otherM: number, signedM: number } | null, hazards: Array<{ kind: HazardKind, fromM: number, toM: number, lengthM: number }>, warnings: Array<{ code: WarningCode, location: [number, number] | null, message: { code: string, values: unknown } }>, unknowns: Array<{ code: UnknownCode, message: { code: string, values: unknown } }> };

export type SimplifyLineQueryVariables = Exact<{
  input: GpxSimplifyInput;
}>;


export type SimplifyLineQuery = { simplifyGpx: { gpx: string | null, geometry: unknown, input: { pointCount: number, segmentCount: number }, result: { pointCount: number, removedCount: number, maxDeviationM: number, provenBoundM: number | null, lengthBeforeM: number, lengthAfterM: number, ascentBeforeM: number | null, ascentAfterM: number | null, notKept: Array<{ code: string, values: unknown }> } } | null };

export type SnowAlongQueryVariables = Exact<{
  line: LineInput;
  start: [number, number];
}>;


export type SnowAlongQuery = { point: { timezone: string } | null, line: { snow: { checkedAt: string, observed: { product: SnowProduct | null, observedFrom: string | null, observedTo: string | null, maxAgeH: number }, summary: { clearM: number, snowM: number, unknownM: number, knownShare: number }, sections: Array<{ fromM: number, toM: number, class: SnowClass }>, points: Array<{ index: number, class: SnowClass, reason: SnowReason | null, ageH: number | null, elevationM: number | null, coverPct: number | null }>, forecastH24: { validAt: string, model: string | null, points: Array<{ snowDepthM: number | null, newSnowCm: number | null, freezingLevelM: number | null }> }, forecastH48: { validAt: string, model: string | null, points: Array<{ snowDepthM: number | null, newSnowCm: number | null, freezingLevelM: number | null }> }, unknowns: Array<{ code: UnknownCode, message: { code: string, values: unknown } }>, attribution: Array<{ url: string | null, text: { code: string, values: unknown } }> } | null } | null };

export type StretchTimeQueryVariables = Exact<{
  line: LineInput;
  mode?: TravelMode | null | undefined;
  walker?: WalkerInput | null | undefined;
}>;


export type StretchTimeQuery = { line: { analysis: { time: { movingS: number } | null } | null } | null };

export type SuggestQueryVariables = Exact<{
  text: string;
  near?: [number, number] | null | undefined;
  language?: string | null | undefined;
}>;


export type SuggestQuery = { search: { edges: Array<{ match: SearchMatch, offM: number | null, why: { foundBy: SearchFoundBy, matchedName: string }, node:
        | { __typename: 'Place', id: string, name: string | null, kind: PlaceKind, location: [number, number], region: string | null, elevationM: number | null }
        | { __typename: 'Trail', osmRelation: number, name: string | null, ref: string | null, location: [number, number] }
       }> } | null };

export type TrailDetailsQueryVariables = Exact<{
  osmRelation: number;
  language?: string | null | undefined;
}>;


export type TrailDetailsQuery = { trail: { osmRelation: number, name: string | null, ref: string | null, type: TrailType, level: TrailLevel | null, network: TrailNetwork | null, operator: string | null, symbol: string | null, colour: string | null, website: string | null, fromName: string | null, toName: string | null, loop: boolean, lengthM: number, hardestGrade: Grade | null, timeUnknown: TimeUnknown | null, roadM: number | null, partCount: number, gapsM: Array<number>, missingWayCount: number, location: [number, number], bbox: [number, number, number, number], elevation: { ascentM: number, descentM: number, maxM: number } | null, time: { movingS: number, band50: { lowS: number, highS: number } | null, band80: { lowS: number, highS: number } | null } | null, stages: { nodes: Array<{ osmRelation: number, name: string | null, ref: string | null, lengthM: number, hardestGrade: Grade | null, roadM: number | null, elevation: { ascentM: number } | null, grades: Array<{ grade: Grade | null, lengthM: number }> }>, pageInfo: { hasNextPage: boolean } } | null, stageOf: { nodes: Array<{ osmRelation: number, name: string | null, ref: string | null, lengthM: number, hardestGrade: Grade | null, roadM: number | null, elevation: { ascentM: number } | null, grades: Array<{ grade: Grade | null, lengthM: number }> }>, pageInfo: { hasNextPage: boolean } } | null, surfaces: { pavedM: number, gravelM: number, trailM: number, unknownM: number } | null, grades: Array<{ grade: Grade | null, lengthM: number }>, line: { parts: Array<{ polyline6: string }> }, elevationProfile: { series: { parts: Array<{ first: number, last: number }>, columns: { lon: (number | null)[], lat: (number | null)[], elevationM: (number | null)[] } } } | null, places: { totalCount: number | null, pageInfo: { hasNextPage: boolean }, edges: Array<{ atM: number | null, node: { id: string, name: string | null, kind: PlaceKind, elevationM: number | null } }> } | null } | null };

export type TrailInListFragment = { osmRelation: number, name: string | null, ref: string | null, lengthM: number, hardestGrade: Grade | null, roadM: number | null, elevation: { ascentM: number } | null, grades: Array<{ grade: Grade | null, lengthM: number }> };

export type TrailFileQueryVariables = Exact<{
  osmRelation: number;
  format: FileFormat;
  language?: string | null | undefined;
}>;


export type TrailFileQuery = { trail: { export: { mediaType: string, text: string | null, bytes: string, lost: Array<{ code: LostCode }> } | null } | null };

export type TrailsInViewQueryVariables = Exact<{
  inBox: [number, number, number, number];
  toleranceM: number;
  language?: string | null | undefined;
}>;


export type TrailsInViewQuery = { trails: { truncated: boolean, pageInfo: { hasNextPage: boolean }, edges: Array<{ node: { osmRelation: number, name: string | null, ref: string | null, type: TrailType, level: TrailLevel | null, lengthM: number, hardestGrade: Grade | null, roadM: number | null, colour: string | null, elevation: { ascentM: number } | null, grades: Array<{ grade: Grade | null }>, line: { parts: Array<{ polyline6: string }> } } }> } | null };

export type WeatherAlongQueryVariables = Exact<{
  line: LineInput;
  departure: string;
  mode: TravelMode;
  pace?: PaceInput | null | undefined;
  start: [number, number];
  day: string;
  dayAfter: string;
}>;


export type WeatherAlongQuery = { line: { weather: { departureAt: string, samples: Array<{ kind: WeatherSampleKind, atM: number, afterS: number, arrivalAt: string, arrivalLocal: string, location: [number, number], missing: { code: string, values: unknown } | null, daylight: { state: DaylightState, sunriseAt: string | null, sunsetAt: string | null }, weather: { tempC: number | null, precipMm: number | null, precipProbabilityPct: number | null, windKmh: number | null, gustKmh: number | null, windSide: WindSide | null, weatherCode: number | null, model: string | null } | null }>, run: { synthetic: boolean, issuedAt: string | null, issuedAtReason: { code: string, values: unknown } | null, provider: { attribution: { code: string, values: unknown } } }, unknowns: Array<{ code: UnknownCode, message: { code: string, values: unknown } }> } | null } | null, point: { timezone: string, day: { state: SunState, civilDawnAt: string | null, sunriseAt: string | null, sunsetAt: string | null, civilDuskAt: string | null } | null, dayAfter: { state: SunState, civilDawnAt: string | null, sunriseAt: string | null, sunsetAt: string | null, civilDuskAt: string | null } | null } | null };

export type SunTimesFragment = { state: SunState, civilDawnAt: string | null, sunriseAt: string | null, sunsetAt: string | null, civilDuskAt: string | null };

export type WhatIsHereQueryVariables = Exact<{
  at: [number, number];
  kinds?: Array<PlaceKind> | PlaceKind | null | undefined;
  language?: string | null | undefined;
}>;


export type WhatIsHereQuery = { point: { elevation: { heightM: number | null } | null, outdoorPlaces: { edges: Array<{ offM: number | null, node: { id: string, name: string | null, kind: PlaceKind, location: [number, number], elevationM: number | null, tags: Array<{ key: string, value: string }> } }> } | null, nearby: { edges: Array<{ offM: number | null, node: { id: string, name: string | null, kind: PlaceKind } }> } | null, trails: { nodes: Array<{ osmRelation: number, name: string | null, ref: string | null }> } | null } | null };

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
export const CourseFactsFragmentDoc = new TypedDocumentString(`
    fragment CourseFacts on AnalysedCourse {
  time {
    movingS
    band50 {
      lowS
      highS
    }
    band80 {
      lowS
      highS
    }
    errorPct
    scope: scopeSentence {
      code
      values
    }
    outsideCalibrationM
  }
  surfaces {
    pavedM
    gravelM
    trailM
    unknownM
    assumedM
    stretches {
      fromM
      toM
      surface
      source
    }
  }
  difficulty {
    grades {
      grade
      lengthM
    }
    untaggedPathM
    roadM
    viaFerrataM
    stretches {
      fromM
      toM
      grade
    }
  }
  ways {
    roadM
    streetM
    trackM
    pathM
    footwayM
    stepsM
    cyclewayM
    ferryM
    straightM
    otherM
    signedM
  }
  hazards {
    kind
    fromM
    toM
    lengthM
  }
  warnings {
    code
    message: messageSentence {
      code
      values
    }
    location
  }
  unknowns {
    code
    message: messageSentence {
      code
      values
    }
  }
}
    `, {"fragmentName":"CourseFacts"}) as unknown as TypedDocumentString<CourseFactsFragment, unknown>;
export const RouteFactsFragmentDoc = new TypedDocumentString(`
    fragment RouteFacts on Route {
  status
  lengthM
  elevation {
    ascentM
    descentM
  }
  settingsDefaulted
  settings {
    mode
    bicycleType
    push
    maxSac
    markedTrails
    avoidPaved
    hills
    shortest
    snapRadiusM
    straightLegs
  }
  ...CourseFacts
  difficulty {
    hardest {
      grade
    }
  }
  legs {
    index
    trail {
      osmRelation
      direction
      onTrailM
      leftOutM
    }
    lengthM
    ascentM
    descentM
    fromSnapM
    toSnapM
  }
  snaps {
    waypoint
    name(language: $language)
    offM
    location
  }
  maneuvers {
    instruction: instructionSentence {
      code
      values
    }
    type
    lengthM
    location
  }
  closuresAvoided {
    wayId
    tag
    from
    to
  }
  capAlternative {
    lengthM
    ascentM
    movingS
    maxSac
    savesM
  }
  line {
    coordinates
  }
  trails(first: 12) {
    edges {
      sharedShare
      sharedM
      node {
        id
        osmRelation
        name(language: $language)
        ref
        level
      }
    }
  }
}
    fragment CourseFacts on AnalysedCourse {
  time {
    movingS
    band50 {
      lowS
      highS
    }
    band80 {
      lowS
      highS
    }
    errorPct
    scope: scopeSentence {
      code
      values
    }
    outsideCalibrationM
  }
  surfaces {
    pavedM
    gravelM
    trailM
    unknownM
    assumedM
    stretches {
      fromM
      toM
      surface
      source
    }
  }
  difficulty {
    grades {
      grade
      lengthM
    }
    untaggedPathM
    roadM
    viaFerrataM
    stretches {
      fromM
      toM
      grade
    }
  }
  ways {
    roadM
    streetM
    trackM
    pathM
    footwayM
    stepsM
    cyclewayM
    ferryM
    straightM
    otherM
    signedM
  }
  hazards {
    kind
    fromM
    toM
    lengthM
  }
  warnings {
    code
    message: messageSentence {
      code
      values
    }
    location
  }
  unknowns {
    code
    message: messageSentence {
      code
      values
    }
  }
}`, {"fragmentName":"RouteFacts"}) as unknown as TypedDocumentString<RouteFactsFragment, unknown>;
export const TrailInListFragmentDoc = new TypedDocumentString(`
    fragment TrailInList on Trail {
  osmRelation
  name(language: $language)
  ref
  lengthM
  elevation {
    ascentM
  }
  hardestGrade
  roadM
  grades {
    grade
    lengthM
  }
}
    `, {"fragmentName":"TrailInList"}) as unknown as TypedDocumentString<TrailInListFragment, unknown>;
export const SunTimesFragmentDoc = new TypedDocumentString(`
    fragment SunTimes on Sun {
  state
  civilDawnAt
  sunriseAt
  sunsetAt
  civilDuskAt
}
    `, {"fragmentName":"SunTimes"}) as unknown as TypedDocumentString<SunTimesFragment, unknown>;
export const AnalyseLineDocument = new TypedDocumentString(`
    query AnalyseLine($line: LineInput!, $mode: TravelMode, $walker: WalkerInput) {
  line(input: $line) {
    analysis(mode: $mode, walker: $walker) {
      input {
        pointCount
        partCount
        lengthM
        format
      }
      match {
        status
        matchedShare
        matchedM
        lengthM
        unmatched {
          fromM
          toM
          reason
        }
      }
      elevation {
        ascentM
        descentM
        minM
        maxM
        unknownM
        source
      }
      ...CourseFacts
      unmatchedM
    }
  }
}
    fragment CourseFacts on AnalysedCourse {
  time {
    movingS
    band50 {
      lowS
      highS
    }
    band80 {
      lowS
      highS
    }
    errorPct
    scope: scopeSentence {
      code
      values
    }
    outsideCalibrationM
  }
  surfaces {
    pavedM
    gravelM
    trailM
    unknownM
    assumedM
    stretches {
      fromM
      toM
      surface
      source
    }
  }
  difficulty {
    grades {
      grade
      lengthM
    }
    untaggedPathM
    roadM
    viaFerrataM
    stretches {
      fromM
      toM
      grade
    }
  }
  ways {
    roadM
    streetM
    trackM
    pathM
    footwayM
    stepsM
    cyclewayM
    ferryM
    straightM
    otherM
    signedM
  }
  hazards {
    kind
    fromM
    toM
    lengthM
  }
  warnings {
    code
    message: messageSentence {
      code
      values
    }
    location
  }
  unknowns {
    code
    message: messageSentence {
      code
      values
    }
  }
}`) as unknown as TypedDocumentString<AnalyseLineQuery, AnalyseLineQueryVariables>;
export const CleanFileDocument = new TypedDocumentString(`
    query CleanFile($input: GpxCleanInput!) {
  cleanGpx(input: $input) {
    gpx
    report {
      changed
      pointCountBefore
      pointCountAfter
      duplicateCount
      badPointCount
      timeCount
      extensionCount
    }
  }
}
    `) as unknown as TypedDocumentString<CleanFileQuery, CleanFileQueryVariables>;
export const CourseFileDocument = new TypedDocumentString(`
    query CourseFile($line: LineInput!, $format: FileFormat!, $name: String, $mode: TravelMode, $mapSources: Boolean, $waypoints: [FileWaypointInput!], $cues: [FileCueInput!], $language: String) {
  line(input: $line) {
    export(
      format: $format
      name: $name
      mode: $mode
      mapSources: $mapSources
      waypoints: $waypoints
      cues: $cues
      language: $language
    ) {
      mediaType
      text
      bytes
      lost {
        code
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CourseFileQuery, CourseFileQueryVariables>;
export const EmbedProfileDocument = new TypedDocumentString(`
    query EmbedProfile($line: LineInput!, $language: String) {
  line(input: $line) {
    elevationProfile(points: 1500) {
      elevation {
        ascentM
        descentM
      }
      series {
        parts {
          first
          last
          fromM
          toM
        }
        columns {
          lon
          lat
          elevationM
        }
      }
      unknowns {
        message(language: $language)
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EmbedProfileQuery, EmbedProfileQueryVariables>;
export const EmbedRouteDocument = new TypedDocumentString(`
    query EmbedRoute($input: RouteInput!, $language: String) {
  route(input: $input) {
    lengthM
    elevation {
      ascentM
      descentM
    }
    time {
      movingS
    }
    warnings {
      message(language: $language)
    }
    unknowns {
      message(language: $language)
    }
    line {
      coordinates
    }
  }
}
    `) as unknown as TypedDocumentString<EmbedRouteQuery, EmbedRouteQueryVariables>;
export const EmbedTrailDocument = new TypedDocumentString(`
    query EmbedTrail($osmRelation: OsmId!, $language: String) {
  trail(by: { osmRelation: $osmRelation }) {
    name(language: $language)
    ref
    lengthM
    elevation {
      ascentM
      descentM
    }
    gapsM
    missingWayCount
    line {
      parts {
        polyline6
      }
    }
    elevationProfile(points: 1500) {
      series {
        parts {
          first
          last
        }
        columns {
          lon
          lat
          elevationM
        }
      }
      unknowns {
        message(language: $language)
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EmbedTrailQuery, EmbedTrailQueryVariables>;
export const HutsAlongDocument = new TypedDocumentString(`
    query HutsAlong($line: LineInput!, $language: String) {
  line(input: $line) {
    places(
      where: {
        kinds: [
          HUT
          SHELTER
          BIVOUAC
          CAMPSITE
          SPRING
          DRINKING_WATER
          PEAK
          PASS
          BUS_STOP
          TRAIN_STATION
          CABLE_CAR_STATION
        ]
      }
      first: 100
      withinM: 200
    ) {
      truncated
      pageInfo {
        hasNextPage
      }
      edges {
        atM
        offM
        node {
          id
          name(language: $language)
          kind
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<HutsAlongQuery, HutsAlongQueryVariables>;
export const LineProfileDocument = new TypedDocumentString(`
    query LineProfile($line: LineInput!, $points: Int!) {
  line(input: $line) {
    elevationProfile(points: $points) {
      elevation {
        ascentM
        descentM
        minM
        maxM
        unknownM
        source
      }
      series {
        parts {
          first
          last
          fromM
          toM
        }
        columns {
          lon
          lat
          elevationM
        }
      }
      unknowns {
        code
        message: messageSentence {
          code
          values
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LineProfileQuery, LineProfileQueryVariables>;
export const LoopsDocument = new TypedDocumentString(`
    query Loops($at: LonLat!, $lengthM: Float!, $bearingDeg: Float, $alternatives: Int! = 0, $through: LoopThroughInput, $settings: TravelSettings, $language: String) {
  point(at: $at) {
    loops(
      lengthM: $lengthM
      bearingDeg: $bearingDeg
      alternatives: $alternatives
      through: $through
      settings: $settings
    ) {
      status
      reason: reasonSentence {
        code
        values
      }
      snap {
        offM
        location
      }
      found {
        rank
        status: fit
        reason: reasonSentence {
          code
          values
        }
        passed {
          id
          name(language: $language)
          kind
          location
        }
        lengthM
        targetM
        targetErrorPct
        elevation {
          ascentM
          descentM
        }
        bearingDeg
        repeatedM
        repeatedShare
        ...CourseFacts
        line {
          polyline6
        }
      }
    }
  }
}
    fragment CourseFacts on AnalysedCourse {
  time {
    movingS
    band50 {
      lowS
      highS
    }
    band80 {
      lowS
      highS
    }
    errorPct
    scope: scopeSentence {
      code
      values
    }
    outsideCalibrationM
  }
  surfaces {
    pavedM
    gravelM
    trailM
    unknownM
    assumedM
    stretches {
      fromM
      toM
      surface
      source
    }
  }
  difficulty {
    grades {
      grade
      lengthM
    }
    untaggedPathM
    roadM
    viaFerrataM
    stretches {
      fromM
      toM
      grade
    }
  }
  ways {
    roadM
    streetM
    trackM
    pathM
    footwayM
    stepsM
    cyclewayM
    ferryM
    straightM
    otherM
    signedM
  }
  hazards {
    kind
    fromM
    toM
    lengthM
  }
  warnings {
    code
    message: messageSentence {
      code
      values
    }
    location
  }
  unknowns {
    code
    message: messageSentence {
      code
      values
    }
  }
}`) as unknown as TypedDocumentString<LoopsQuery, LoopsQueryVariables>;
export const MeasureWalkerDocument = new TypedDocumentString(`
    query MeasureWalker($recordings: [WalkerSource!]!, $mode: TravelMode) {
  walker(recordings: $recordings, mode: $mode) {
    factor
    spread
    recordingCount
  }
}
    `) as unknown as TypedDocumentString<MeasureWalkerQuery, MeasureWalkerQueryVariables>;
export const NameOfPointDocument = new TypedDocumentString(`
    query NameOfPoint($at: LonLat!, $language: String) {
  point(at: $at) {
    nearby(
      where: {
        named: true
        kinds: [
          CASTLE
          CITY
          FARM
          GLACIER
          HAMLET
          HUT
          LAKE
          LOCALITY
          MONASTERY
          PASS
          PEAK
          PLACE_OF_WORSHIP
          SUBURB
          TOWN
          TRAIN_STATION
          VILLAGE
        ]
      }
      first: 1
      withinM: 500
    ) {
      edges {
        offM
        node {
          name(language: $language)
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NameOfPointQuery, NameOfPointQueryVariables>;
export const NameOfTrailDocument = new TypedDocumentString(`
    query NameOfTrail($osmRelation: OsmId!, $language: String) {
  trail(by: { osmRelation: $osmRelation }) {
    name(language: $language)
    ref
  }
}
    `) as unknown as TypedDocumentString<NameOfTrailQuery, NameOfTrailQueryVariables>;
export const NamesOfPlacesDocument = new TypedDocumentString(`
    query NamesOfPlaces($ids: [ID!]!, $language: String) {
  nodes(ids: $ids) {
    __typename
    ... on Place {
      id
      name(language: $language)
      kind
    }
  }
}
    `) as unknown as TypedDocumentString<NamesOfPlacesQuery, NamesOfPlacesQueryVariables>;
export const PlacesInViewDocument = new TypedDocumentString(`
    query PlacesInView($inBox: Box!, $kinds: [PlaceKind!], $language: String) {
  places(
    where: { area: { box: $inBox }, kinds: $kinds }
    orderBy: { by: IMPORTANCE, direction: DESC }
    first: 500
  ) {
    truncated
    pageInfo {
      hasNextPage
    }
    edges {
      node {
        id
        osm {
          type
          id
        }
        name(language: $language)
        kind
        kinds
        location
        elevationM
        tags {
          key
          value
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PlacesInViewQuery, PlacesInViewQueryVariables>;
export const PlanPaceDocument = new TypedDocumentString(`
    query PlanPace($line: LineInput!, $target: PaceTarget!, $unit: PaceUnit!) {
  line(input: $line) {
    pacePlan(target: $target, unit: $unit) {
      course {
        lengthM
        ascentM
        descentM
        heights
      }
      target {
        kind
        movingS
        flatPaceSPerKm
      }
      effort {
        effortM
        flatPaceSPerKm
      }
      splits {
        label: labelSentence {
          code
          values
        }
        fromM
        toM
        lengthM
        ascentM
        descentM
        character
        movingS
        cumulativeS
        paceSPerKm
      }
      unknowns {
        code
        message: messageSentence {
          code
          values
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PlanPaceQuery, PlanPaceQueryVariables>;
export const PrintMapDocument = new TypedDocumentString(`
    query PrintMap($input: StaticMapInput!) {
  staticMap(input: $input) {
    png
    width
    height
  }
}
    `) as unknown as TypedDocumentString<PrintMapQuery, PrintMapQueryVariables>;
export const ReachDocument = new TypedDocumentString(`
    query Reach($at: LonLat!, $within: ReachLimits!, $direction: ReachDirection! = FROM, $settings: TravelSettings, $language: String, $outdoorKinds: [PlaceKind!], $kinds: [PlaceKind!]) {
  point(at: $at) {
    reach(within: $within, direction: $direction, settings: $settings) {
      snap {
        offM
        location
      }
      timeModel
      contours {
        movingS
        lengthM
        areaKm2
        networkM
        polygons
      }
      unknowns {
        code
        message: messageSentence {
          code
          values
        }
      }
      outdoorPlaces: places(where: { kinds: $outdoorKinds }, first: 60) {
        truncated
        pageInfo {
          hasNextPage
        }
        edges {
          movingS
          lengthM
          node {
            id
            name(language: $language)
            kind
            location
            elevationM
          }
        }
      }
      places(where: { named: true, kinds: $kinds }, first: 40) {
        truncated
        pageInfo {
          hasNextPage
        }
        edges {
          movingS
          lengthM
          node {
            id
            name(language: $language)
            kind
            location
            elevationM
          }
        }
      }
      trails(first: 15) {
        pageInfo {
          hasNextPage
        }
        edges {
          movingS
          lengthM
          node {
            osmRelation
            name(language: $language)
            ref
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReachQuery, ReachQueryVariables>;
export const RouteCompanyDocument = new TypedDocumentString(`
    query RouteCompany($line: LineInput!, $trails: [ID!]!, $withTrails: Boolean!, $language: String) {
  line(input: $line) {
    places(
      where: {
        named: true
        kinds: [
          ATTRACTION
          BEACH
          BIVOUAC
          CABLE_CAR_STATION
          CAMPSITE
          CAPE
          CASTLE
          CAVE
          CITY
          FARM
          GLACIER
          HAMLET
          HUT
          LAKE
          LOCALITY
          MONASTERY
          PASS
          PEAK
          PLACE_OF_WORSHIP
          SHELTER
          SPRING
          SUBURB
          TOWN
          TRAIN_STATION
          VIEWPOINT
          VILLAGE
          WATERFALL
        ]
      }
      withinM: 200
      first: 100
    ) {
      pageInfo {
        hasNextPage
      }
      edges {
        atM
        node {
          id
          name(language: $language)
          kind
          location
          elevationM
        }
      }
    }
    hotels: places(where: { named: true, kinds: [HOTEL] }, withinM: 200, first: 30) {
      pageInfo {
        hasNextPage
      }
      edges {
        atM
        node {
          id
          name(language: $language)
          kind
          location
          elevationM
        }
      }
    }
  }
  nodes(ids: $trails) @include(if: $withTrails) {
    ... on Trail {
      osmRelation
      name(language: $language)
    }
  }
}
    `) as unknown as TypedDocumentString<RouteCompanyQuery, RouteCompanyQueryVariables>;
export const RouteLineDocument = new TypedDocumentString(`
    query RouteLine($input: RouteInput!) {
  route(input: $input) {
    lengthM
    legs {
      lengthM
    }
    line {
      coordinates
    }
  }
}
    `) as unknown as TypedDocumentString<RouteLineQuery, RouteLineQueryVariables>;
export const RouteOnMapDocument = new TypedDocumentString(`
    query RouteOnMap($input: RouteInput!, $withAlternatives: Boolean = false, $language: String) {
  route(input: $input) {
    ...RouteFacts
    alternatives(first: 3) @include(if: $withAlternatives) {
      reason: reasonSentence {
        code
        values
      }
      nodes {
        ...RouteFacts
        differs {
          lengthM
          ascentM
          movingS
          hardestSac
          pavedM
          sharedShare
          summary: summarySentence {
            code
            values
          }
        }
      }
    }
  }
}
    fragment CourseFacts on AnalysedCourse {
  time {
    movingS
    band50 {
      lowS
      highS
    }
    band80 {
      lowS
      highS
    }
    errorPct
    scope: scopeSentence {
      code
      values
    }
    outsideCalibrationM
  }
  surfaces {
    pavedM
    gravelM
    trailM
    unknownM
    assumedM
    stretches {
      fromM
      toM
      surface
      source
    }
  }
  difficulty {
    grades {
      grade
      lengthM
    }
    untaggedPathM
    roadM
    viaFerrataM
    stretches {
      fromM
      toM
      grade
    }
  }
  ways {
    roadM
    streetM
    trackM
    pathM
    footwayM
    stepsM
    cyclewayM
    ferryM
    straightM
    otherM
    signedM
  }
  hazards {
    kind
    fromM
    toM
    lengthM
  }
  warnings {
    code
    message: messageSentence {
      code
      values
    }
    location
  }
  unknowns {
    code
    message: messageSentence {
      code
      values
    }
  }
}
fragment RouteFacts on Route {
  status
  lengthM
  elevation {
    ascentM
    descentM
  }
  settingsDefaulted
  settings {
    mode
    bicycleType
    push
    maxSac
    markedTrails
    avoidPaved
    hills
    shortest
    snapRadiusM
    straightLegs
  }
  ...CourseFacts
  difficulty {
    hardest {
      grade
    }
  }
  legs {
    index
    trail {
      osmRelation
      direction
      onTrailM
      leftOutM
    }
    lengthM
    ascentM
    descentM
    fromSnapM
    toSnapM
  }
  snaps {
    waypoint
    name(language: $language)
    offM
    location
  }
  maneuvers {
    instruction: instructionSentence {
      code
      values
    }
    type
    lengthM
    location
  }
  closuresAvoided {
    wayId
    tag
    from
    to
  }
  capAlternative {
    lengthM
    ascentM
    movingS
    maxSac
    savesM
  }
  line {
    coordinates
  }
  trails(first: 12) {
    edges {
      sharedShare
      sharedM
      node {
        id
        osmRelation
        name(language: $language)
        ref
        level
      }
    }
  }
}`) as unknown as TypedDocumentString<RouteOnMapQuery, RouteOnMapQueryVariables>;
export const SimplifyLineDocument = new TypedDocumentString(`
    query SimplifyLine($input: GpxSimplifyInput!) {
  simplifyGpx(input: $input) {
    gpx
    geometry
    input {
      pointCount
      segmentCount
    }
    result {
      pointCount
      removedCount
      maxDeviationM
      provenBoundM
      lengthBeforeM
      lengthAfterM
      ascentBeforeM
      ascentAfterM
      notKept: notKeptSentences {
        code
        values
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SimplifyLineQuery, SimplifyLineQueryVariables>;
export const SnowAlongDocument = new TypedDocumentString(`
    query SnowAlong($line: LineInput!, $start: LonLat!) {
  point(at: $start) {
    timezone
  }
  line(input: $line) {
    snow {
      checkedAt
      observed {
        product
        observedFrom
        observedTo
        maxAgeH
      }
      summary {
        clearM
        snowM
        unknownM
        knownShare
      }
      sections {
        fromM
        toM
        class
      }
      points {
        index
        class
        reason
        ageH
        elevationM
        coverPct
      }
      forecastH24 {
        validAt
        model
        points {
          snowDepthM
          newSnowCm
          freezingLevelM
        }
      }
      forecastH48 {
        validAt
        model
        points {
          snowDepthM
          newSnowCm
          freezingLevelM
        }
      }
      unknowns {
        code
        message: messageSentence {
          code
          values
        }
      }
      attribution {
        text: textSentence {
          code
          values
        }
        url
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SnowAlongQuery, SnowAlongQueryVariables>;
export const StretchTimeDocument = new TypedDocumentString(`
    query StretchTime($line: LineInput!, $mode: TravelMode, $walker: WalkerInput) {
  line(input: $line) {
    analysis(mode: $mode, walker: $walker) {
      time {
        movingS
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StretchTimeQuery, StretchTimeQueryVariables>;
export const SuggestDocument = new TypedDocumentString(`
    query Suggest($text: String!, $near: LonLat, $language: String) {
  search(text: $text, near: $near, first: 8) {
    edges {
      match
      offM
      why {
        foundBy
        matchedName
      }
      node {
        __typename
        ... on Place {
          id
          name(language: $language)
          kind
          location
          region
          elevationM
        }
        ... on Trail {
          osmRelation
          name(language: $language)
          ref
          location
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SuggestQuery, SuggestQueryVariables>;
export const TrailDetailsDocument = new TypedDocumentString(`
    query TrailDetails($osmRelation: OsmId!, $language: String) {
  trail(by: { osmRelation: $osmRelation }) {
    osmRelation
    name(language: $language)
    ref
    type
    level
    network
    operator
    symbol
    colour
    website
    fromName
    toName
    loop
    lengthM
    elevation {
      ascentM
      descentM
      maxM
    }
    hardestGrade
    time {
      movingS
      band50 {
        lowS
        highS
      }
      band80 {
        lowS
        highS
      }
    }
    timeUnknown
    stages(first: 30) {
      nodes {
        ...TrailInList
      }
      pageInfo {
        hasNextPage
      }
    }
    stageOf(first: 5) {
      nodes {
        ...TrailInList
      }
      pageInfo {
        hasNextPage
      }
    }
    roadM
    partCount
    gapsM
    missingWayCount
    location
    bbox
    surfaces {
      pavedM
      gravelM
      trailM
      unknownM
    }
    grades {
      grade
      lengthM
    }
    line {
      parts {
        polyline6
      }
    }
    elevationProfile(points: 1500) {
      series {
        parts {
          first
          last
        }
        columns {
          lon
          lat
          elevationM
        }
      }
    }
    places(
      where: {
        named: true
        kinds: [
          ATTRACTION
          BEACH
          BIVOUAC
          CABLE_CAR_STATION
          CAMPSITE
          CAPE
          CASTLE
          CAVE
          CITY
          FARM
          GLACIER
          HAMLET
          HOTEL
          HUT
          LAKE
          LOCALITY
          MONASTERY
          PASS
          PEAK
          PLACE_OF_WORSHIP
          SHELTER
          SPRING
          SUBURB
          TOWN
          TRAIN_STATION
          VIEWPOINT
          VILLAGE
          WATERFALL
        ]
      }
      first: 12
      withinM: 300
    ) {
      totalCount
      pageInfo {
        hasNextPage
      }
      edges {
        atM
        node {
          id
          name(language: $language)
          kind
          elevationM
        }
      }
    }
  }
}
    fragment TrailInList on Trail {
  osmRelation
  name(language: $language)
  ref
  lengthM
  elevation {
    ascentM
  }
  hardestGrade
  roadM
  grades {
    grade
    lengthM
  }
}`) as unknown as TypedDocumentString<TrailDetailsQuery, TrailDetailsQueryVariables>;
export const TrailFileDocument = new TypedDocumentString(`
    query TrailFile($osmRelation: OsmId!, $format: FileFormat!, $language: String) {
  trail(by: { osmRelation: $osmRelation }) {
    export(format: $format, language: $language) {
      mediaType
      text
      bytes
      lost {
        code
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TrailFileQuery, TrailFileQueryVariables>;
export const TrailsInViewDocument = new TypedDocumentString(`
    query TrailsInView($inBox: Box!, $toleranceM: Float!, $language: String) {
  trails(where: { area: { box: $inBox } }, first: 50) {
    truncated
    pageInfo {
      hasNextPage
    }
    edges {
      node {
        osmRelation
        name(language: $language)
        ref
        type
        level
        lengthM
        elevation {
          ascentM
        }
        hardestGrade
        roadM
        grades {
          grade
        }
        colour
        line(toleranceM: $toleranceM) {
          parts {
            polyline6
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TrailsInViewQuery, TrailsInViewQueryVariables>;
export const WeatherAlongDocument = new TypedDocumentString(`
    query WeatherAlong($line: LineInput!, $departure: DateTime!, $mode: TravelMode!, $pace: PaceInput, $start: LonLat!, $day: Date!, $dayAfter: Date!) {
  line(input: $line) {
    weather(departure: $departure, mode: $mode, pace: $pace) {
      departureAt
      samples {
        kind
        atM
        afterS
        arrivalAt
        arrivalLocal
        location
        missing: missingSentence {
          code
          values
        }
        daylight {
          state
          sunriseAt
          sunsetAt
        }
        weather {
          tempC
          precipMm
          precipProbabilityPct
          windKmh
          gustKmh
          windSide
          weatherCode
          model
        }
      }
      run {
        synthetic
        issuedAt
        issuedAtReason: issuedAtReasonSentence {
          code
          values
        }
        provider {
          attribution: attributionSentence {
            code
            values
          }
        }
      }
      unknowns {
        code
        message: messageSentence {
          code
          values
        }
      }
    }
  }
  point(at: $start) {
    timezone
    day: sun(date: $day) {
      ...SunTimes
    }
    dayAfter: sun(date: $dayAfter) {
      ...SunTimes
    }
  }
}
    fragment SunTimes on Sun {
  state
  civilDawnAt
  sunriseAt
  sunsetAt
  civilDuskAt
}`) as unknown as TypedDocumentString<WeatherAlongQuery, WeatherAlongQueryVariables>;
export const WhatIsHereDocument = new TypedDocumentString(`
    query WhatIsHere($at: LonLat!, $kinds: [PlaceKind!], $language: String) {
  point(at: $at) {
    elevation {
      heightM
    }
    outdoorPlaces: nearby(where: { kinds: $kinds }, first: 3, withinM: 60) {
      edges {
        offM
        node {
          id
          name(language: $language)
          kind
          location
          elevationM
          tags {
            key
            value
          }
        }
      }
    }
    nearby(
      where: {
        named: true
        kinds: [
          CASTLE
          CITY
          FARM
          GLACIER
          HAMLET
          HUT
          LAKE
          LOCALITY
          PASS
          PEAK
          SUBURB
          TOWN
          VALLEY
          VILLAGE
        ]
      }
      first: 3
      withinM: 1000
    ) {
      edges {
        offM
        node {
          id
          name(language: $language)
          kind
        }
      }
    }
    trails(first: 8, withinM: 30) {
      nodes {
        osmRelation
        name(language: $language)
        ref
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WhatIsHereQuery, WhatIsHereQueryVariables>;