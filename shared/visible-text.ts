// Zero-width spaces, soft hyphens, byte order marks, and direction marks. Joiners (U+200C, U+200D) belong to names and
// emoji.
const invisible = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/** Removes invisible characters and replaces special spaces: what remains is what the cell displays. */
export const visibleText = (text: string): string =>
  isPlain(text)
    ? text
    : text.replaceAll(invisible, '').replaceAll(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ');

// oxlint-disable-next-line no-control-regex
const isPlain = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);

/**
 * Returns an address without invisible characters, joiners, the scheme of a copied link, the name before it, and
 * separators behind it: "Dana Whitlock <dana@example.com>;". Hyphens that do not break are ordinary ones.
 */
export const visibleEmail = (text: string): string =>
  visibleText(text)
    .replaceAll(/[\u200C\u200D]/g, '')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .trim()
    .replace(/(?<=[\w>])[;,]+$/, '')
    .replace(/^[^<>@]*<([^<>\s]+)>$/, '$1')
    .replace(/^mailto:\s*/i, '');

const socialSecurityNumber =
  /(?<![\d*-])(?:\d{3}([-\u2010-\u2015 .])\d{2}\1\d{4}|\*{3}-\*{2}-\*{4})(?![\d*-])|(?<=\b(?:ssn?|sin|soc(?:ial)?\.?(?: ?(?:sec(?:urity)?|insurance))?|seguro social|nss|nas)(?:\b|_|(?=\d))\D{0,20})\d{3}([- ]?)\d{3}\2\d{3}(?!\d)/gi;

export const socialSecurityMask = '***-**-****';

/** Returns a text with masked social security numbers, also of Canada after their label. */
export const maskSocialSecurityNumbers = (text: string, mask = socialSecurityMask): string =>
  text.replaceAll(socialSecurityNumber, mask);

/** Returns true if a text contains a social security number or its mask. */
export const hasSocialSecurityNumber = (text: string): boolean =>
  maskSocialSecurityNumbers(text, '') !== text;

/** Returns a file name without social security numbers: names are stored and displayed. */
export const safeFileName = (name: string): string => maskSocialSecurityNumbers(name, 'xxx-xx-xxxx');

/**
 * Returns true for a number in scientific notation, which is what Excel makes of "1000E02" and of long numbers. Key fob
 * numbers have neither a sign nor a decimal point.
 */
export const isScientific = (text: string): boolean =>
  /^[+-]?\d+(?:[.,]\d+E[+-]?|E[+-])\d+$/i.test(text.trim());

/** Returns why an identifier in scientific notation is refused: its digits are lost. */
export const scientificError = (name: string, text: string): string =>
  `Excel changed this ${name} to ${text.trim()}. Enter it as text.`;
