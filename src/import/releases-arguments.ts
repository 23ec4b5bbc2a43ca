// The command line of `npm run releases`. Every mistake gets one sentence. Opens no file.

import { hostname } from 'node:os'
import { COMMON_HELP, readCommandLine } from '../config/command-line.ts'
import { VARIABLES } from '../config/variables.ts'
import { ServiceError } from '../errors.ts'
import { SEGMENT } from '../releases/release-manifest.ts'
import { readKeep, readFolder, readMaxShrink } from './parse-arguments.ts'
import { readServers, type Server } from './roll-out.ts'

export const RELEASES_HELP = `Shows and changes which release is served. Running servers take a change up within seconds.

  npm run releases -- list             the live release and the retired ones, newest first, with counts and sizes
  npm run releases -- rollback [ID]    makes the previous release, or the named one, live again once its canaries answer
  npm run releases -- prune [--keep N] removes retired releases beyond N, and what killed imports and pulls left behind

Through a store, for servers with data folders of their own (docs/scaling.md):

  npm run releases -- push [ID]        sends the live release, or the named one, to the store
  npm run releases -- pull [ID]        fetches the release pushed last, or the named one, and checks it; it is not live,
                                       except with --live
  npm run releases -- promote ID       makes a pulled or retired release live here, judged beside the live one
  npm run releases -- promote ID --servers a=URL,b=URL
                                       makes it live on these servers, one after another, each once the one before
                                       serves it; each runs \`follow\` by a timer
  npm run releases -- follow           pulls and promotes what the last command wants of this server

Options:
  --region N   the region of that name, in regions/N of the data folder
  --keep N     retired releases to keep (default: KEEP_RELEASES, else ${VARIABLES.keepReleases.fallback}); one retired less than a minute ago is kept too
  --json       print JSON instead of text (list)
  --store S    folder, https://HOST/PATH or s3+https://HOST/BUCKET/PREFIX (default: RELEASE_STORE, else ARTIFACT_URL); keys
               of S3 come from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION. With ARTIFACT_URL set, pull and
               follow leave heights and maps in the store, to be read there by ranges
  --live       make what was pulled live at once (pull)
  --max-shrink PERCENT    how much smaller than the live release a pulled one may be in anything it counts (default 10)
  --accept-shrink         take it however much smaller it is
  --servers LIST          NAME=URL of what has each server's /readyz, comma-separated
  --wait MINUTES          how long each of them may take (default 30)
  --as NAME    name of this server in --servers (default: its host name, here ${hostname().slice(0, 60)})
${COMMON_HELP}

With DATABASE_URL set, a change of the live release changes that database too.`

/** How many names may follow each action. */
const ACTIONS = { list: 0, rollback: 1, prune: 0, push: 1, pull: 1, promote: 1, follow: 0 }
export type ReleasesAction = keyof typeof ACTIONS

export interface ReleasesArguments {
  action: ReleasesAction
  id: string | undefined
  /** of the region */
  dataDir: string
  region: string
  keep: number
  json: boolean
  /** address of the store, empty where none is named */
  store: string
  /** of the store whose heights and maps the servers read by ranges; empty: none */
  artifactUrl: string
  /** whether what is pulled goes live */
  isLive: boolean
  maxShrink: number
  acceptShrink: boolean
  servers: Server[] | null
  waitMs: number
  /** name of this server */
  as: string
}

/** Returns null if help is requested. Throws ServiceError `invalid_input`. */
export function parseReleasesArguments(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
): ReleasesArguments | null {
  const { values, positionals } = readCommandLine('releases', argv, OPTIONS)
  const [action, ...rest] = positionals
  if (values.help === true || action === undefined) return null
  if (!isAction(action))
    throw mistake(`There is no action "${action}": it is one of ${Object.keys(ACTIONS).join(', ')}.`)
  if (rest.length > ACTIONS[action]) throw mistake(`${action} takes no "${rest.at(-1)}".`)
  const [id] = rest
  if (action === 'promote' && id === undefined) throw mistake('promote needs the id of a release.')
  if (id !== undefined && !SEGMENT.test(id)) throw mistake(`"${id.slice(0, 120)}" is not the id of a release.`)
  const as = values.as ?? hostname()
  if (!SEGMENT.test(as)) throw mistake(`"${as.slice(0, 60)}" is not a name for a server: name it with --as.`)
  if (values.live === true && action !== 'pull') throw mistake('--live goes with pull alone.')
  const artifactUrl = environment.ARTIFACT_URL?.trim() ?? ''
  if (values.servers !== undefined && action !== 'promote') throw mistake('--servers goes with promote alone.')
  return {
    action,
    id,
    ...readFolder(values, environment),
    keep: readKeep(values.keep ?? (environment.KEEP_RELEASES?.trim() || VARIABLES.keepReleases.fallback)),
    json: values.json ?? false,
    store: values.store?.trim() || environment.RELEASE_STORE?.trim() || artifactUrl,
    artifactUrl,
    isLive: values.live ?? false,
    maxShrink: readMaxShrink(values['max-shrink']),
    acceptShrink: values['accept-shrink'] ?? false,
    servers: values.servers === undefined ? null : readServers(values.servers),
    waitMs: readWait(values.wait) * 60_000,
    as,
  }
}

function isAction(text: string): text is ReleasesAction {
  return Object.hasOwn(ACTIONS, text)
}

function readWait(text = '30'): number {
  const minutes = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : NaN
  if (!(minutes > 0)) throw mistake(`--wait is "${text.slice(0, 20)}": expected minutes, e.g. 30.`)
  return minutes
}

const OPTIONS = {
  region: { type: 'string' },
  keep: { type: 'string' },
  json: { type: 'boolean' },
  store: { type: 'string' },
  live: { type: 'boolean' },
  'max-shrink': { type: 'string' },
  'accept-shrink': { type: 'boolean' },
  servers: { type: 'string' },
  wait: { type: 'string' },
  as: { type: 'string' },
} as const

function mistake(sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', sentence, { cause })
}
