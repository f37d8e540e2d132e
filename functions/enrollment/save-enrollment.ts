import { dateInChicago, periodName, showDate, type PeriodId } from '../../shared/calendar.ts';
import { termsFor } from '../../shared/group-memberships/terms-versions.ts';
import { showMoney } from '../../shared/money.ts';
import { firstWithdrawals } from '../../shared/payments/dues.ts';
import { isPartnerPaid } from '../../shared/programs.ts';
import type { Agreement } from '../../shared/enrollment/agreement.ts';
import { duesChanged, type Signing } from '../../shared/enrollment/enroll.ts';
import { firstDayOf, type Member } from '../../shared/members/member.ts';
import { Refusal } from '../../shared/refusal.ts';
import { laterDues } from '../../shared/enrollment/announced-dues.ts';
import { keyFobChange } from '../employees/store.ts';
import { requireUnchanged } from '../group-memberships/store.ts';
import { changeAndNotify } from '../members/change-and-notify.ts';
import type { MemberEmail } from '../members/email-content.ts';
import { enrollmentChange, memberChange } from '../members/store.ts';
import { loadPartner } from '../partners/store.ts';
import { duesAtSigning, paymentsAdded } from '../payments/generation/dues-of-member.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { agreementChange } from './store.ts';
import { loadEnrollment } from '../members/enrollments-store.ts';
import { keyFobActivated } from '../../shared/employees/key-fob.ts';

interface Signed {
  signing: Signing;
  after: Member;
  agreement: Agreement;
  /** Writes of the entered bank accounts. */
  accounts: Change[];
  who: string;
  now: Date;
  newId: () => string;
}

/**
 * Enrolls a member in one transaction: member, key fob, enrollment, agreement, accounts, dues of months that are already
 * generated, and audit.
 */
export async function saveEnrollment(signed: Signed): Promise<void> {
  const { signing, after, agreement, accounts, who, now, newId } = signed;
  const { member, facility, terms, keyFob } = signing;
  const { partnerId, id: memberId } = member;
  const before = (await loadEnrollment(partnerId, facility.id, memberId)) ?? null;
  const from = firstDayOf(after) ?? '';
  const partner = await loadPartner(partnerId);
  const dues = duesAtSigning(partner, terms, after, now);
  const changes = [
    ...memberChange(member, after),
    ...(keyFob && keyFob.memberId === null
      ? keyFobChange(keyFob, { ...keyFob, keyFobStatusId: keyFobActivated, memberId })
      : []),
    ...enrollmentChange(before, { partnerId, facilityId: facility.id, memberId, from, to: null, version: 0 }),
    ...agreementChange(agreement),
    ...accounts,
    ...paymentsAdded(dues),
    // the signed amounts are those of the loaded terms
    requireUnchanged(terms, new Refusal('conflict', duesChanged)),
    auditWrite(
      {
        name: 'member enrolled',
        subject: `member ${memberId}`,
        partnerId: member.partnerId,
        who,
        before: { invitationStatus: member.invitationStatus },
        after: {
          invitationStatus: after.invitationStatus,
          facilityId: facility.id,
          keyFobNumber: after.keyFobNumber,
          agreement: agreement.rowKey,
          ...(after.healthConsent && { healthConsent: after.healthConsent }),
          payments: dues.map(({ id }) => id),
        },
      },
      now,
    ),
  ];
  const email = signedEmail(signing, after, partner.name, now);
  await changeAndNotify(email, changes, { caller: { userId: who }, now, newId });
}

const agreementLink = {
  title: 'Show your agreement',
  path: '/member/profile/facilityinformation/legalcontract',
};

/** Returns the email with the signed amounts and dates, the later dues, and the link to the copy of the agreement. */
function signedEmail(
  { facility, terms }: Signing,
  after: Member,
  partnerName: string,
  now: Date,
): MemberEmail {
  const firstDay = firstDayOf(after) ?? '';
  const termsOf = (period: PeriodId) => termsFor(terms, period);
  const withdrawals = isPartnerPaid(terms) ? [] : firstWithdrawals(termsOf, firstDay, dateInChicago(now));
  return {
    memberId: after.id,
    subject: `You signed your ${partnerName} agreement`,
    paragraphs: [
      `Your membership at ${facility.name} begins on ${showDate(firstDay)}. You can read and save the signed agreement at any time.`,
      ...withdrawals.map(
        ({ periodId, amount, date, isEarliest }) =>
          `${periodName(periodId)}: ${showMoney(amount)} is withdrawn ${isEarliest ? 'on or after' : 'on'} ${showDate(date)}.`,
      ),
      ...(withdrawals.length > 0
        ? ['After that, dues are withdrawn on the 1st of each month, or on the next banking day.']
        : []),
      ...laterDues(after.knownDues),
    ],
    link: agreementLink,
  };
}

/** Stores a new signature of an enrolled member. */
export async function saveSignature({
  signing,
  after,
  agreement,
  accounts,
  who,
  now,
  newId,
  notices,
}: Signed & { notices: readonly string[] }): Promise<void> {
  const changes = [
    ...memberChange(signing.member, after),
    ...agreementChange(agreement),
    ...accounts,
    auditWrite(
      {
        name: 'member signed agreement',
        subject: `member ${after.id}`,
        partnerId: after.partnerId,
        who,
        before: { agreement: signing.member.agreement?.rowKey ?? null },
        after: {
          agreement: agreement.rowKey,
          version: agreement.documentAgreementVersion,
          ...(after.healthConsent && { healthConsent: after.healthConsent }),
        },
      },
      now,
    ),
  ];
  const email = {
    memberId: after.id,
    subject: 'You signed your agreement again',
    paragraphs: [
      `Your agreement for ${signing.facility.name} was signed on ${showDate(dateInChicago(now))}. You can read and save it at any time.`,
      ...notices,
      'If you did not sign it, contact us immediately.',
    ],
    link: agreementLink,
  };
  await changeAndNotify(email, changes, { caller: { userId: who }, now, newId });
}
