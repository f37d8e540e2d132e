import { approvals, type ApprovalEntry } from '../../shared/contracts/approvals.ts';
import { facilityManagersAllowed } from '../../shared/facilities/facility-contract.ts';
import { showMoney } from '../../shared/money.ts';
import { plural } from '../../shared/number-words.ts';
import { Refusal } from '../../shared/refusal.ts';
import { emailEach, type UserEmail } from '../administrators/notify-administrators.ts';
import { announcedChange, listAdministratorUsers, loadAnnounced } from '../administrators/store.ts';
import { loadBankAccountsNow, waitingPayees } from '../bank-accounts/account-read-store.ts';
import { handle } from '../handle.ts';
import { currentManagers } from '../managers/store.ts';
import { pagesOfPartners } from '../partners/store.ts';
import { scheduledTime, type ScheduleEvent } from '../platform/clock.ts';
import { withSettings } from '../table/deployed-settings.ts';
import { lists } from '../table/keys.ts';
import { transact } from '../table/transact.ts';
import { mayUse } from '../users/access.ts';
import { forbidden } from '../users/caller.ts';
import { usersIn } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { facilitiesWithOpenReports } from '../visits/report-store.ts';
import { bank } from './source.ts';
import { loadEntries, type ListedEntry, type WorkOwner } from './sources.ts';

export const listHandler = handle(approvals.list, async ({ caller: { user }, now }) => {
  if (!user) throw forbidden();
  const { entriesFor, hasMore } = await loadEntries(user, now, ({ sees }) => mayUse(user, sees));
  return { items: entriesFor(user), hasMore };
});

const quarterHourMs = 15 * 60_000;
/** Entries of an email; the list has the others. */
const entriesInEmail = 20;
/** Stored IDs of announced work, the latest first; the record stays below the limit of an item. */
const announcedAtMost = 3000;

/** Users who share waiting work, and their email about new work. */
interface Audience {
  /** Undefined for administrators. */
  owner?: string;
  work: WorkOwner;
  users: () => Promise<User[]>;
  isAnnounced: (entry: ListedEntry) => boolean;
  emailOf: (entries: readonly ApprovalEntry[]) => UserEmail | undefined;
}

/**
 * Emails each user about new waiting work that the user can do, at most once per quarter of an hour. The announced entries
 * are stored before the emails are sent, so that a repeated or concurrent run sends nothing twice.
 */
async function announce({ owner, work, users, isAnnounced, emailOf }: Audience, now: Date): Promise<void> {
  const before = await loadAnnounced(owner);
  if (before && now.getTime() - Date.parse(before.emailedAt) < quarterHourMs) return;
  const recipients = (await users()).filter(({ disabled, awaitsPassword }) => !disabled && !awaitsPassword);
  if (recipients.length === 0) return;
  const { entriesFor } = await loadEntries(work, now);
  const announced = new Set(before?.ids);
  const entries = new Map(recipients.map((user) => [user.id, entriesFor(user)]));
  const isNew = ({ announcedIds }: ListedEntry) => announcedIds.some((id) => !announced.has(id));
  const newFor = ({ id }: User) =>
    (entries.get(id) ?? []).filter((entry) => entry.waitsFor === null && isNew(entry) && isAnnounced(entry));
  if (recipients.every((user) => newFor(user).length === 0)) return;
  const current = [...entries.values()].flatMap((some) => some.flatMap(({ announcedIds }) => announcedIds));
  // an entry beyond the first of its source was announced before
  const ids = [...new Set([...current, ...(before?.ids ?? [])])].slice(0, announcedAtMost);
  await transact(
    ...announcedChange(before, { ...(owner !== undefined && { owner }), emailedAt: now.toISOString(), ids }),
  );
  await emailEach(recipients, (user) => emailOf(newFor(user)));
}

/** True for the refusal of a run whose work another run announced at the same time. */
const isAnnouncedByOther = (error: unknown): boolean => error instanceof Refusal && error.code === 'conflict';

export const announceHandler = withSettings((event: ScheduleEvent = {}) =>
  announce(
    {
      work: { role: 'systemAdmin', partnerId: null, facilityId: null },
      users: listAdministratorUsers,
      isAnnounced: ({ hasOwnEmail }) => !hasOwnEmail,
      emailOf: (entries) => emailOf(entries, lineOf, '/admin/approvals'),
    },
    scheduledTime(event),
  ).catch((error: unknown) => {
    if (!isAnnouncedByOther(error)) throw error;
  }),
);

