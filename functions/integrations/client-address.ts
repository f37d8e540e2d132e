import { BlockList, isIPv6 } from 'node:net';

/** Reports whether an address is in one of the networks (CIDR); always true without networks. */
export function isAllowedAddress(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const allowed = new BlockList();
  for (const network of networks) {
    const [host = '', bits] = network.split('/');
    const family = isIPv6(host) ? 'ipv6' : 'ipv4';
    if (bits === undefined) allowed.addAddress(host, family);
    else allowed.addSubnet(host, Number(bits), family);
  }
  return allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
