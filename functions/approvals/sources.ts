import { approvalDays, canConfirm, isInvitationExpired } from '../../shared/administrators/administrator.ts';
import { addDays, dateInChicago, showDate, showMoment } from '../../shared/calendar.ts';
import { administrators } from '../../shared/contracts/administrators.ts';
import type { ApprovalEntry } from '../../shared/contracts/approvals.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { members } from '../../shared/contracts/members.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { rosterEffect, selectedRows } from '../../shared/employees/roster-change.ts';
import { reviewDueOn } from '../../shared/managers/access-review.ts';
import { plural } from '../../shared/number-words.ts';
import { directFromBankAccount } from '../../shared/partners/partner.ts';
import type { SignedInRole } from '../../shared/roles.ts';
import { confirmingAt } from '../administrators/second-person.ts';
import { listAdministratorUsers } from '../administrators/store.ts';
import { loadAccountAt } from '../bank-accounts/account-read-store.ts';
import { undecidedChangesOf } from '../employees/changes/change-store.ts';
import { deletionDate, listSignUps } from '../employees/sign-up-store.ts';
import { uploadsToFix } from '../employees/upload-store.ts';
import { loadFacility } from '../facilities/store.ts';
import { accessReviewOf } from '../managers/access-review-store.ts';
import { pageOfRequests } from '../members/request-store.ts';
import { loadPartner } from '../partners/store.ts';
import { mayUse } from '../users/access.ts';
import { loadUserNames } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { pageOfReports } from '../visits/report-store.ts';
import { administratorSources } from './administrator-sources.ts';
import { entriesPerSource, type Scope, type Source, type Waiting } from './source.ts';

const open = { sortBy: 'status', beginsWith: '0', pageSize: entriesPerSource };
const administrator = 'An administrator';

const wrongRows: Source = {
  sees: employees.uploads,
  acts: employees.fixRows,
  load: async ({ partnerId }) =>
    (await uploadsToFix(partnerId, entriesPerSource))
      .slice(0, entriesPerSource)
      .map(({ jobId, fileName, toFix, when, who }) => ({
        id: `wrongRows ${jobId}`,
        kind: 'wrongRows',
        title: `Fix ${plural(toFix, 'row', 'rows')} of ${fileName}`,
        effect: 'These employees were not added.',
        requestedByName: who,
        since: when,
        people: toFix,
        path: `/uploadresults?job=${jobId}&partner=${partnerId}`,
      })),
};

const rosterChanges: Source = {
  sees: employees.rosterChange,
  acts: employees.confirmRosterChange,
  load: async ({ partnerId }) =>
    (await undecidedChangesOf(partnerId, entriesPerSource)).map((change) => {
      const { id, fileName, status } = change;
      const isRead = status !== 'columns';
      return {
        id: `rosterChange ${id} ${status}`,
        kind: 'rosterChange',
        title:
          status === 'columns'
            ? `Select the columns of ${fileName}`
            : status === 'preview'
              ? `Confirm ${fileName}`
              : `Approve ${fileName}`,
        effect: isRead ? rosterEffect(change) : '',
        requestedBy: change.delivered ? undefined : (change.confirmedBy ?? change.startedBy),
        since: change.confirmedAt ?? change.startedAt,
        people: isRead ? selectedRows(change) : null,
        path: `/partnermanager/groupmemberships/employeemanagement/changes/${id}`,
        waitsFor: status === 'waiting' ? administrator : undefined,
        hasOwnEmail: change.delivered,
      };
    }),
};

const signUps: Source = {
  sees: employees.signUps,
  acts: employees.confirmSignUps,
  load: async ({ partnerId, now }) => {
    const waiting = (await listSignUps(partnerId, now))
      .filter(({ declined }) => declined === null)
      .toSorted((left, right) => left.signedUpAt.localeCompare(right.signedUpAt));
    const [oldest, newest] = [waiting[0], waiting.at(-1)];
    if (!oldest || !newest) return [];
    return [
      {
        // guests enter the names, and titles are emailed
        id: `signUps ${newest.signedUpAt} ${newest.id}`,
        announcedIds: waiting.map(({ id, signedUpAt }) => `signUp ${id} ${signedUpAt}`),
        kind: 'signUps',
        title: `Decide about ${plural(waiting.length, 'sign-up', 'sign-ups')}`,
        effect: `Undecided sign-ups are deleted, the oldest on ${showDate(deletionDate(oldest))}.`,
        since: oldest.signedUpAt,
        people: waiting.length,
        path: '/partnermanager/groupmemberships/employeemanagement/signups',
      },
    ];
  },
};

