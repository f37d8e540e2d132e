import type { Facility } from '../facilities/facility.ts';
import type { ProgramPaymentTypeId } from '../programs.ts';
import { earlierSections, type AgreementSection } from './earlier-agreements.ts';
import * as z from 'zod';
import { bankAccountForm } from '../bank-accounts/bank-account.ts';
import { keyFobNumber } from '../employees/key-fob.ts';
import { fieldMetadata } from '../field-metadata.ts';
import { dollars, email, flag, phone, text } from '../fields.ts';
import { latinNamePattern } from '../members/latin-name.ts';
import { healthConsentText } from '../members/health-consent.ts';
import type { ContractStep } from './contract-steps.ts';
import { onWire } from '../wire-names.ts';

/** The latest agreement (spec 3 §9). */
export const currentAgreementVersion = 7;

/** From this version on, the signed PDF holds the whole agreement; earlier ones are shown on a page (spec 3 §9). */
export const firstVersionWithFile = 4;

/** The versions under which the employer sees the date and the club of each visit. */
const versionsWithVisitDays: readonly number[] = [5, 7];
/** From this version on, the agreement contains the right of cancellation of the state. */
const versionWithRider = 6;

export const permitsVisitDays = (version: number | undefined): boolean =>
  versionsWithVisitDays.includes(version ?? 0);

interface VisitTerms {
  showsVisitDays?: boolean | undefined;
}

/** Returns the version that is signed now: its text states what the program shows the employer of visits. */
export const agreementVersionOf = ({ showsVisitDays }: VisitTerms): number => (showsVisitDays ? 7 : 6);

/**
 * Returns true if a signed version covers the program. The right of cancellation applies to agreements without its text
 * as well, so they are not signed again.
 */
export const isAgreementCurrent = (version: number | undefined, { showsVisitDays }: VisitTerms): boolean =>
  showsVisitDays ? permitsVisitDays(version) : (version ?? 0) >= firstVersionWithFile;

/** The words of an agreement, as a member reads them before signing. */
export interface AgreementWords {
  title: string;
  version: number;
  sections: readonly AgreementSection[];
}

const use = {
  heading: 'Use of the club and its equipment',
  paragraphs: [
    'You may use the equipment and rooms of the club you enroll in during the hours it is open to members, and you follow its posted rules and the directions of its staff.',
    'Use equipment the way it is meant to be used, ask when you are unsure, put weights back, and tell the club at once when something is damaged.',
    'The club may close a room or a machine for care and cleaning. When the club itself closes, you may move to another club without paying twice.',
  ],
};

const access = {
  heading: 'Your key fob or access pass',
  paragraphs: [
    'The key fob or access pass is yours alone. Check in at every visit: visits that were not recorded cannot be counted. Do not let anybody in with it, and report a lost key fob on the day you notice.',
  ],
};

const health = {
  heading: 'Your health',
  paragraphs: [
    'Exercise carries a risk of injury. You confirm that, as far as you know, you are fit to exercise, and you stop and ask a doctor when you are not. You use the club at your own risk, except where the law does not allow that to be agreed.',
  ],
};

const paidByPartner = {
  heading: 'Dues',
  paragraphs: ['Your employer or insurer pays the dues of this membership. You pay nothing for it.'],
};

const paidByMember = {
  heading: 'Dues and your bank account',
  paragraphs: [
    'You pay the monthly dues shown with this agreement. The first month is charged by the day, from the day your membership begins to the end of the month: these are the first dues shown with this agreement.',
    'You authorize Wellport to withdraw the dues of each month from the bank account you named, electronically, on the 1st of the month or, when that is not a banking day, on the next banking day, never earlier. Dues that cannot be withdrawn on that day, such as those of a first month that has begun when you sign, are withdrawn on the soonest banking day after it. The authorization holds until you end it. You may end it by changing the account in your profile or by writing to us at least three banking days before a withdrawal. Withdrawals follow the Nacha Operating Rules and the law of the United States.',
    'When a withdrawal is returned unpaid, your membership may be suspended until you give us an account we can use.',
  ],
};

const reimbursements = {
  heading: 'Reimbursements',
  paragraphs: [
    'When your program reimburses dues, you are reimbursed for a month in which you made at least the number of visits shown with this agreement. At most one visit a day counts. Reimbursements are paid after the 25th of the following month, the way your program says: into the bank account you named, or with your pay.',
  ],
};

const ending = {
  heading: 'Ending your membership',
  paragraphs: [
    'Your membership ends when you or your employer or insurer end it, or when you are no longer eligible. A membership you pay for ends with the month.',
  ],
};

const endingWithRight = {
  heading: 'Ending your membership',
  paragraphs: [
    'You may end your membership at any time online, under Memberships, End membership. It also ends when your employer or insurer ends it, or when you are no longer eligible. A membership you pay for ends with the month.',
    'Within the right of cancellation of your state, it ends at once, and everything that was collected is refunded.',
  ],
};

const visitCountsText =
  'The club tells us the days of your visits. Your employer or insurer sees how many there were; it is not told anything about your health.';
