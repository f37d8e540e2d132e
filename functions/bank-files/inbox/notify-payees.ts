import type { InboxEntry, InboxFile } from '../../../shared/bank-files/inbox-file.ts';
import { endsAuthorization } from '../../../shared/bank-files/debit-authorization.ts';
import {
  periodName,
  showDate,
  type CalendarDate,
  type PeriodId,
  dateInChicago,
} from '../../../shared/calendar.ts';
import { showMoney } from '../../../shared/money.ts';
import { linkEmail, type Email, AddressRefused, sendEmail } from '../../platform/email.ts';
import { willRetry } from '../../../shared/bank-files/return-effect.ts';
import { isNeverResent } from '../../../shared/bank-files/resend.ts';
import { retryDay } from '../../../shared/accounts/returned-dues.ts';
import { isFirstDues } from '../../../shared/bank-files/exclusion.ts';
import { canceled, memberDues, type Payment } from '../../../shared/payments/payment.ts';
import { loadAccountAt, loadBankAccount } from '../../bank-accounts/account-read-store.ts';
import { facilityManagersToEmail } from '../../facilities/manager-store.ts';
import { loadFacility } from '../../facilities/store.ts';
import type { FacilityEmail } from '../../facilities/notify-facility.ts';
import { beginOnce } from '../../jobs/begin.ts';
import { membershipAddress } from '../../members/email-content.ts';
import { findMember } from '../../members/store.ts';
import { loadPartners } from '../../partners/store.ts';
import { errorFields, log } from '../../platform/log.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { loadPayments } from '../../payments/store.ts';
import { notifyEach } from '../notify-each.ts';
import { refundsNow } from '../refund-store.ts';
import { isStillOwed, mayBeCollected } from './carry-out.ts';
import type { Decider } from './ended-by-return.ts';
import type { InboxStep } from './inbox-cursor.ts';
import { entriesOfFile, inboxEntryChange } from './inbox-store.ts';

interface NotifiedPayment {
  kind: 'member' | 'partner' | 'facility';
  facilityName?: string;
  isTried: boolean;
  goesAgain: boolean;
  /** The account does not allow another debit. */
  isStopped?: boolean;
  /** The returned dues of a member; `retryFrom` is the first banking day of the next attempt. */
  dues?: { periodId: PeriodId; isFirst: boolean; retryFrom: CalendarDate } | undefined;
}

interface Addressee extends NotifiedPayment {
  id: string;
  name: string;
  email: string;
}

interface PayeeWords {
  subject: string;
  paragraphs: string[];
  link: { title: string; path: string };
}

const links: Record<Addressee['kind'], PayeeWords['link']> = {
  member: { title: 'Go to billing', path: '/member/account/billing' },
  partner: { title: 'Go to Wellport', path: '/' },
  facility: { title: 'Go to your bank account', path: '/facilitymanager/bankaccount' },
};

const authorizeAgain =
  'To pay your dues, authorize withdrawals again or enter another account under Billing.';

type Dues = NotifiedPayment['dues'];

const nextAttemptOf = (dues: Dues): string =>
  dues ? `we will try again on ${showDate(dues.retryFrom)} at the earliest` : 'we will try again soon';

const aboutDues = (dues: Dues): string[] =>
  dues
    ? [
        `These are your ${dues.isFirst ? 'first ' : ''}dues for ${periodName(dues.periodId)}.${dues.isFirst ? ' Your membership becomes active again when we send them to your bank.' : ''}`,
      ]
    : [];

