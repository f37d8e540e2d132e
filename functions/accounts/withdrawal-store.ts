import * as z from 'zod';
import {
  addDays,
  addPeriods,
  dateInChicago,
  nextPeriod,
  periodOf,
  type CalendarDate,
  type PeriodId,
} from '../../shared/calendar.ts';
import { accountAt } from '../../shared/bank-accounts/waiting-account.ts';
import type { BankAccountRecord } from '../bank-accounts/account-record.ts';
import { needsPrenote } from '../../shared/bank-files/prenote.ts';
import { lastSentOf } from '../bank-files/sent-account-store.ts';
import { accountReason } from '../../shared/bank-files/debit-authorization.ts';
import { isNeverLocked, waitingReason } from '../../shared/bank-files/exclusion.ts';
import { effectiveDateOf } from '../../shared/payments/payment-calendar.ts';
import {
  type Announcement,
  isOfKind,
  type MemberPayment,
  type Payment,
  memberDues,
  pending,
} from '../../shared/payments/payment.ts';
import { isMemberWithdrawal } from '../../shared/payments/member-payment.ts';
import { announcementDue, monthsAnnounced } from '../../shared/payments/withdrawal-notice.ts';
import type { Member } from '../../shared/members/member.ts';
import { loadBankAccountsNow } from '../bank-accounts/account-read-store.ts';
import { environmentBankSettings } from '../table/bank-settings.ts';
import { membersNow, paymentsNow } from '../bank-files/paid-store.ts';
import { cancellationRight } from '../settings/state-right.ts';
import { loadGroupMembership } from '../group-memberships/store.ts';
import { pageOfPartners } from '../partners/store.ts';
import { wereSent } from '../payments/lists/payment-list-store.ts';
import { paymentsList } from '../payments/store.ts';
import { pagesOfList } from '../table/list.ts';
import { isPartnerPaid } from '../../shared/programs.ts';

/** The start of a step: after a number of partners, at one of a partner's months, after a page of its payments. */
export const noticePosition = z.object({
  partners: z.string().nullable().default(null),
  months: z.int().default(0),
  after: z.string().nullable().default(null),
});
export type NoticePosition = z.output<typeof noticePosition>;

/** A withdrawal to announce, with its announcement. */
export interface Due {
  payment: MemberPayment;
  member: Member;
  announcement: Announcement;
  /** The email contains the annual notice of the state. */
  isAnnual: boolean;
}

/** Days after which an annual notice is repeated, with the next withdrawal before the year is over. */
const annualNoticeDays = 330;
const emailsPerStep = 5;
/** The maximum number of pages without a result per step. */
const pagesPerStep = 40;

interface DuePage {
  due: Due[];
  /** Stored accounts of withdrawals that need a prenote. */
  unvalidated: BankAccountRecord[];
  next: NoticePosition | null;
}

/** Loads the next withdrawals to announce, at most five. `next` is null if there are no more. */
export async function nextToAnnounce(from: NoticePosition, now: Date): Promise<DuePage> {
  const newest = nextPeriod(periodOf(dateInChicago(now)));
  const partnerAt = partnerReader();
  let position: NoticePosition | null = from;
  for (let pages = 0; position !== null && pages < pagesPerStep; pages += 1) {
    const page: DuePage = await pageAt(position, newest, partnerAt, now);
    if (page.due.length > 0 || page.unvalidated.length > 0) return page;
    position = page.next;
  }
  return { due: [], unvalidated: [], next: position };
}

type PartnerReader = ReturnType<typeof partnerReader>;

/** Returns a reader of the partner after a cursor with its program; both are read once for all months of the partner. */
function partnerReader() {
  const read = async (after: string | null) => {
    const { rows, cursor } = await pageOfPartners(after, 1);
    const [partner] = rows;
    return { after, partner, cursor, program: partner && (await loadGroupMembership(partner.id)) };
  };
  let latest: Awaited<ReturnType<typeof read>> | undefined;
  return async (after: string | null) => (latest = latest?.after === after ? latest : await read(after));
}

