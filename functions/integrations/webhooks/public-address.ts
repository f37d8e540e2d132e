import { lookup as lookUp } from 'node:dns';
import { BlockList, isIP, isIPv4 } from 'node:net';
import type { LookupFunction } from 'node:net';

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
