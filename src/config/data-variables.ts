// Variables of the data that the service answers from: its folder and releases, its databases, and the weather.

import type { Variables } from './variable.ts'
import {
  ages,
  databaseAddress,
  folderOrStore,
  integer,
  modelNames,
  rateStore,
  serverOrOff,
  storeAddress,
  text,
} from './read-values.ts'

export const DATA_VARIABLES = {
  dataDir: { name: 'DATA_DIR', fallback: 'data', meaning: 'folder of releases and counters', read: text },
  keepReleases: {
    name: 'KEEP_RELEASES',
    fallback: '2',
    meaning: 'retired releases that stay readable',
    read: integer(0, 50),
  },
  statusMaxAgeDays: {
    name: 'STATUS_MAX_AGE_DAYS',
    fallback: 'network=35,basemap=35,catalogue=35,snow=10',
    meaning:
      'age in days after which an artifact is stale, name=days, comma-separated; artifacts not listed stay unknown',
    read: ages,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: '',
    meaning:
      'postgres://... of a PostgreSQL with PostGIS for places, trails, keys and counters; empty: files in DATA_DIR',
    read: databaseAddress,
  },
  rateStore: {
    name: 'RATE_STORE',
    fallback: '',
    meaning:
      'keeps the rates (requests a second, forecast points) of all replicas together: postgres for the database of DATABASE_URL, or redis://HOST:PORT of Redis or Valkey (rediss:// with TLS); empty: each server keeps its own',
    read: rateStore,
  },
  releaseStore: {
    name: 'RELEASE_STORE',
    fallback: '',
    meaning:
      'where `npm run releases` pushes releases to and pulls them from: a folder, https://HOST/PATH, or s3+https://HOST/BUCKET/PREFIX with keys in AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION; the server itself does not use it',
    read: folderOrStore,
  },
  artifactUrl: {
    name: 'ARTIFACT_URL',
    fallback: '',
    meaning:
      'a store to which releases were pushed, https://HOST/PATH or s3+https://HOST/BUCKET/PREFIX (keys as for RELEASE_STORE): heights, basemap and contours are read from it by ranges, network and catalogue are fetched into DATA_DIR; empty: all files are in DATA_DIR',
    read: storeAddress,
  },
  artifactCacheBytes: {
    name: 'ARTIFACT_CACHE_BYTES',
    fallback: '67108864',
    meaning: 'memory for what was read from ARTIFACT_URL, in bytes',
    read: integer(1_048_576, 2 ** 36),
  },
  weatherUrl: {
    name: 'WEATHER_URL',
    fallback: 'https://api.open-meteo.com',
    meaning: 'Open-Meteo forecast server, the public one or your own; off: none',
    read: serverOrOff,
  },
  weatherEnsembleUrl: {
    name: 'WEATHER_ENSEMBLE_URL',
    fallback: '',
    meaning: 'ensemble server; empty: the public one beside the public one, else WEATHER_URL; off: none',
    read: serverOrOff,
  },
  weatherApiKey: {
    name: 'WEATHER_API_KEY',
    fallback: '',
    meaning: 'API key for the provider, if it needs one',
    read: text,
  },
  weatherModels: {
    name: 'WEATHER_MODELS',
    fallback: '',
    meaning: 'forecast models, finest first, comma-separated; empty: a list from 1 km in the Alps to the whole globe',
    read: modelNames,
  },
  weatherEnsembleModels: {
    name: 'WEATHER_ENSEMBLE_MODELS',
    fallback: '',
    meaning: 'ensemble models of the probability of precipitation, finest first; empty: ecmwf_ifs025_ensemble',
    read: modelNames,
  },
} satisfies Variables
