import * as z from 'zod';
import {
  addDays,
  dateInChicago,
  federalHolidays,
  showDate,
  weekday,
  type CalendarDate,
} from '../calendar.ts';
import { states } from '../states.ts';

const noticeMethods = ['inPerson', 'mail', 'email', 'online'] as const;

/** A state's right to cancel a health club agreement with a full refund. Days are counted after the day of signing. */
const cancellationRight = z.strictObject({
  days: z.int().min(0).max(60),
  unit: z.enum(['business', 'calendar']),
  /** Methods of notice that the law names. The portal accepts all of them, and online notice, in every state. */
  notice: z.array(z.enum(noticeMethods)),
  /** Days after the notice by which the refund is due. */
  refundDays: z.int().min(0).max(90),
  /** A reminder of the dues and of how to cancel is sent every year. */
  annualNotice: z.boolean(),
  /** Minimum days between the notice of higher dues and the withdrawal. */
  priceNoticeDays: z.int().min(0).max(90),
});
export type CancellationRight = z.output<typeof cancellationRight>;

interface Source {
  citation: string;
  url: string;
  /** Calendar date on which the text was read; null if it was not verified. */
  readOn: CalendarDate | null;
}

export interface StateRight extends CancellationRight {
  state: string;
  source: Source | null;
}

/** Values of an operator that replace those of a state's row. */
const rightOverride = cancellationRight.partial();
export type RightOverrides = Record<string, z.output<typeof rightOverride>>;

/** Returns the valid rows of an operator's setting, a JSON object by state, and what is wrong with the others. */
export function readRightOverrides(setting: string): {
  overrides: RightOverrides;
  error: string | undefined;
} {
  const overrides: RightOverrides = {};
  let rows: unknown;
  try {
    rows = JSON.parse(setting);
  } catch {
    return { overrides, error: 'not JSON' };
  }
  if (typeof rows !== 'object' || rows === null || Array.isArray(rows))
    return { overrides, error: 'not an object of states' };
  const invalid: string[] = [];
  for (const [state, values] of Object.entries(rows)) {
    const row = rightOverride.safeParse(values);
    if (row.success && states.some(({ abbr }) => abbr === state)) overrides[state] = row.data;
    else invalid.push(state);
  }
  return { overrides, error: invalid.length > 0 ? `invalid rows: ${invalid.join(', ')}` : undefined };
}

/** Applies where no source was found: the longest period and the shortest refund deadline of the verified states. */
const defaultRight: CancellationRight = {
  days: 10,
  unit: 'business',
  notice: ['inPerson', 'mail', 'email', 'online'],
  refundDays: 10,
  annualNotice: false,
  priceNoticeDays: 0,
};

const readOn = '2026-11-27';
const source = (citation: string, url: string, isVerified = true): Source => ({
  citation,
  url,
  readOn: isVerified ? readOn : null,
});
const row = (days: number, of: Source, differing: Partial<CancellationRight> = {}) => ({
  ...defaultRight,
  days,
  source: of,
  ...differing,
});

type Row = CancellationRight & { source: Source | null };

/**
 * Rows of states with a source. Deductions for services used, which some states permit, are never made. A lawyer confirms
 * the table before a deployment (docs/deploy.md).
 */
