// nginx over a site's configuration, with all its files in a folder of the test's.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The program and its words. */
export function nginx(home: string, site: string): [string, string[]] {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(home, name)};`,
  )
  writeFileSync(join(home, 'site.conf'), site)
  writeFileSync(
    join(home, 'nginx.conf'),
    `daemon off; pid ${home}/pid; events {} http { access_log off; ${temporary.join(' ')} include ${home}/site.conf; }`,
  )
  return ['nginx', ['-p', home, '-c', join(home, 'nginx.conf'), '-g', `error_log ${home}/error.log;`]]
}

/** A certificate for example.org, as certbot would leave it in the folder: `fullchain.pem`, `privkey.pem`. */
export const certificateWords = (folder: string): string[] => [
  ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=example.org'],
  ...['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')],
]