const lostKeyFobs: Source = {
  sees: members.requests,
  acts: members.answerRequest,
  load: async ({ partnerId }) =>
    (await pageOfRequests(partnerId, open)).items.map(
      ({ memberId, memberName, lostNumber, note, requestedAt }) => ({
        id: `memberRequest ${memberId} ${requestedAt}`,
        kind: 'memberRequest',
        title: `Replace key fob ${lostNumber} of ${memberName}`,
        effect: note,
        requestedByName: memberName,
        since: requestedAt,
        people: 1,
        path: `/partnermanager/groupmemberships/lostkeyfobs?filter=${encodeURIComponent(memberName)}`,
      }),
    ),
};

const accessReview: Source = {
  sees: managers.accessReview,
  acts: managers.confirmAccessReview,
  load: async ({ partnerId, now }) => {
    const dueOn = reviewDueOn(await accessReviewOf(partnerId, now));
    if (dueOn > dateInChicago(now)) return [];
    return [
      {
        id: `accessReview ${dueOn}`,
        kind: 'accessReview',
        title: 'Review who has access',
        since: `${dueOn}T12:00:00.000Z`,
        dueOn,
        path: '/partnermanager/accessreview',
        hasOwnEmail: true,
      },
    ];
  },
};

/** Texts and pages of the entries of an own bank account; a club enters its account itself, and nobody releases it. */
const accountTexts = {
  partner: {
    refused: { title: 'Send us new bank details', path: '/guest/contactus' },
    waiting: {
      title: 'Release your new bank account',
      path: '/partnermanager/dashboard',
      waitsFor: administrator,
    },
    effect: (usableFrom: string) => `It is used from ${showMoment(usableFrom)} without a release.`,
  },
  facility: {
    refused: { title: 'Enter new bank details', path: '/facilitymanager/bankaccount' },
    waiting: {
      title: 'Pay to your new bank account',
      path: '/facilitymanager/bankaccount',
      waitsFor: 'Its first day',
    },
    effect: (usableFrom: string) => `Payments to it begin after ${showMoment(usableFrom)}.`,
  },
} as const;

/** Returns the entry of the own bank account of a partner or facility that cannot be used yet. */
async function accountEntry(
  payeeToken: string | null,
  owner: keyof typeof accountTexts,
  now: Date,
): Promise<Waiting[]> {
  const account = payeeToken === null ? undefined : await loadAccountAt(payeeToken, now);
  if (!account) return [];
  const { held, waiting } = account;
  const texts = accountTexts[owner];
  if (held)
    return [
      {
        ...texts.refused,
        id: `bankAccount ${held.at}`,
        kind: 'bankAccount',
        effect: 'The bank refused your account. Your payments wait, and nothing is lost.',
        since: held.at,
      },
    ];
  const usableFrom = waiting?.usableFrom ?? account.usableFrom;
  if (!usableFrom || now.toISOString() >= usableFrom) return [];
  return [
    {
      ...texts.waiting,
      id: `bankAccount ${usableFrom}`,
      kind: 'bankAccount',
      effect: texts.effect(usableFrom),
      since: waiting?.enteredAt ?? account.changedAt,
    },
  ];
}

const partnerAccount: Source = {
  sees: partners.bankingInfo,
  acts: partners.bankingInfo,
  load: async ({ partnerId, now }) => {
    const { partnerBillingTypeId, payeeToken } = await loadPartner(partnerId);
    // managers see the account only if fees are withdrawn from it
    return partnerBillingTypeId === directFromBankAccount ? accountEntry(payeeToken, 'partner', now) : [];
  },
};

const facilityAccount: Source = {
  sees: facilities.ownHome,
  acts: facilities.ownHome,
  load: async ({ facilityId, now }) =>
    accountEntry((await loadFacility(facilityId)).payeeToken, 'facility', now),
};

const missingVisits: Source = {
  sees: visits.missingReports,
  acts: visits.answerReport,
  load: async ({ facilityId }) =>
    (await pageOfReports(facilityId, open)).items.map(({ memberId, memberName, date, note, reportedAt }) => ({
      id: `visitReport ${memberId} ${date} ${reportedAt}`,
      kind: 'visitReport',
      title: `Decide about ${memberName}: missing visit on ${showDate(date)}`,
      effect: note,
      requestedByName: memberName,
      since: reportedAt,
      people: 1,
      path: `/facilitymanager/missingvisits?filter=${encodeURIComponent(memberName)}`,
    })),
};