const rows: Readonly<Record<string, Row>> = {
  AZ: row(
    3,
    source(
      'A.R.S. § 44-1793',
      'https://e.casetext.com/statute/arizona-revised-statutes/title-44-trade-and-commerce/chapter-11-regulations-concerning-particular-businesses/article-13-health-spa-contracts/section-44-1793-contract-form-conspicuous-statement-of-costs-duration-and-cancellation',
    ),
    { refundDays: 30, notice: ['inPerson', 'mail', 'email'] },
  ),
  // read: the methods of § 1812.84(c); the period of § 1812.85 and the automatic renewal law were not read
  CA: row(
    5,
    source(
      'Cal. Civ. Code §§ 1812.84, 1812.85; Bus. & Prof. Code § 17602',
      'https://self-law.org/code/ca/civil-code/1812-84',
      false,
    ),
    { annualNotice: true, priceNoticeDays: 7 },
  ),
  CT: row(
    3,
    source('Conn. Gen. Stat. §§ 21a-217, 21a-219', 'https://www.cga.ct.gov/Current/pub/chap_420.htm'),
    { notice: ['mail'], priceNoticeDays: 31 },
  ),
  DC: row(15, source('D.C. Code § 28-3817', 'https://code.dccouncil.gov/us/dc/council/code', false), {
    unit: 'calendar',
  }),
  FL: row(
    3,
    source(
      'Fla. Stat. § 501.017',
      'https://www.legalfix.com/topics/contracts/gym-health-club-contracts/fl',
      false,
    ),
  ),
  GA: row(
    7,
    source('O.C.G.A. § 10-1-393.2', 'https://consumer.georgia.gov/health-spa-contract-cancellations-part-1'),
    { refundDays: 30, notice: ['inPerson', 'mail'] },
  ),
  // three business days after the first business day after signing
  IL: row(4, source('815 ILCS 645/6', 'https://lawserver.com/law/state/illinois/il-statutes/815_ilcs_645_6')),
  IN: row(
    3,
    source(
      'Ind. Code § 24-5-7-5',
      'https://instalawyer.io/laws/indiana-code/24-5-7-5-contracts-cancellation-notice-refunds',
    ),
    { refundDays: 30, notice: ['inPerson', 'mail'] },
  ),
  // the period was read; the renewal rules of 940 CMR 38 were not
  MA: row(
    3,
    source(
      'M.G.L. c. 93, § 81; 940 CMR 38',
      'https://www.mass.gov/service-details/making-health-clubs-work-for-you',
    ),
    { notice: ['inPerson', 'mail', 'online'] },
  ),
  MD: row(3, source('Md. Code, Com. Law § 14-12B-06', 'https://lexace.ai/us/statute/maryland/CL-14-12B-06'), {
    notice: ['inPerson', 'mail'],
  }),
  // the right was read in a bill that amends it; the annual notice was not
  MN: row(
    3,
    source(
      'Minn. Stat. § 325G.24',
      'https://www.revisor.mn.gov/bills/text.php?number=SF3920&version=1&session=ls93&session_year=2024&session_number=0',
    ),
    { annualNotice: true },
  ),
  MO: row(3, source('Mo. Rev. Stat. § 407.330', 'http://www.laws9.com/statutes/missouri/t26/c407/407_330'), {
    refundDays: 30,
    notice: ['inPerson', 'mail'],
  }),
  NH: row(
    3,
    source('N.H. RSA 358-J:2', 'http://laws9.com/statutes/new-hampshire/TITLEXXXI/CHAPTER358-J/358-J-2'),
    {
      notice: ['inPerson', 'mail'],
    },
  ),
  NJ: row(
    3,
    source(
      'N.J.S.A. 56:8-42',
      'https://legalclarity.org/nj-gym-membership-laws-what-new-jersey-consumers-should-know',
      false,
    ),
    { notice: ['inPerson', 'mail', 'online'] },
  ),
  NY: row(
    3,
    source('N.Y. Gen. Bus. Law § 624', 'http://buffalonews.com/2007/11/03/new-york-state-safeguards/', false),
    { notice: ['inPerson', 'mail', 'online'] },
  ),
  OH: row(
    3,
    source(
      'Ohio Rev. Code § 1345.43',
      'https://www.ohioattorneygeneral.gov/Media/Newsletters/Consumer-Advocate/January-2015/Ohio-Consumers-Have-Protections-When-Joining-a-Gym',
    ),
    { notice: ['inPerson', 'mail'] },
  ),
  PA: row(
    3,
    source(
      '73 P.S. § 2163',
      'https://d1tvxue8o4w0fl.cloudfront.net/statute/pennsylvania-statutes/statutes-unconsolidated/title-73-ps-trade-and-commerce/chapter-35-health-club-act/section-2163-contents-of-health-club-contract',
    ),
  ),
  RI: row(10, source('R.I. Gen. Laws § 5-50-4', 'https://law.counselstack.com/statute/ri/5-50-4'), {
    notice: ['inPerson', 'mail', 'email'],
  }),
  TX: row(
    3,
    source(
      'Tex. Occ. Code § 702.304',
      'https://legiscan.com/TX/text/SB1835/id/2814623/Texas-2023-SB1835-Comm_Sub.html',
    ),
    {
      notice: ['mail'],
    },
  ),
  VA: row(
    3,
    source('Va. Code § 59.1-298', 'https://law.lis.virginia.gov/vacode/title59.1/chapter24/section59.1-298/'),
    {
      notice: ['inPerson', 'mail'],
    },
  ),
  WA: row(
    3,
    source(
      'RCW 19.142.040, 19.142.050',
      'https://lawforwa.org/legal-wellness-planning-prevention/health-clubs',
    ),
    {
      refundDays: 30,
      notice: ['inPerson', 'mail'],
    },
  ),
};

