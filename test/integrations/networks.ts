/** Addresses, a network, and whether the client is allowed. */
export const clientAddressTests: [string, string, boolean][] = [
  ['203.0.113.9', '203.0.113.0/24', true],
  ['203.0.114.9', '203.0.113.0/24', false],
  ['203.0.113.9', '203.0.113.9', true],
  ['203.0.113.8', '203.0.113.9', false],
  ['2001:db8::1', '2001:db8::/32', true],
  ['2001:db9::1', '2001:db8::/32', false],
  ['::ffff:203.0.113.9', '203.0.113.0/24', true],
];
