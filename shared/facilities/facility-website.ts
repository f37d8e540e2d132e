/** Returns a web address with its scheme; null for an invalid one. */
export function normalizeWebAddress(written: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(written) ? written : `https://${written}`;
  return /^https?:\/\/[^\s/?#@:]+\.[^\s/?#@:]{2,}([/?#:]\S*)?$/i.test(address) ? address.slice(0, 300) : null;
}
