import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isIPv4, isIPv6 } from 'node:net';
import { digestOf, sameDigest } from './digest.ts';

/** Header with the visitor's address, set by the CDN (infra/site-stack.ts). */
export const viewerAddressHeader = 'x-viewer-address';
export const cdnSecretHeader = 'x-cdn-secret';

/**
 * Reports whether the request came through the CDN with its firewall and limits, by its secret; always true without a
 * CDN (`npm start`).
 */
export function cameByCdn({ headers }: APIGatewayProxyEventV2): boolean {
  const secret = process.env.CDN_SECRET;
  return !secret || showsSecret(headers, secret);
}

const showsSecret = (headers: APIGatewayProxyEventV2['headers'], secret: string): boolean =>
  sameDigest(digestOf(headers[cdnSecretHeader] ?? ''), digestOf(secret));

/** Returns the visitor's address for the evidence of a signature only. */
export function addressOf({ headers, requestContext }: APIGatewayProxyEventV2): string {
  const secret = process.env.CDN_SECRET;
  const handedOn = secret && showsSecret(headers, secret) ? headers[viewerAddressHeader] : undefined;
  return handedOn ?? requestContext.http.sourceIp;
}

/** Returns the visitor's address for the log, shortened to 24 bits of IPv4 or 48 bits of IPv6. */
export function shortAddressOf(event: APIGatewayProxyEventV2): string {
  const network = networkOf(addressOf(event));
  if (isIPv4(network)) return network.replace(/\d+$/, '0');
  return network.includes(':') ? `${network.split(':').slice(0, 3).join(':')}::` : '';
}

/**
 * Returns the source of a request for limits, as a digest, because addresses are personal data: the visitor's address if
 * the request has the CDN's secret, otherwise the caller's. An IPv6 source is the network of 64 bits.
 */
export const sourceOf = (event: APIGatewayProxyEventV2): string =>
  digestOf(networkOf(addressOf(event))).slice(0, 16);

/** Returns the first 64 bits of an IPv6 address; an IPv4 address, also in IPv6 notation, unchanged. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [before = '', after] = address.toLowerCase().split('::');
  const [head, tail] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean));
  const zeros = after === undefined ? 0 : 8 - (head?.length ?? 0) - (tail?.length ?? 0);
  const groups = [...(head ?? []), ...Array<string>(Math.max(0, zeros)).fill('0'), ...(tail ?? [])];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