function payeeWords(
  entry: InboxEntry,
  { kind, facilityName, isTried, goesAgain, isStopped, dues }: NotifiedPayment,
): PayeeWords {
  const again = nextAttemptOf(dues);
  const about = aboutDues(dues);
  const account = `the account ending in ${entry.lastFour}${facilityName === undefined ? '' : ` of ${facilityName}`}`;
  const link = links[kind];
  if (entry.about === 'change')
    return {
      subject: 'Your bank corrected your account details',
      paragraphs: [
        `Your bank sent us new details for ${account}, and we use them from now on.`,
        'You do not need to do anything. If you did not expect this, log in and check your account.',
      ],
      link,
    };
  if (isTried)
    return {
      subject: 'Your bank returned a payment',
      paragraphs: [
        `Your bank returned a payment of ${showMoney(entry.amount)} because ${account} did not have enough money. The payment did not go through.`,
        ...about,
        isStopped
          ? authorizeAgain
          : `W${again.slice(1)}. Make sure that the money is there, or enter another account under Billing.`,
      ],
      link,
    };
  if (endsAuthorization(entry.code))
    return {
      subject: 'Withdrawals from your account were stopped',
      paragraphs: [
        `Your bank returned a withdrawal of ${showMoney(entry.amount)} from ${account} because it was not authorized. Nothing more is withdrawn from this account.`,
        ...about,
        kind === 'member' ? authorizeAgain : 'Send us a new authorization or other bank details.',
      ],
      link,
    };
  return {
    subject: 'Update your bank account',
    paragraphs: [
      entry.amount === 0
        ? `Your bank reported that ${account} cannot be used.`
        : `Your bank returned a payment of ${showMoney(entry.amount)} because ${account} cannot be used. The payment did not go through.`,
      ...about,
      kind === 'member'
        ? `Enter new bank details under Billing${goesAgain ? `, and ${again}` : ''}.`
        : `${kind === 'facility' ? 'Enter' : 'Send us'} new bank details, and we will try again soon.`,
    ],
    link,
  };
}

export function payeeEmail(entry: InboxEntry, { id, name, email, ...recipient }: Addressee): Email {
  const { subject, paragraphs, link } = payeeWords(entry, recipient);
  const address =
    recipient.kind === 'member'
      ? membershipAddress(id, link.path)
      : `${process.env.SITE_ADDRESS ?? ''}${link.path}`;
  return linkEmail(email, subject, [`Hello ${name},`, ...paragraphs], { title: link.title, address });
}

const entriesAtOnce = 100;
const emailsAtOnce = 5;

/** Notifies payees of returns and account changes. An entry records when no one could be notified. */
export async function notifyStep(
  file: InboxFile,
  after: string | null,
  { who, now }: Decider,
): Promise<InboxStep> {
  const { entries, last } = await entriesOfFile(file.id, after ?? undefined, entriesAtOnce);
  const waiting = entries.filter(({ notice }) => notice === 'to send');
  const changes: Change[] = [];
  const done = await notifyEach(waiting.slice(0, emailsAtOnce), async (entry) => {
    const payee = await payeeOf(entry);
    const notice = await tell(entry, payee, { who, now });
    const isMember = payee?.kind === 'member' && notice === 'sent';
    changes.push(
      ...inboxEntryChange(entry, { ...entry, notice }),
      auditWrite(
        {
          name: 'payee told of a return',
          subject: `inbox file ${file.id}`,
          who,
          after: { position: entry.position, code: entry.code, notice },
        },
        now,
      ),
      ...(isMember
        ? [
            auditWrite(
              {
                name: 'member told of return',
                subject: `member ${payee.id}`,
                who,
                after: { code: entry.code },
              },
              now,
            ),
          ]
        : []),
    );
  });
  const next = waiting.length > done ? after : last;
  return {
    changes,
    done: 0,
    next: waiting.length > done || last !== null ? { phase: 'notify', after: next } : null,
    message: endOfFile(file),
  };
}

async function tell(
  entry: InboxEntry,
  payee: Payee | undefined,
  decider: Decider,
): Promise<InboxEntry['notice']> {
  if (payee?.kind === 'facility') return notifyManagers(entry, payee.id, decider);
  const addressee = payee && (await addresseeOf(payee));
  if (!addressee) return 'no address';
  try {
    const { payment } = payee;
    const isTried = payment ? willRetry(entry.code, payment, dateInChicago(decider.now)) : false;
    const goesAgain = payment ? await isCollectedAgain(payment) : true;
    const isStopped = payment ? await isDebitStopped(payment, decider.now) : false;
    const dues = entry.about === 'return' && payment ? await returnedDues(payment, decider.now) : undefined;
    await sendEmail(payeeEmail(entry, { ...addressee, isTried, goesAgain, isStopped, dues }));
    return 'sent';
  } catch (error) {
    // The address is permanently rejected; other errors retry the step.
    if (!(error instanceof AddressRefused)) throw error;
    log('warn', 'payee could not be told of a return', errorFields(error));
    return 'no address';
  }
}

