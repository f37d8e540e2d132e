import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isIPv4, isIPv6 } from 'node:net';
import { digestOf, sameDigest } from './digest.ts';

/** The headers that the CDN puts on a request, in place of what the visitor sent (infra/site-stack.ts). */
export const viewerAddressHeader = 'x-viewer-address';
export const cdnSecretHeader = 'x-cdn-secret';

/**
 * Did the request come through the CDN, whose firewall and limits are in front of all else? Anybody can find the
 * gateway's own address, nobody else knows the secret. Where no CDN is (`npm start`), everything has.
 */
export function cameByCdn({ headers }: APIGatewayProxyEventV2): boolean {
  const secret = process.env.CDN_SECRET;
  return !secret || showsSecret(headers, secret);
}

const showsSecret = (headers: APIGatewayProxyEventV2['headers'], secret: string): boolean =>
  sameDigest(digestOf(headers[cdnSecretHeader] ?? ''), digestOf(secret));

/** The visitor's own address, as `sourceOf` knows it: for the record of a signature, and nothing else. */
export function addressOf({ headers, requestContext }: APIGatewayProxyEventV2): string {
  const secret = process.env.CDN_SECRET;
  const handedOn = secret && showsSecret(headers, secret) ? headers[viewerAddressHeader] : undefined;
  return handedOn ?? requestContext.http.sourceIp;
}

/** The visitor's address for the log, shortened so that it names no person: 24 bits of IPv4, 48 of IPv6. */
export function shortAddressOf(event: APIGatewayProxyEventV2): string {
  const network = networkOf(addressOf(event));
  if (isIPv4(network)) return network.replace(/\d+$/, '0');
  return network.includes(':') ? `${network.split(':').slice(0, 3).join(':')}::` : '';
}

/**
 * Where a request comes from, for limits: a digest, as addresses are personal data. It is the visitor's address when
 * the request shows the CDN's secret, else whoever called the API itself; anybody may write the header, nobody else
 * knows the secret. An IPv6 visitor is their network (64 bits), of which they may use any address.
 */
export const sourceOf = (event: APIGatewayProxyEventV2): string =>
  digestOf(networkOf(addressOf(event))).slice(0, 16);

/** The first 64 bits of an IPv6 address; an IPv4 address as it is, also where it is written as IPv6. */
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
