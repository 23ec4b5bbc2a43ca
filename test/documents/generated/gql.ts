/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "query Elevation($release: String, $points: [LonLat!]!, $z: Int) {\n  elevation(release: $release, points: $points, z: $z) {\n    release\n    z\n    points {\n      location\n      elevationM\n    }\n  }\n}": typeof types.ElevationDocument,
    "query Route($input: RouteInput!) {\n  route(input: $input) {\n    status\n    distanceM\n    ascentM\n    surfaces {\n      pavedM\n      unknownM\n    }\n    difficulty {\n      grades {\n        grade\n        lengthM\n      }\n      untaggedPathM\n    }\n    line {\n      coordinates\n    }\n  }\n}": typeof types.RouteDocument,
};
const documents: Documents = {
    "query Elevation($release: String, $points: [LonLat!]!, $z: Int) {\n  elevation(release: $release, points: $points, z: $z) {\n    release\n    z\n    points {\n      location\n      elevationM\n    }\n  }\n}": types.ElevationDocument,
    "query Route($input: RouteInput!) {\n  route(input: $input) {\n    status\n    distanceM\n    ascentM\n    surfaces {\n      pavedM\n      unknownM\n    }\n    difficulty {\n      grades {\n        grade\n        lengthM\n      }\n      untaggedPathM\n    }\n    line {\n      coordinates\n    }\n  }\n}": types.RouteDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Elevation($release: String, $points: [LonLat!]!, $z: Int) {\n  elevation(release: $release, points: $points, z: $z) {\n    release\n    z\n    points {\n      location\n      elevationM\n    }\n  }\n}"): typeof import('./graphql.ts').ElevationDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Route($input: RouteInput!) {\n  route(input: $input) {\n    status\n    distanceM\n    ascentM\n    surfaces {\n      pavedM\n      unknownM\n    }\n    difficulty {\n      grades {\n        grade\n        lengthM\n      }\n      untaggedPathM\n    }\n    line {\n      coordinates\n    }\n  }\n}"): typeof import('./graphql.ts').RouteDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
