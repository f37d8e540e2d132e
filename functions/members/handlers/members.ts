import {
  type TransferBody,
  type TransferResult,
  transferMessage,
  transferredAtOnce,
} from '../../../shared/members/transfer.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginJob, beginOnce } from '../../jobs/begin.ts';
import { countOfMembers } from '../member-row-store.ts';
import { storeParts } from '../../platform/stored-parts.ts';
import { transferIds, storeTransferResults, transferResults } from '../transfer-store.ts';
import type { Facility } from '../../../shared/facilities/facility.ts';
import { createJob, loadJobOfKind } from '../../jobs/store.ts';
import type { Caller } from '../../users/caller.ts';
import { transferMember } from '../transfer-member.ts';
import { isNeverResent } from '../../../shared/bank-files/resend.ts';
import { members } from '../../../shared/contracts/members.ts';
import { deleted, invitationStatusName } from '../../../shared/members/member.ts';
import { areFirstDuesCollected } from '../../../shared/payments/dues-collected.ts';
import { requireConfirmingAdministrator } from '../../administrators/second-person.ts';
import { countedByHand, reasonsByHand } from '../../bank-files/inbox/by-hand-store.ts';
import { mustLoadGroupMembership, loadGroupMembership } from '../../group-memberships/store.ts';
import { withdrawalLimits } from '../../payments/generation/generation.ts';
import { loadFirstDues } from '../../payments/first-dues-store.ts';
import { collectedAgain } from '../../payments/statuses/decide.ts';
import { whyNotPaidAgain } from '../../payments/statuses/pay-again.ts';
import { handle } from '../../handle.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import { transact } from '../../table/transact.ts';
import {
  loadMember,
  loadMembers,
  membershipEmailStarted,
  reservedMember,
  waitingMembershipEmails,
} from '../store.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { deactivatedMember } from '../../../shared/employees/membership-rules.ts';
import {
  checkDeactivation,
  emailEvents,
  keyFobNumbersInHistory,
  memberEventText,
  memberRowOf,
} from '../../../shared/members/member-row.ts';
import { loadMembership, membershipName, saveStatus } from '../../employees/key-fob-user.ts';
import { findFacility, loadFacility } from '../../facilities/store.ts';
import { isEnrolled } from '../../../shared/members/standing.ts';
import { filteredMembers } from '../filtered-member-store.ts';
import { emailFailureOf } from '../../../shared/email-failure.ts';
import { loadUserNames } from '../../users/store.ts';
import { loadPartner } from '../../partners/store.ts';
import {
  agreementsOf,
  canceledFirstDuesOf,
  eventsOf,
  paymentsOf,
  staysOfMember,
  visitsByMonth,
  waitingDepositsOf,
} from '../../accounts/overview-store.ts';
import { accountAt } from '../../../shared/bank-accounts/waiting-account.ts';
import { monthsAround, progressOf } from '../../../shared/accounts/progress.ts';
import { loadOpenPayments } from '../../payments/member-payments.ts';
import { loadMemberships } from '../../accounts/memberships.ts';
import { loadBankAccounts } from '../../bank-accounts/account-read-store.ts';
import { loadReimbursementWaits } from '../../payments/payroll/reimbursement-waits.ts';
import { visitCounts } from '../../visits/store.ts';
import { checkTransferTarget } from '../../../shared/enrollment/enrollment.ts';

/** Starts the job that transfers selected members, or all of a search with the displayed count. */
async function beginTransfer({ jobId, to, caller, now }: Transfer, whom: TransferBody) {
  const search = Array.isArray(whom) ? null : { facilityId: whom.facilityId, filter: whom.filter };
  const total = Array.isArray(whom) ? whom.length : await countOfMembers(whom);
  if (!Array.isArray(whom) && whom.count !== total)
    throw new Refusal(
      'conflict',
      `The search now finds ${total.toLocaleString('en-US')} members, not ${whom.count.toLocaleString('en-US')}. Nothing was changed. Check the list, then transfer again.`,
    );
  // store the IDs before the job, so that its steps find them
  if (Array.isArray(whom)) await storeParts(transferIds, jobId, whom);
  const begun = await beginJob(
    {
      id: jobId,
      kind: 'members transfer',
      input: { facilityId: to.id, search, ids: Array.isArray(whom) ? whom.length : 0 },
      total,
      message: `Transferring members to ${to.name}.`,
      tally: { changed: 0, failed: 0 },
    },
    caller,
    now,
  );
  const data: TransferResult[] = [];
  return { ...begun, data };
}

