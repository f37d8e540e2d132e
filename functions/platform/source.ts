import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isIPv4, isIPv6 } from 'node:net';
import { digestOf, sameDigest } from './digest.ts';

/** Header with the visitor's address, set by the CDN (infra/stacks/site-stack.ts). */
export const viewerAddressHeader = 'x-viewer-address';
export const cdnSecretHeader = 'x-cdn-secret';

/**
 * Reports whether the request came through the CDN with its firewall and limits, by its secret; always true without a
 * CDN (`npm start`).
 */
export const cameByCdn = ({ headers }: APIGatewayProxyEventV2): boolean =>
  !process.env.CDN_SECRET || showsSecret(headers);

/** Also accepts the former secret while it is being replaced (infra/operate/rotate-cdn-secret.ts). */
function showsSecret(headers: APIGatewayProxyEventV2['headers']): boolean {
  const accepted = [process.env.CDN_SECRET, process.env.CDN_SECRET_BEFORE].filter(Boolean);
  const presented = digestOf(headers[cdnSecretHeader] ?? '');
  return accepted.some((secret = '') => sameDigest(presented, digestOf(secret)));
}

/** Returns the visitor's address for the evidence of a signature only. */
export function addressOf({ headers, requestContext }: APIGatewayProxyEventV2): string {
  const handedOn = showsSecret(headers) ? headers[viewerAddressHeader] : undefined;
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