function emailOf(
  entries: readonly ApprovalEntry[],
  textOf: (entry: ApprovalEntry) => string,
  listPath: string,
): UserEmail | undefined {
  const [first] = entries;
  if (!first) return undefined;
  const isSingle = entries.length === 1;
  return {
    subject: isSingle ? first.title : `${plural(entries.length, 'new task waits', 'new tasks wait')} for you`,
    paragraphs: [
      ...entries.slice(0, entriesInEmail).map(textOf),
      ...(entries.length > entriesInEmail
        ? [`${plural(entries.length - entriesInEmail, 'further task', 'further tasks')} in the list.`]
        : []),
    ],
    link: isSingle ? { title: 'Open it', path: first.path } : { title: 'Show what waits', path: listPath },
  };
}

/** The effect of a member's request is text that the member entered, which emails do not contain. */
const lineOf = ({ kind, title, effect, requestedByName, people, amount }: ApprovalEntry): string =>
  [
    `${title}.`,
    ...(amount === null ? [] : [`${showMoney(amount)}.`]),
    ...(people !== null && people > 1 ? [`${plural(people, 'person', 'people')}.`] : []),
    ...(requestedByName === ''
      ? []
      : [requestedByName === bank ? 'Reported by the bank.' : `Requested by ${requestedByName}.`]),
    ...(effect === '' || kind === 'memberRequest' ? [] : [effect]),
  ].join(' ');

/** Kinds with titles that name a member; emails to managers and clubs have their number instead. */
const titlesWithoutNames: Partial<Record<ApprovalEntry['kind'], (count: number) => string>> = {
  memberRequest: (count) => `Replace ${plural(count, 'lost key fob', 'lost key fobs')}`,
  visitReport: (count) => `Decide about ${plural(count, 'missing visit', 'missing visits')}`,
};

/** Returns the entries without names of members, notes, and amounts, which users see after they log in. */
const withoutNames = (entries: readonly ApprovalEntry[]): ApprovalEntry[] => [
  ...entries.filter(({ kind }) => !titlesWithoutNames[kind]),
  ...[...Map.groupBy(entries, ({ kind }) => kind)].flatMap(([kind, [first, ...others]]) => {
    const title = titlesWithoutNames[kind]?.(others.length + 1);
    return first && title !== undefined ? [{ ...first, title, path: first.path.split('?')[0] ?? '' }] : [];
  }),
];

const audienceOf = (
  work: WorkOwner,
  owner: string,
  users: () => Promise<User[]>,
  listPath: string,
): Audience => ({
  work,
  owner,
  users,
  isAnnounced: ({ hasOwnEmail, isRequestedByViewer }) => !hasOwnEmail && !isRequestedByViewer,
  emailOf: (entries) => emailOf(withoutNames(entries), ({ title }) => `${title}.`, listPath),
});

const managersOf = (partnerId: string): Audience =>
  audienceOf(
    { role: 'partnerManager', partnerId, facilityId: null },
    `partner ${partnerId}`,
    () => currentManagers(partnerId),
    '/partnermanager/todo',
  );

const managersOfFacility = (facilityId: string): Audience =>
  audienceOf(
    { role: 'facilityManager', partnerId: null, facilityId },
    `facility ${facilityId}`,
    () => usersIn(lists.facilityManagers(facilityId), facilityManagersAllowed),
    '/facilitymanager/todo',
  );

/** Returns the facilities that can have waiting work: with open reports of visits, or an account that is not usable. */
async function facilitiesWithWork(): Promise<Set<string>> {
  const facilityIds = new Set(await facilitiesWithOpenReports());
  let after: string | undefined;
  do {
    const { payeeTokens, last } = await waitingPayees(after, payeesAtOnce);
    for (const { ownerKind, ownerId } of await loadBankAccountsNow(payeeTokens))
      if (ownerKind === 'facility') facilityIds.add(ownerId);
    after = last ?? undefined;
  } while (after !== undefined);
  return facilityIds;
}

const payeesAtOnce = 100;
const audiencesAtOnce = 10;

/** Emails partner and club managers about new waiting work. A failure of one owner does not stop the others. */
export const announceToManagersHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const now = scheduledTime(event);
  const failures: unknown[] = [];
  const announceAll = async (audiences: readonly Audience[]) => {
    for (let from = 0; from < audiences.length; from += audiencesAtOnce) {
      const results = await Promise.allSettled(
        audiences.slice(from, from + audiencesAtOnce).map((audience) => announce(audience, now)),
      );
      failures.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])));
    }
  };
  for await (const partners of pagesOfPartners()) await announceAll(partners.map(({ id }) => managersOf(id)));
  await announceAll([...(await facilitiesWithWork())].map(managersOfFacility));
  const failure = failures.find((error) => !isAnnouncedByOther(error));
  if (failure !== undefined) throw failure;
});