async function pageAt(
  position: NoticePosition,
  newest: PeriodId,
  partnerAt: PartnerReader,
  now: Date,
): Promise<DuePage> {
  const { partner, cursor, program } = await partnerAt(position.partners);
  const nextPartner = cursor === null ? null : { partners: cursor, months: 0, after: null };
  // the payments of a test partner are never sent, so they are not announced
  if (!partner || partner.isTest || !program || isPartnerPaid(program))
    return { due: [], unvalidated: [], next: nextPartner };
  const periodId = addPeriods(newest, -position.months);
  const { programPaymentTypeId } = program;
  const of = { programPaymentTypeId, paymentTypeId: memberDues, partnerId: partner.id, periodId };
  const nextMonth =
    position.months === monthsAnnounced
      ? nextPartner
      : { ...position, months: position.months + 1, after: null };
  // the status order begins with Pending
  const pages = pagesOfList(paymentsList('member', of), 'paymentStatusId', {
    pageSize: emailsPerStep,
    ...(position.after !== null && { after: position.after }),
  });
  const read = await pages.next();
  const page = read.done ? { rows: [], cursor: null } : read.value;
  const waiting = page.rows.filter(({ status }) => status === pending);
  const isLast = page.cursor === null || waiting.length < page.rows.length;
  const next = isLast ? nextMonth : { ...position, after: page.cursor };
  if (waiting.length === 0) return { due: [], unvalidated: [], next };
  const isOver = periodId < periodOf(dateInChicago(now));
  const isCollected = !isOver || (await wereSent(of));
  return { ...(await dueOf(waiting, isCollected, now)), next };
}

/** Returns the payments to announce, based on the current payments and members. */
async function dueOf(
  listed: readonly MemberPayment[],
  isCollected: boolean,
  now: Date,
): Promise<Omit<DuePage, 'next'>> {
  const payments = [...(await paymentsNow(listed.map(({ id }) => id))).values()];
  const members = await membersNow(payments);
  const accounts = await accountsOf(payments, now);
  const settings = environmentBankSettings;
  // without bank settings nothing is withdrawn
  if (!settings) return { due: [], unvalidated: [] };
  const today = dateInChicago(now);
  const due = payments.flatMap((payment): Omit<Due, 'isAnnual'>[] => {
    const member = isOfKind(payment, 'member') ? members.get(payment.memberId) : undefined;
    if (!member || !isOfKind(payment, 'member') || !isMemberWithdrawal(payment)) return [];
    if (payment.status !== pending || payment.bankFileId !== null || payment.amountToBeSent <= 0) return [];
    // a delayed payment is announced when it is no longer delayed
    if (waitingReason(payment, member) !== undefined) return [];
    const account = accounts.get(payment.payeeToken ?? '');
    if (!isCollected && !isNeverLocked(payment, { member, account, today })) return [];
    const soonest = effectiveDateOf('memberDues', payment.periodId, settings, now);
    const announcement = announcementDue(payment, member, { today, soonest });
    // nothing is promised that the account does not allow
    if (!announcement || accountReason(payment, account, announcement.from)) return [];
    return [{ payment, member, announcement }];
  });
  const annual = await membersWithAnnualNotice(
    due.map(({ member }) => member),
    today,
  );
  return {
    due: due.map((item, index) => ({
      ...item,
      isAnnual:
        annual.has(item.member.id) && due.findIndex(({ member }) => member.id === item.member.id) === index,
    })),
    unvalidated: await unvalidatedOf(payments, accounts, { settings, bankFlow: 'memberDues', today }),
  };
}

/** Returns the accounts of open withdrawals that were never used or validated. */
async function unvalidatedOf(
  payments: readonly Payment[],
  accounts: ReadonlyMap<string, BankAccountRecord>,
  context: Parameters<typeof needsPrenote>[2],
): Promise<BankAccountRecord[]> {
  if (!context.settings.prenotes[context.bankFlow]) return [];
  const lines = payments.flatMap((payment) => {
    const account = accounts.get(payment.payeeToken ?? '');
    const isOpen = payment.status === pending && payment.bankFileId === null && payment.amountToBeSent > 0;
    return account && isOpen && !account.held ? [{ payment, account }] : [];
  });
  const last = await lastSentOf(lines);
  const needed = lines.filter(({ payment, account }) => needsPrenote(account, last.get(payment.id), context));
  return [...new Map(needed.map(({ account }) => [account.payeeToken, account])).values()];
}

/** Returns the members of states with an annual notice who had none, and did not sign, for eleven months. */
async function membersWithAnnualNotice(
  members: readonly Member[],
  today: CalendarDate,
): Promise<Set<string>> {
  const since = addDays(today, -annualNoticeDays);
  const waiting = members.filter(
    ({ annualNoticeOn, enrolledOn }) => (annualNoticeOn ?? enrolledOn ?? today) <= since,
  );
  const rights = await Promise.all(waiting.map(cancellationRight));
  return new Set(waiting.filter((_, index) => rights[index]?.annualNotice).map(({ id }) => id));
}

async function accountsOf(payments: readonly Payment[], now: Date) {
  const tokens = [...new Set(payments.flatMap(({ payeeToken }) => payeeToken ?? []))];
  const stored = await loadBankAccountsNow(tokens);
  return new Map(stored.map((account) => [account.payeeToken, accountAt(account, now)]));
}