interface Payee {
  kind: Addressee['kind'];
  id: string;
  payment?: Payment;
}

/** Returns the month of returned dues of a member, and the first day of the next attempt. */
async function returnedDues(payment: Payment, now: Date) {
  if (payment.kind !== 'member' || payment.paymentTypeId !== memberDues) return undefined;
  const member = await findMember(payment.memberId);
  const { periodId } = payment;
  return {
    periodId,
    isFirst: member !== undefined && isFirstDues(payment, member),
    retryFrom: retryDay(dateInChicago(now)),
  };
}

/** Returns false for dues that are no longer owed, so the email does not announce a retry. */
async function isCollectedAgain(payment: Payment): Promise<boolean> {
  if (payment.status === canceled) return false;
  const refund = (await refundsNow([payment])).get(payment.id);
  const member = payment.kind === 'member' ? await findMember(payment.memberId) : undefined;
  return !isNeverResent(payment) && isStillOwed({ payment, refund, member });
}

/** Returns true for a debit that the account does not allow, so the email does not announce a retry. */
async function isDebitStopped(payment: Payment, now: Date): Promise<boolean> {
  const account = payment.payeeToken === null ? undefined : await loadAccountAt(payment.payeeToken, now);
  return !mayBeCollected(payment, account, now);
}

async function addresseeOf({
  kind,
  id,
}: Payee): Promise<Pick<Addressee, 'kind' | 'id' | 'name' | 'email'> | undefined> {
  if (kind === 'member') {
    const member = await findMember(id);
    return member && { kind, id, name: member.firstName, email: member.email };
  }
  const [partner] = await loadPartners([id]);
  return partner && { kind, id, name: partner.firstName, email: partner.email };
}

async function notifyManagers(
  entry: InboxEntry,
  facilityId: string,
  { who, now }: Decider,
): Promise<InboxEntry['notice']> {
  const [managers, { name }] = await Promise.all([
    facilityManagersToEmail(facilityId),
    loadFacility(facilityId),
  ]);
  if (managers.length === 0) return 'no address';
  const email: FacilityEmail = {
    facilityId,
    ...payeeWords(entry, { kind: 'facility', facilityName: name, isTried: false, goesAgain: true }),
  };
  await beginOnce(
    {
      id: `club-email-${entry.inboxFileId}-${entry.position}`,
      kind: 'club email',
      input: email,
      total: managers.length,
      message: 'Telling the managers of the club.',
    },
    { userId: who },
    now,
  );
  return 'sent';
}

async function payeeOf({ paymentId, payeeToken }: InboxEntry): Promise<Payee | undefined> {
  const [payment] = paymentId === null ? [] : await loadPayments([paymentId]);
  if (payment) return { kind: payment.kind, id: payeeIdOf(payment), payment };
  const account = payeeToken ? await loadBankAccount(payeeToken) : undefined;
  return account && { kind: account.ownerKind, id: account.ownerId };
}

const payeeIdOf = (payment: Payment): string =>
  payment.kind === 'member'
    ? payment.memberId
    : payment.kind === 'facility'
      ? payment.facilityId
      : payment.partnerId;

export const endOfFile = ({ applied, repeated, open }: InboxFile): string =>
  [
    `${applied.toLocaleString('en-US')} processed`,
    ...(repeated > 0 ? [`${repeated.toLocaleString('en-US')} received before`] : []),
    ...(open > 0 ? [`${open.toLocaleString('en-US')} to review`] : []),
  ].join(', ') + '.';
