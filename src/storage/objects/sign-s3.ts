// Headers that sign a request to an S3 store (AWS Signature Version 4). The body is not signed: it is streamed, and
// what is read is checked by its hash.

import { AwsV4Signer } from 'aws4fetch'

export interface S3Keys {
  accessKeyId: string
  secretAccessKey: string
  /** empty: none */
  sessionToken: string
  /** empty: taken from the host name, else us-east-1 */
  region: string
}

export async function signForS3(method: string, url: string, keys: S3Keys): Promise<Record<string, string>> {
  const { accessKeyId, secretAccessKey, sessionToken, region } = keys
  const { headers } = await new AwsV4Signer({
    ...{ method, url, accessKeyId, secretAccessKey, service: 's3' },
    ...(sessionToken === '' ? {} : { sessionToken }),
    ...(region === '' ? {} : { region }),
  }).sign()
  return Object.fromEntries(headers)
}
