// What `npm start` prints: its help, the lines once it is ready, and why it could not start.

import { ConfigError, StartError } from '../config/start-error.ts'
import { describeConfig } from '../config/variables.ts'
import type { Services } from '../services.ts'

export const HELP = `Waypost: outdoor maps, routing and terrain, served from your own machine.

  npm start                                        serve the releases of the data folder; make a demo region if it is empty
  npm run import -- FILE.osm.pbf --dem PATH... --name NAME   publish a real region
  npm run keys -- create --project NAME            make a key (every command has --help)

Configuration, read from the environment:
${describeConfig()}
`

/** The ready line, then addresses and a curl line that works when pasted. */
export function greeting({ publicApiUrl, publicSiteUrl, releases }: Services, opsUrl: string): string {
  const live = releases.findLive()
  const lines = [
    `ready ${publicApiUrl} (api) ${publicSiteUrl} (site)`,
    '',
    `  explorer  ${publicSiteUrl}/`,
    `  GraphiQL  ${publicApiUrl}/graphql`,
    `  REST      ${publicApiUrl}/rest`,
    `  probes    ${opsUrl}/readyz, /healthz, /metrics`,
  ]
  if (live === null) lines.push('', '  Nothing is published: run npm run import, see npm start -- --help')
  else if (live.example !== undefined) {
    lines.push(
      '',
      `  curl -s ${publicApiUrl}/v1/route -H 'content-type: application/json' -d '${JSON.stringify({ waypoints: live.example.waypoints })}'`,
    )
  }
  return `${lines.join('\n')}\n`
}

export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Why the server did not start, in words where it is known how to help. */
export function explainFailure(error: Error & { code?: string; port?: number; address?: string }): string {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  if (error.code === 'EADDRINUSE')
    return `Port ${error.port} of ${error.address} is taken. Choose another with API_PORT, SITE_PORT or OPS_PORT.`
  if (error.code === 'EACCES')
    return `Port ${error.port} of ${error.address} may not be opened. Choose another with API_PORT, SITE_PORT or OPS_PORT.`
  return error.stack ?? error.message
}