/** A requested transfer: its job ID, the new facility, and the caller with the time. */
interface Transfer {
  jobId: string;
  to: Facility;
  caller: Pick<Caller, 'userId'>;
  now: Date;
  newId: () => string;
}

/** Transfers a few members within the request and stores the results as a completed job. */
async function transferNow({ jobId, ...transfer }: Transfer, ids: readonly string[]) {
  const { to, caller, now } = transfer;
  const data: TransferResult[] = [];
  for (const memberId of ids) data.push(await transferMember({ memberId, ...transfer }));
  const changed = data.filter(({ success }) => success).length;
  const failed = data.length - changed;
  const message = transferMessage(changed, failed, to.name);
  const at = now.toISOString();
  await createJob(
    {
      id: jobId,
      kind: 'members transfer',
      status: 'done',
      done: data.length,
      total: data.length,
      message,
      cursor: '',
      input: { facilityId: to.id, search: null, ids: data.length },
      tally: { changed, failed },
      failures: 0,
      claimedUntil: null,
      startedBy: caller.userId,
      partnerId: null,
      startedAt: at,
      updatedAt: at,
      version: 0,
    },
    now,
    [storeTransferResults(jobId, 0, data)],
  );
  return { success: true, message, jobId, data };
}

export const collectFirstDuesHandler = handle(
  members.collectFirstDues,
  async ({ params: { memberId }, caller, now }) => {
    await requireConfirmingAdministrator(caller.userId, now, 'collect dues again');
    const member = await loadMember(memberId);
    const { programPaymentTypeId } = await mustLoadGroupMembership(member.partnerId);
    const dues = (await loadFirstDues([{ member, programPaymentTypeId }])).get(memberId);
    if (areFirstDuesCollected(member) || member.invitationStatus === deleted || !dues)
      throw new Refusal('conflict', 'This member does not wait for first dues. Nothing was changed.');
    if (isNeverResent(dues))
      throw new Refusal(
        'conflict',
        'The bank returned these dues with a code that forbids another attempt. Nothing was changed. End the membership; the member can enroll again with a new authorization.',
      );
    const error = await whyNotPaidAgain(dues, now);
    if (error) throw new Refusal('conflict', `${error} Nothing was changed.`);
    const amounts = [dues.amountToBeSent];
    const [reason] = await reasonsByHand({ amounts, changedAccounts: 0 }, now);
    if (reason)
      throw new Refusal(
        'conflict',
        `${reason} Nothing was changed. Open the payment under Payments and request to pay it again; another administrator must approve it.`,
      );
    await transact(
      ...collectedAgain(dues, caller.userId, now),
      ...countedByHand(amounts, false, now),
      ...reservedMember(member),
    );
    return { success: true, message: 'The first dues are Pending again and go with the next bank run.' };
  },
);

export const countHandler = handle(members.count, async ({ query }) => ({
  count: await countOfMembers(query),
}));

export const deactivateHandler = handle(members.deactivate, async ({ query, caller, now }) => {
  const { keyFob, member } = await loadMembership({ memberId: query.memberId }, caller);
  checkDeactivation(member, member.facilityId === null ? undefined : await findFacility(member.facilityId));
  await saveStatus(keyFob, member, deactivatedMember(member, dateInChicago(now)), caller.userId, now);
  return { success: true, message: `The membership of ${membershipName(keyFob, member)} is on hold.` };
});

export const generalInfoHandler = handle(members.generalInfo, async ({ query }) => {
  const member = await loadMember(query.memberId);
  const { firstName, lastName, dateOfBirth, phone, email } = member;
  return {
    firstName,
    middleInitial: member.middleInitial ?? null,
    lastName,
    dateOfBirth,
    contactNumber: phone,
    email,
    // most employers do not provide addresses
    address1: member.address1 ?? null,
    address2: member.address2 ?? null,
    city: member.city ?? null,
    state: member.state ?? null,
    zipCode: member.zipCode ?? null,
    country: member.country ?? null,
  };
});

export const hasActiveFacilityEnrollmentsHandler = handle(
  members.hasActiveFacilityEnrollments,
  async ({ query }) => (await loadMembers(query.memberIds)).some(isEnrolled),
);

export const listHandler = handle(
  members.list,
  async ({ query: { facilityId, partnerId, memberStatus, ...query } }) =>
    filteredMembers({ facilityId, partnerId, memberStatus }, query),
);

