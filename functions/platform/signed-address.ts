import { createHmac } from 'node:crypto';
import { sha256 } from './digest.ts';

interface SigningKey {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

interface Signing {
  key: SigningKey;
  region: string;
  at: Date;
  expiresInSeconds: number;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Encodes everything but A–Z, a–z, 0–9, hyphen, period, underscore, and tilde, as AWS requires. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Returns a presigned S3 address for GET (Signature Version 4 in the query), valid for some seconds. `address` is the
 * object's address with its own query.
 *
 * Source: "Authenticating Requests: Using Query Parameters (AWS Signature Version 4)", Amazon S3 API Reference.
 */
export function signedAddress(address: URL, { key, region, at, expiresInSeconds }: Signing): string {
  const time = at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const query = [
    ...address.searchParams,
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `${key.accessKeyId}/${scope}`],
    ['X-Amz-Date', time],
    ['X-Amz-Expires', String(expiresInSeconds)],
    ...(key.sessionToken ? [['X-Amz-Security-Token', key.sessionToken]] : []),
    ['X-Amz-SignedHeaders', 'host'],
  ]
    .map(([name = '', value = '']) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const request = ['GET', address.pathname, query, `host:${address.host}`, '', 'host', 'UNSIGNED-PAYLOAD'];
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(request.join('\n'))].join('\n');
  const day = hmac(`AWS4${key.secretAccessKey}`, time.slice(0, 8));
  const signing = [region, 's3', 'aws4_request'].reduce((secret, text) => hmac(secret, text), day);
  return `${address.origin}${address.pathname}?${query}&X-Amz-Signature=${hmac(signing, toSign).toString('hex')}`;
}