const visitDaysText =
  'The club reports the date and time of your visits to us. Your employer or insurer sees the date and the club of each visit, including visits before you sign this agreement, and the number of visits per month. It does not see the time of day, and it receives no information about your health.';

/** The sentence about visits that the employer or insurer sees, by version. */
const visitsWords: Record<number, string> = {
  4: visitCountsText,
  5: visitDaysText,
  6: visitCountsText,
  7: visitDaysText,
};

const signing = (visitsText: string) => ({
  heading: 'Privacy and your signature',
  paragraphs: [
    visitsText,
    'You agree to sign electronically. Ticking the box and submitting is your signature, with the same effect as on paper. You can open and keep a copy of the signed agreement in your profile at any time.',
  ],
});

/**
 * Returns the text of a version by payer; undefined for an unknown version. Only the program's version can be signed
 * (`checkSigning`). The text of a version never changes (a test compares its hash): new text is a new version. Since
 * version 4, rules of the club precede the signature in their own section, and since version 6 the rider of the state.
 */
export function agreementWords(
  version: number,
  programPaymentType: ProgramPaymentTypeId,
  facility?: Pick<Facility, 'name' | 'rules'>,
  rider?: AgreementSection,
): AgreementWords | undefined {
  const earlier = Object.hasOwn(earlierSections, version) ? earlierSections[version] : undefined;
  const visitsText = Object.hasOwn(visitsWords, version) ? visitsWords[version] : undefined;
  const sections =
    visitsText === undefined
      ? earlier?.(programPaymentType)
      : laterSections(version, programPaymentType, visitsText, facility, rider);
  return sections && { title: 'Facility enrollment agreement', version, sections };
}

/** The rules that a club adds to every agreement: a paragraph a line. */
export function facilityRules(
  facility: Pick<Facility, 'name' | 'rules'> | undefined,
): AgreementSection | undefined {
  const paragraphs = (facility?.rules ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return facility && paragraphs.length > 0 ? { heading: `Rules of ${facility.name}`, paragraphs } : undefined;
}

/** The sections since version 4. Versions differ in what the employer sees of visits and in the right of cancellation. */
function laterSections(
  version: number,
  programPaymentType: ProgramPaymentTypeId,
  visitsText: string,
  facility: Pick<Facility, 'name' | 'rules'> | undefined,
  rider: AgreementSection | undefined,
): readonly AgreementSection[] {
  const rules = facilityRules(facility);
  const money = {
    1: [paidByPartner],
    2: [paidByMember, reimbursements],
    3: [paidByMember],
  }[programPaymentType];
  const hasRider = version >= versionWithRider;
  return [
    use,
    access,
    health,
    ...money,
    hasRider ? endingWithRight : ending,
    ...(rules ? [rules] : []),
    ...(hasRider && rider ? [rider] : []),
    signing(visitsText),
  ];
}

const latinName = <Required extends boolean>(required: Required) =>
  text('Name In Latin Letters', { max: 50, pattern: latinNamePattern, required });

const mustAgree = 'You must check to agree.';

/** The steps' fields of the legal agreement as a member fills them in (spec 3 §3, §5). */
export const agreementForm = z.object({
  /** Omitted by members with digital access. */
  keyFobNumber: onWire('facilityMemberID', keyFobNumber().optional()),
  withdrawalFromBankAccount: bankAccountForm.optional(),
  depositToBankAccount: bankAccountForm.optional(),
  isMemberAgreed: z
    .boolean(mustAgree)
    .refine((agreed) => agreed, { error: mustAgree })
    .meta({ title: 'I have read this agreement and agree to it' })
    .register(fieldMetadata, { kind: 'flag', mustBeTrue: true }),
  /** Required in states that protect visits as consumer health data (shared/members/health-consent.ts). */
  healthDataCollection: flag(healthConsentText.collection).optional(),
  healthDataSharing: flag(healthConsentText.sharing).optional(),
  firstName: text('First Name', { max: 50 }),
  lastName: text('Last Name', { max: 50 }),
  /** Required of members with a name in another script. */
  latinName: latinName(false),
  contactNumber: phone('Contact Number', { max: 14 }),
  email: email('Email', { max: 50 }),
  documentAgreementVersion: z.int().default(currentAgreementVersion),
  /** The displayed monthly dues. If the terms have changed since, signing is refused. */
  memberDuesAmount: dollars('Dues Amount', { most: 999_99, required: false }),
});
export type AgreementForm = z.output<typeof agreementForm>;

/** The same form with all fields of the steps required, so that each step can be validated alone. */
export const agreementFormOf = (steps: readonly ContractStep[], asksLatinName = false) =>
  agreementForm.extend({
    keyFobNumber: onWire(
      'facilityMemberID',
      steps.includes('keyFob') ? keyFobNumber() : keyFobNumber().optional(),
    ),
    latinName: latinName(asksLatinName),
    withdrawalFromBankAccount: steps.includes('withdrawal') ? bankAccountForm : bankAccountForm.optional(),
    depositToBankAccount: steps.includes('deposit') ? bankAccountForm : bankAccountForm.optional(),
  });