/** Returns the entry of an invitation or removal that waits for another administrator. */
function administratorEntry(user: User, now: Date): Waiting[] {
  const { id, awaitsApproval, administratorSince, removal } = user;
  const name = `${user.firstName} ${user.lastName}`;
  const path = `/admin/administrators/list?user=${id}`;
  const shared = { kind: 'administrator', people: 1, path, hasOwnEmail: true } as const;
  if (removal && !removal.isFinal)
    return [
      {
        ...shared,
        id: `administrator ${id} ${removal.requestedAt}`,
        title: `Approve the removal of ${name} as an administrator`,
        effect: removal.effectiveAt
          ? `Becomes effective on ${showMoment(removal.effectiveAt)} without an objection.`
          : `${name} can object under Administrators.`,
        requestedBy: removal.requestedBy,
        since: removal.requestedAt,
      },
    ];
  if (!awaitsApproval) return [];
  const since = awaitsApproval.invitedAt ?? administratorSince ?? now.toISOString();
  const dueOn = addDays(dateInChicago(new Date(since)), approvalDays);
  const isExpired = isInvitationExpired(awaitsApproval, now);
  return [
    {
      ...shared,
      id: `administrator ${id} ${since}`,
      title: isExpired
        ? `Remove the expired invitation of ${name}`
        : `Approve the invitation of ${name} as an administrator`,
      effect: isExpired
        ? 'Invite again afterwards if it is still needed.'
        : 'Administrators manage all partners, members, and payments.',
      requestedBy: awaitsApproval.invitedBy,
      since,
      dueOn: isExpired ? null : dueOn,
    },
  ];
}

const administratorChanges: Source = {
  sees: administrators.list,
  acts: administrators.approve,
  isForTwo: true,
  load: async ({ administrators: all, now }) => all.flatMap((user) => administratorEntry(user, now)),
};

const sourcesOf: Partial<Record<SignedInRole, readonly Source[]>> = {
  systemAdmin: [...administratorSources, administratorChanges],
  partnerManager: [wrongRows, rosterChanges, signUps, lostKeyFobs, partnerAccount, accessReview],
  facilityManager: [missingVisits, facilityAccount],
};

/**
 * The only decision about the visibility and the recipient of waiting work. Returns undefined if the user must not see it, null
 * if the user can do it, and otherwise who must act. Uses the same guards as the endpoints.
 */
export function waitsFor(
  user: User,
  { sees, acts, isForTwo }: Omit<Source, 'load'>,
  { waitsFor: others, requestedBy }: Pick<Waiting, 'waitsFor' | 'requestedBy'>,
  now: Date,
): string | null | undefined {
  if (!mayUse(user, sees)) return undefined;
  if (others !== undefined) return others;
  if (!mayUse(user, acts)) return 'A manager with more access';
  const isSecond = requestedBy !== user.id && canConfirm(user, confirmingAt(now));
  return isForTwo && !isSecond ? 'Another administrator' : null;
}

/** Entry with what decides whether it is emailed. */
export interface ListedEntry extends ApprovalEntry {
  hasOwnEmail: boolean;
  announcedIds: readonly string[];
  isRequestedByViewer: boolean;
}

export type WorkOwner = Pick<User, 'role' | 'partnerId' | 'facilityId'>;

/** Loads the waiting work of an owner that `isRead` includes, and returns its entries for each user of the owner. */
export async function loadEntries(
  { role, partnerId, facilityId }: WorkOwner,
  now: Date,
  isRead: (source: Source) => boolean = () => true,
): Promise<{ entriesFor: (viewer: User) => ListedEntry[]; hasMore: boolean }> {
  const scope: Scope = {
    partnerId: partnerId ?? '',
    facilityId: facilityId ?? '',
    administrators: role === 'systemAdmin' ? await listAdministratorUsers() : [],
    now,
  };
  const loaded = await Promise.all(
    (sourcesOf[role] ?? [])
      .filter(isRead)
      .map(async (source) => ({ source, rows: await source.load(scope) })),
  );
  const all = loaded.flatMap(({ source, rows }) => rows.map((row) => ({ source, row })));
  const names = await loadUserNames(all.flatMap(({ row }) => row.requestedBy ?? []));
  const entriesFor = (viewer: User) =>
    all
      .flatMap(({ source, row: { requestedBy = '', ...row } }): ListedEntry[] => {
        const others = waitsFor(viewer, source, { ...row, requestedBy }, now);
        const defaults = { effect: '', dueOn: null, people: null, amount: null, hasOwnEmail: false };
        const announcedIds = row.announcedIds ?? [row.id];
        const requestedByName = names.get(requestedBy) ?? row.requestedByName ?? '';
        const isRequestedByViewer = requestedBy === viewer.id;
        return others === undefined
          ? []
          : [{ ...defaults, ...row, announcedIds, requestedByName, isRequestedByViewer, waitsFor: others }];
      })
      .toSorted(
        (left, right) =>
          Number(left.waitsFor !== null) - Number(right.waitsFor !== null) ||
          (left.dueOn ?? '9999').localeCompare(right.dueOn ?? '9999') ||
          left.since.localeCompare(right.since),
      );
  return { entriesFor, hasMore: loaded.some(({ rows }) => rows.length >= entriesPerSource) };
}
