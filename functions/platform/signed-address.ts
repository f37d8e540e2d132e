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

/** As AWS wants it: everything but A–Z, a–z, 0–9, hyphen, dot, underscore and tilde. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * An address of S3 that opens for whoever holds it, for some seconds: Signature Version 4 in the query, GET only.
 * `address` is the object's own, with the query that belongs to it.
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
