// <waypost-map> for pages of other sites: `/embed/waypost-map.js` is a stable address that names the files of now, which
// never change under theirs. It tells the component where the API is, so that a page need not.

import { say } from '../language/sentence.ts'
import { createHash } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import type { EmbedBundle } from './bundles.ts'
import type { RequestContext } from '../server/request-context.ts'
import { matchesEtag } from '../server/match-etag.ts'
import { sendBytes, sendText } from '../server/send-answer.ts'
import type { HttpRoute } from '../server/handle-request.ts'
import type { Services } from '../services.ts'
import type { EmbedServer } from '../web/embed/embed-server.ts'
import { sendBundleFile } from './bundle-cache.ts'

const SCRIPT = 'text/javascript; charset=utf-8'

export interface EmbedParts {
  services: Services
  loadBundle: () => Promise<EmbedBundle>
  onFault: (error: Error) => void
}

export function embedRows({ services, loadBundle, onFault }: EmbedParts): HttpRoute[] {
  const bundleNow = () =>
    loadBundle().catch((error: Error) => {
      onFault(error)
      throw new ServiceError(say('error.busy.component'), {
        retryAfterS: 60,
      })
    })
  return [
    {
      host: 'site',
      method: 'GET',
      path: '/embed/waypost-map.js',
      name: 'embed-script',
      isFile: true,
      handle: async (context) => sendScript(context, embedScript(await bundleNow(), services)),
    },
    {
      host: 'site',
      method: 'GET',
      path: '/embed/{file}',
      name: 'embed-file',
      isFile: true,
      handle: async (context, { file }) => {
        const found = (await bundleNow()).files.get(file)
        if (found === undefined) throw new ServiceError(say('error.not_found.component'))
        await sendBundleFile(context, file, found)
      },
    },
  ]
}

/** A module that defines the element with the addresses of this server. */
function embedScript({ component, mapLibre, worker, languages }: EmbedBundle, services: Services): string {
  const { publicApiUrl, publicSiteUrl } = services
  const server: EmbedServer = { apiUrl: publicApiUrl, siteUrl: publicSiteUrl, mapLibre, worker, languages }
  return `import { defineWaypostMap } from ${JSON.stringify(`./${component}`)}\ndefineWaypostMap(${JSON.stringify(server)}, import.meta.url)\n`
}

function sendScript(context: RequestContext, script: string): void {
  const tag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`
  const headers = ['Cache-Control', 'no-cache', 'ETag', tag]
  if (matchesEtag(context.request.headers['if-none-match'], tag)) sendBytes(context, 304, null, null, headers)
  else sendText(context, 200, SCRIPT, script, headers)
}
