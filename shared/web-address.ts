/**
 * A web address as entered: "lakeside.example" or "https://lakeside.example/gym", with a dotted host and without blanks
 * or user info. Other schemes, such as `javascript:`, do not match, so that links always open a web page.
 */
export const webAddress = /^(https?:\/\/)?[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+\.?(:\d{1,5})?([/?#]\S*)?$/iu;

/** Returns a web address with its scheme; null for an invalid one. */
export function normalizeWebAddress(input: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(input) ? input : `https://${input}`;
  return /^https?:\/\/[^\s/?#@:]+\.[^\s/?#@:]{2,}([/?#:]\S*)?$/i.test(address) ? address.slice(0, 300) : null;
}