/** The states with a row of their own or the default: all 50 and the District of Columbia (USPS). */
export const statesWithRight =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  );

/** Returns a state's right; the default for a territory and an unknown state. */
export function rightOf(state: string, overrides: RightOverrides = {}): StateRight {
  const own = Object.hasOwn(rows, state) ? rows[state] : undefined;
  const override = Object.hasOwn(overrides, state) ? overrides[state] : {};
  return { source: null, ...defaultRight, ...own, ...override, state };
}

/**
 * Returns true for a day on which neither government offices nor banks are closed. Bank holidays differ from legal ones:
 * for a holiday on a Saturday banks open on the Friday before, which is a legal holiday (5 USC 6103). Fewer business days
 * extend the right, so a day that either calendar closes does not count.
 */
export function isBusinessDay(date: CalendarDate): boolean {
  const day = weekday(date);
  if (day === 0 || day === 6) return false;
  const year = Number(date.slice(0, 4));
  return ![...federalHolidays(year), ...federalHolidays(year + 1)].some(
    ({ date: holiday, closes }) =>
      date === holiday || date === closes || (weekday(holiday) === 6 && date === addDays(holiday, -1)),
  );
}

/** Returns the last day of the right. A calendar period that ends on another day ends on the next business day. */
export function lastDayToCancel({ days, unit }: CancellationRight, signedOn: CalendarDate): CalendarDate {
  let day = unit === 'calendar' ? addDays(signedOn, days) : signedOn;
  for (let left = unit === 'calendar' ? 0 : days; left > 0;) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) left -= 1;
  }
  if (days === 0) return signedOn;
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return day;
}

interface Located {
  state?: string | null | undefined;
}

/** Returns the right of the club's state, or of the member's address where it ends later, with the better other terms. */
export function rightAt(
  facility: Located | undefined,
  member: Located,
  signedOn: CalendarDate,
  overrides: RightOverrides = {},
): StateRight & { until: CalendarDate } {
  const dated = [facility?.state, member.state]
    .filter((state, index) => index === 0 || state)
    .map((state) => rightOf(state ?? '', overrides))
    .map((right) => ({ ...right, until: lastDayToCancel(right, signedOn) }));
  const best = dated.reduce((first, other) => (other.until > first.until ? other : first));
  return {
    ...best,
    refundDays: Math.min(...dated.map(({ refundDays }) => refundDays)),
    annualNotice: dated.some(({ annualNotice }) => annualNotice),
    priceNoticeDays: Math.max(...dated.map(({ priceNoticeDays }) => priceNoticeDays)),
  };
}

/** Returns the right of today, without a disadvantage compared with the one that the signed agreement states. */
export const withSignedRight = (
  right: StateRight & { until: CalendarDate },
  signed: { state: string; until: CalendarDate; refundDays: number } | undefined,
): StateRight & { until: CalendarDate } =>
  signed
    ? {
        ...right,
        ...(signed.until > right.until && { state: signed.state, until: signed.until }),
        refundDays: Math.min(right.refundDays, signed.refundDays),
      }
    : right;

const noticeText =
  'online, under Memberships, End membership; by email to us; or in writing, by mail or in person, to us or to the club';

/** Returns the section of an agreement that grants the right, with its last day. */
export function riderOf({ state, until, refundDays, source }: StateRight & { until: CalendarDate }) {
  const name = states.find(({ abbr }) => abbr === state)?.name;
  return {
    heading: name ? `Your right to cancel in ${name}` : 'Your right to cancel',
    paragraphs: [
      `You may cancel this agreement without a reason and without any charge through ${showDate(until)}.`,
      `How to cancel: ${noticeText}.`,
      `Everything that was collected is refunded to the account that was debited, within ${refundDays} days after your notice. A withdrawal that is under way is refunded once it has settled.${source?.readOn ? ` (${source.citation})` : ''}`,
    ],
  };
}

const hour = 3_600_000;

/** Returns the day of signing in the easternmost time zone, which is the later one around midnight. */
export const signingDay = (signedAt: Date): CalendarDate =>
  dateInChicago(new Date(signedAt.getTime() + hour));

/** Returns the day of a notice in the westernmost time zone: the right ends at midnight where the member is. */
export const noticeDay = (now: Date): CalendarDate => dateInChicago(new Date(now.getTime() - 5 * hour));
