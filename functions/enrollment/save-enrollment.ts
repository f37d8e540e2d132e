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
import { transact } from '../table/transact.ts';
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
  const later = laterDues(after.knownDues);
  if (later.length === 0) await transact(...changes);
  else
    await changeAndNotify(laterDuesEmail(after, partner.name, later), changes, {
      caller: { userId: who },
      now,
      newId,
    });
}

/** Returns the notice of later dues, which other members received when the terms were saved. */
const laterDuesEmail = ({ id }: Member, partnerName: string, later: string[]): MemberEmail => ({
  memberId: id,
  subject: `Your ${partnerName} dues change`,
  paragraphs: ['Your agreement shows the dues of the month in which your membership begins.', ...later],
  link: { title: 'See your membership', path: '/member/dashboard/home' },
});

/** Stores a new signature of an enrolled member. */
export async function saveSignature({
  signing,
  after,
  agreement,
  accounts,
  who,
  now,
}: Omit<Signed, 'newId'>): Promise<void> {
  await transact(
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
  );
}
