import { lookup as lookUp } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { errorName, Refusal } from '../../shared/refusal.ts';
import { isLocal, requireAddress } from '../../shared/integrations/webhooks/webhook.ts';

/** IPv4 ranges that are not globally reachable (IANA special-purpose registry), and multicast. */
const closedRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Global unicast is 2000::/3; of it, these ranges are for documentation, tunnels, or benchmarks. */
const closedGlobalRanges = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const listOf = (family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
};

const closed = listOf('ipv4', closedRanges);
const globalUnicast = listOf('ipv6', ['2000::/3']);
const closedGlobal = listOf('ipv6', closedGlobalRanges);

/**
 * Reports whether an IP address is public: not private, loopback, link-local (also the address of cloud metadata),
 * unique-local, or reserved. IPv6 addresses that contain an IPv4 address are not public.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !closed.check(address, 'ipv4');
  if (isIP(address) === 0) return false;
  return globalUnicast.check(address, 'ipv6') && !closedGlobal.check(address, 'ipv6');
};

export class PrivateAddress extends Error {
  constructor() {
    super('The address is not public.');
  }
}

/** Replaces name resolution in tests. */
export type Resolve = typeof lookUp;

/**
 * Returns a lookup that fails if any address of a name is not public. The connection uses the addresses that were
 * checked, so that a name that changes between check and connection reaches no private address.
 */
export const publicLookup =
  (resolve: Resolve = lookUp): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new PrivateAddress(), '', 0);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };

/** Throws PrivateAddress for a host that is an IP address and not public; names are checked when they are resolved. */
export function requirePublicHost(hostname: string): void {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw new PrivateAddress();
}

/** True if the setting WEBHOOKS_TO_LOCALHOST allows http to this machine; `npm start` and tests set it. */
export const allowsLocal = (): boolean =>
  process.env.STAGE === 'local' && process.env.WEBHOOKS_TO_LOCALHOST === 'on';

/** Largest response of a provider: metadata, key set, or tokens. */
const maxBytes = 1_000_000;

class ResponseTooLarge extends Error {}

interface GuardedRequest {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/**
 * Requests an address that a user entered, as `fetch`. Connects to public addresses only, follows no redirects, and ends
 * with `deadline`.
 */
export const guardedFetch =
  (deadline: AbortSignal, lookup = publicLookup()) =>
  async (
    address: string,
    { method = 'GET', headers, body, signal }: GuardedRequest = {},
  ): Promise<Response> => {
    requireAddress(address, allowsLocal());
    const url = new URL(address);
    const toLocal = allowsLocal() && isLocal(url.protocol, url.hostname);
    if (!toLocal) requirePublicHost(url.hostname);
    const content = body === undefined || body === null ? undefined : Buffer.from(textOf(body));
    const send = toLocal ? httpRequest : httpsRequest;
    return new Promise((resolve, reject) => {
      const sent = send(
        url,
        {
          method,
          agent: false,
          headers: { ...headers, ...(content && { 'content-length': content.length }) },
          signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
          ...(!toLocal && { lookup }),
        },
        (response) => void readAll(response).then(resolve, reject),
      );
      sent.on('error', reject);
      sent.end(content);
    });
  };

const textOf = (body: unknown): string | Uint8Array =>
  body instanceof Uint8Array ? body : body instanceof URLSearchParams ? body.toString() : (body as string);

async function readAll(response: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      throw new ResponseTooLarge();
    }
    chunks.push(chunk);
  }
  const status = response.statusCode ?? 500;
  const type = response.headers['content-type'];
  return new Response([204, 304].includes(status) ? null : Buffer.concat(chunks), {
    status,
    headers: type ? { 'content-type': type } : {},
  });
}

/** Returns the reason why a provider could not be reached, as a sentence; undefined for other errors. */
export function connectionError(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code } = error as { code?: string };
    if (error instanceof Refusal || error instanceof PrivateAddress) return error.message;
    if (error instanceof ResponseTooLarge) return 'The response of the provider is larger than one megabyte.';
    if (['AbortError', 'TimeoutError'].includes(errorName(error)) || code === 'ABORT_ERR')
      return 'The provider did not respond within four seconds.';
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the provider was not found.';
    if (code === 'ECONNREFUSED') return 'The provider refused the connection.';
    if (code === 'ECONNRESET' || code === 'EPIPE') return 'The provider closed the connection.';
    if (code?.startsWith('ERR_TLS') || code?.includes('CERT'))
      return 'The TLS certificate of the provider is not valid.';
  }
  return undefined;
}