export const overviewHandler = handle(members.overview, async ({ params: { memberId }, now }) => {
  const member = await loadMember(memberId);
  const [partner, events] = await Promise.all([loadPartner(member.partnerId), eventsOf(memberId)]);
  const [stays, visits, payments, agreements, names] = await Promise.all([
    staysOfMember(member, events),
    visitsByMonth(memberId),
    paymentsOf(member, dateInChicago(now)),
    agreementsOf(memberId),
    loadUserNames(events.map(({ who }) => who)),
  ]);
  const program = await loadGroupMembership(member.partnerId);
  const { address1, city, state, zipCode } = member;
  const keyFobNumbers = new Set(
    [member.keyFobNumber, ...keyFobNumbersInHistory(events)].filter((keyFobNumber) => keyFobNumber !== null),
  );
  return {
    ...member,
    row: memberRowOf(member),
    address: address1 ? `${address1}, ${city ?? ''}, ${state ?? ''} ${zipCode ?? ''}` : null,
    emailProblem: emailFailureOf(member),
    partnerName: partner.name,
    invitationStatusName: invitationStatusName(member.invitationStatus),
    canceledFirstDues: program ? await canceledFirstDuesOf(member, program) : null,
    waitingDeposits: program ? await waitingDepositsOf(member, program, now) : null,
    programPaymentTypeId: program?.programPaymentTypeId ?? null,
    holds: member.holds ?? [],
    stays,
    keyFobs: [...keyFobNumbers].map((keyFobNumber) => ({
      number: keyFobNumber,
      isInUse: keyFobNumber === member.keyFobNumber,
    })),
    visits,
    payments,
    agreements,
    history: events.map((event) => ({
      id: event.id,
      when: event.when,
      what: memberEventText(event),
      who: names.get(event.who) ?? event.who,
      isEmail: emailEvents.includes(event.name),
    })),
  };
});

export const progressHandler = handle(members.progress, async ({ query, caller, now }) => {
  const today = dateInChicago(now);
  const months = monthsAround(today);
  const memberships = await loadMemberships(caller, query.memberIds, now);
  const tokens = memberships.flatMap(({ member }) => [member.withdrawalPayeeToken, member.depositPayeeToken]);
  const stored = loadBankAccounts([...new Set(tokens.filter((token) => token !== null))]);
  return Promise.all(
    memberships.map(async ({ member, program, partnerName }) => {
      const [payments, visits, accounts] = await Promise.all([
        loadOpenPayments(member, program.programPaymentTypeId, months, now),
        visitCounts(member.id, months),
        stored,
      ]);
      const deposit = accounts.find(({ payeeToken }) => payeeToken === member.depositPayeeToken);
      const isDepositAccountRefused = Boolean(deposit?.held);
      const withdrawal = accounts.find(({ payeeToken }) => payeeToken === member.withdrawalPayeeToken);
      const account = withdrawal && accountAt(withdrawal, now);
      const [waits, limits] = await Promise.all([
        loadReimbursementWaits(payments, { members: [member] }),
        withdrawalLimits(payments, { member, account }, now),
      ]);
      return progressOf(
        {
          member,
          program,
          partnerName,
          payments,
          visits,
          waits,
          isDepositAccountRefused,
          ...limits,
        },
        today,
      );
    }),
  );
});

/** Starts the jobs of emails about turns of memberships. Idempotent: the job's ID follows from the turn. */
export const emailTurnsHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const now = scheduledTime(event);
  for await (const waiting of waitingMembershipEmails()) {
    const { content, storedAt } = waiting;
    const id = `membership-email-${content.memberId}-${storedAt}`;
    const job = {
      id,
      kind: 'member email',
      input: content,
      total: 1,
      message: 'Notifying the member.',
    } as const;
    await beginOnce(job, { userId: 'membership emails' }, now);
    try {
      await transact(membershipEmailStarted(waiting));
    } catch (error) {
      // a later turn replaced the email: the next run starts it
      if (!(error instanceof Refusal)) throw error;
    }
  }
});

export const transferResultsHandler = handle(members.transferResults, async ({ params, query }) => {
  const job = await loadJobOfKind(params.jobId, 'members transfer', 'Transfer');
  return transferResults(job.id, query.cursor);
});

export const transferHandler = handle(members.transfer, async ({ params, body, caller, now, newId }) => {
  const to = await loadFacility(params.facilityId);
  checkTransferTarget(to);
  const transfer = { jobId: newId(), to, caller, now, newId };
  if (!Array.isArray(body)) return beginTransfer(transfer, body);
  const ids = [...new Set(body)];
  return ids.length > transferredAtOnce ? beginTransfer(transfer, ids) : transferNow(transfer, ids);
});
