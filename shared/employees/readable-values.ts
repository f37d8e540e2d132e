import { states } from '../states.ts';

/** Texts that people and systems write into cells without a value. */
const placeholder =
  /^(?:n\.?\s?\/?\s?a\.?|none|null|nil|unknown|unk|not (?:available|applicable|provided|given)|no (?:phone|email|address)|tbd|#(?:n\/a|ref!|value!|name\?|num!|div\/0!|null!|spill!|calc!)|#{2,}|[?*_.\s/0x–—-]*)$/i;

/** Returns true for a cell without information: blank, "n/a", "-", "none", or an error of Excel. */
export const isPlaceholder = (text: string): boolean => placeholder.test(text.trim());

/** Returns a text with ASCII hyphens and ordinary blanks. */
const plainDashes = (text: string): string =>
  text
    .replaceAll(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();

const labelBefore =
  /^(?:cell(?:ular)?|mobile|mob|home|work|office|direct|main|phone|tel(?:ephone)?|ph|[cmhwotp])\.?(?:\s*:\s*|\s+(?=[\d(+]))/i;
const labelAfter =
  /\s*(?:\(\s*(?:cell(?:ular)?|mobile|mob|home|work|office|direct|main|phone|tel|ph|[cmhwotp])\.?\s*\)|[-,]?\s+(?:cell(?:ular)?|mobile|mob|home|work|office|direct|main|phone|tel|ph|[cmhwotp])\.?)$/i;
const extension = /(?:[\s,;]*(?:\bext(?:ension)?\.?|x|#)\s*[:.=]?\s*\d{1,6}|,\s*\d{1,5})$/i;

/**
 * Returns a phone number without labels and extension: "612/555-0145 (cell)" is "(612) 555-0145", "001 612 555 0144" is
 * "+1 612-555-0144". Returns '' for text that is not exactly one complete number.
 */
export function readablePhone(text: string): string {
  const number = plainDashes(text.normalize('NFKC'))
    .replace(/^tel:/i, '')
    .replace(labelBefore, '')
    .replace(labelAfter, '')
    .replace(extension, '')
    .replace(/(\d)\.0+$/, '$1')
    .replace(labelAfter, '')
    .trim();
  if (!/^\+?[\d ().\-/[\]]+$/.test(number)) return '';
  const digits = number.replaceAll(/\D/g, '');
  const abroad = /^(?:00|011)/.exec(digits)?.[0] ?? '';
  const isInternational = number.startsWith('+') || abroad !== '';
  const whole = digits.slice(abroad.length);
  if (isInternational && !whole.startsWith('1')) return /^[2-9]\d{7,14}$/.test(whole) ? `+${whole}` : '';
  const local = whole.length === 11 && whole.startsWith('1') ? whole.slice(1) : isInternational ? '' : whole;
  if (!/^[2-9]\d{9}$/.test(local)) return '';
  const [area, exchange, line] = [local.slice(0, 3), local.slice(3, 6), local.slice(6)];
  return isInternational ? `+1 ${area}-${exchange}-${line}` : `(${area}) ${exchange}-${line}`;
}

/** Returns the first five digits of a ZIP code in a common form: "55125-1234", "MN 55125", "55125.0"; otherwise ''. */
export function readableZip(text: string): string {
  const [, digits = ''] =
    /^(?:[A-Z]{2}\.? )?(\d{3,5})(?:\.0+|[- ]?\d{4}|[- ]\d{0,3})?$/i.exec(plainDashes(text)) ?? [];
  // spreadsheets remove the leading zero of a ZIP code
  return digits.padStart(digits === '' ? 0 : 5, '0');
}

const points: Readonly<Record<string, string>> = { n: 'North', s: 'South', w: 'West' };

// traditional abbreviations that differ from the postal code and from the start of the name
const traditional: Readonly<Record<string, string>> = {
  calif: 'CA',
  penna: 'PA',
  mass: 'MA',
  conn: 'CT',
  minn: 'MN',
  wisc: 'WI',
  tenn: 'TN',
  wash: 'WA',
  washingtondc: 'DC',
  districtofcolumbia: 'DC',
  westva: 'WV',
  armedforcesamericas: 'AA',
  armedforceseurope: 'AE',
  armedforcespacific: 'AP',
};

/** Returns the postal code of a state: "D.C.", "minnesota", "US-MN", "MN - Minnesota"; other text is unchanged. */
export function readableState(text: string): string {
  const plain = plainDashes(text)
    .replace(/^(?:US|USA|U\.S\.)[-_ ]+/i, '')
    .replace(/^([nsw])\.? (?=\p{L}{2})/iu, (_, point: string) => `${points[point.toLowerCase()]} `);
  const [code = '', name = ''] = plain.split(/\s*[-–(,]\s*/);
  const letters = (part: string) => part.replaceAll(/[^\p{L}]/gu, '').toLowerCase();
  const named = (part: string) => states.find((state) => letters(state.name) === letters(part))?.abbr;
  if (name !== '' && named(name) === code.toUpperCase()) return code.toUpperCase();
  if (/^(?:\p{L}\.\s?){2}$/u.test(plain) || /^\p{L}{2}$/u.test(plain)) return letters(plain).toUpperCase();
  return named(plain) ?? traditional[letters(plain)] ?? text;
}

/** Returns a text in lowercase words without punctuation. */
export const words = (text: string): string =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const hasLeftNow =
  /^(?:(?:in)?vol(?:untar(?:il)?y)? |was |is |has )?(?:terminat(?:ed|ion)|term|termed|separated|separation|resign(?:ed|ation)?|retire[ed]|retirement|deceased|died|laid off|layoff|discharged|dismissed|fired|quit|left|gone|departed|leaver|former|ex employee|inactive|not active|non active|no longer (?:employed|working|active|with|(?:an? )?employee|here)|not employed|offboarded|released|rif|reduction in force|withdrawn|deactivated|deleted?|removed?|drop(?:ped)?|(?:contract|employment) ended|baja|terminad[oa]|inactiv[oa]|despedid[oa]|cesad[oa]|retirad[oa]|jubilad[oa]|renunci\w*|fallecid[oa]|ausgetreten|ausgeschieden|gekündigt|inaktiv|parti|inactif|licenci[eé]e?|démissionn\w*|retraité)(?= |$)/;
const onLeave =
  /\b(?:loa|leave|fmla|maternity|paternity|parental|sabbatical|furlough(?:ed)?|std|ltd|short term disability|long term disability|suspended|(?:temp|temporary|seasonal) layoff|baja (?:médica|temporal|por)|licencia|permiso|beurlaubt|elternzeit|congé)(?= |$)/;
/** Types of employment before a state: "Full Time - Terminated". */
const typeBefore =
  /^(?:(?:full time|part time|ft|pt|regular|permanent|hourly|salaried|(?:temp|temporary|seasonal)(?! lay)) )+/;
/**
 * Words after a departure that take it back, announce it, or name another person: "Term Pending", "Terminated in error",
 * "Laid off (recalled)". Whether a leaver can be hired again is none of them.
 */
const rehireNotes =
  /\b(?:(?:not |in|is |non )?eligible (?:for|to) rehire|(?:no|not|do not|non|would|ok to) rehire|rehire (?:eligible|eligibility|yes|no|y|n)|rehirable)\b/g;
const takenBack =
  /\b(?:pending|planned|scheduled|upcoming|announced|in error|by mistake|error|mistake|recalled|returned|rehired?|reinstated|(?:now|still|currently) (?:active|employed|working)|(?:not|never) (?:accepted|approved|effective|final|processed|confirmed|valid)|rejected|declined|spouse|on vacation|handed)\b/;
/** A departure that was taken back, whatever it was: "Rescinded", "Resignation withdrawn". */
const rescinded =
  /^(?:rescind(?:ed)?|rescission|reinstated?|reinstatement|retracted|revoked|undone)\b|^(?:term\w*|resign\w*|separat\w*|retire\w*|notice|leav\w*|exit|departure|layoff)\b.*\b(?:rescinded|withdrawn|cancell?ed|revoked|voided|reversed|retracted)\b/;
export const isRescinded = (plain: string): boolean => rescinded.test(plain);
const employed =
  /^(?:active(?:ly)?|employed|current(?:ly)?|ft|pt|full time|part time|regular|permanent|temp|temporary|seasonal|intern|hired|new hire|rehired?|probation\w*|working|activ[oa]|alta|aktiv|actif)(?= |$)/;
const letters: Readonly<Record<string, EmploymentState>> = {
  a: 'employed',
  l: 'leave',
  t: 'left',
  i: 'left',
};

export type EmploymentState = 'left' | 'leave' | 'employed' | 'unknown' | 'blank';

/** A departure in the future: "Pending Term 12/15/2026", "Last day 12/15/2026". */
const announced =
  /^(?:notice(?: given| period)?|pending|to be|will be|will|scheduled(?: to| for)?|planned|upcoming|future(?: dated)?)\b/;
const announcedVerb =
  /^(?:terminat(?:ing|es)|leav(?:ing|es)|resign(?:ing|s)|retir(?:ing|es)|last day|ends|ending|exiting)\b/;

export const datesIn =
  /\b\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d\d)\b|\b\d{4}-\d\d-\d\d\b|\b(?:\d{1,2}[- ])?[A-Z][a-z]{2,8}[- ](?:\d{1,2},? )?\d{4}\b/;

/** Returns the words of a state without a date and a code before its meaning: "T - Terminated". */
export const wordsOfState = (text: string): string =>
  words(text.replace(datesIn, ' ').replace(/^\s*\w{1,2}\s*[-–:=]\s*(?=\p{L}{3})/u, '')).replace(
    typeBefore,
    '',
  );

/** Returns the state that a text names: "Terminated 10/31/2026", "LOA", "Inactive". */
export function stateOf(text: string): EmploymentState {
  if (isPlaceholder(text)) return 'blank';
  const plain = wordsOfState(text);
  if (announced.test(plain) || announcedVerb.test(plain)) return 'unknown';
  if (isRescinded(plain)) return 'employed';
  const state = letters[plain];
  if (state) return state;
  if (onLeave.test(plain) && !/^(?:terminat|resign|retire|deceased|separat)/.test(plain)) return 'leave';
  if (hasLeftNow.test(plain)) return takenBack.test(plain.replaceAll(rehireNotes, '')) ? 'unknown' : 'left';
  if (!employed.test(plain)) return 'unknown';
  return hasLeftNow.test(plain.replace(/^\S+ (?:to )?/, '')) ? 'unknown' : 'employed';
}

/** Returns true if a text announces a departure; it may contain the date. */
export function announcesDeparture(text: string): boolean {
  const plain = wordsOfState(text);
  if (isRescinded(plain)) return false;
  return (
    announcedVerb.test(plain) ||
    (hasLeftNow.test(plain) && /\b(?:pending|planned|scheduled|upcoming|announced)\b/.test(plain)) ||
    (announced.test(plain) &&
      /\b(?:term\w*|separat\w*|resign\w*|retire\w*|leav\w*|exit|departure|layoff|notice)\b/.test(plain))
  );
}
