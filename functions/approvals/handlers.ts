import { approvals, type ApprovalEntry } from '../../shared/contracts/approvals.ts';
import { showMoney } from '../../shared/money.ts';
import { plural } from '../../shared/number-words.ts';
import { emailEachAdministrator } from '../administrators/notify-administrators.ts';
import { announcedChange, listAdministratorUsers, loadAnnounced } from '../administrators/store.ts';
import { handle } from '../handle.ts';
import { scheduledTime, type ScheduleEvent } from '../platform/clock.ts';
import { withSettings } from '../table/deployed-settings.ts';
import { transact } from '../table/transact.ts';
import { forbidden } from '../users/caller.ts';
import { loadEntries } from './sources.ts';

export const listHandler = handle(approvals.list, async ({ caller, now }) => {
  if (!caller.user) throw forbidden();
  const { entriesFor, hasMore } = await loadEntries(caller.user, now);
  return { items: entriesFor(caller.user), hasMore };
});

const quarterHourMs = 15 * 60_000;
/** Entries of an email; the list has the others. */
const entriesInEmail = 20;

/**
 * Emails each administrator about new waiting work, at most once per quarter of an hour. The announced entries are stored
 * before the emails are sent, so that a repeated or concurrent run sends nothing twice.
 */
export const announceHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const now = scheduledTime(event);
  const before = await loadAnnounced();
  if (before && now.getTime() - Date.parse(before.emailedAt) < quarterHourMs) return;
  const administrators = await listAdministratorUsers();
  const [first] = administrators;
  if (!first) return;
  const { entriesFor } = await loadEntries(first, now);
  const announced = new Set(before?.ids);
  const newFor = new Map(
    administrators.map((user): [string, ApprovalEntry[]] => [
      user.id,
      entriesFor(user).filter(
        // invitations and removals of administrators are emailed immediately
        ({ id, kind, waitsFor }) => waitsFor === null && kind !== 'administrator' && !announced.has(id),
      ),
    ]),
  );
  if ([...newFor.values()].every((entries) => entries.length === 0)) return;
  const ids = entriesFor(first).map(({ id }) => id);
  await transact(...announcedChange(before, { emailedAt: now.toISOString(), ids }));
  await emailEachAdministrator(({ id }) => emailOf(newFor.get(id) ?? []));
});

function emailOf(entries: readonly ApprovalEntry[]) {
  const [first] = entries;
  if (!first) return undefined;
  const isSingle = entries.length === 1;
  return {
    subject: isSingle ? first.title : `${plural(entries.length, 'task waits', 'tasks wait')} for you`,
    paragraphs: [
      ...entries.slice(0, entriesInEmail).map(lineOf),
      ...(entries.length > entriesInEmail
        ? [`${plural(entries.length - entriesInEmail, 'further task', 'further tasks')} in the list.`]
        : []),
    ],
    link: isSingle
      ? { title: 'Open it', path: first.path }
      : { title: 'Show what waits', path: '/admin/approvals' },
  };
}

const lineOf = ({ title, effect, requestedByName, people, amount }: ApprovalEntry): string =>
  [
    `${title}.`,
    ...(amount === null ? [] : [`${showMoney(amount)}.`]),
    ...(people !== null && people > 1 ? [`${plural(people, 'person', 'people')}.`] : []),
    ...(requestedByName === '' ? [] : [`Requested by ${requestedByName}.`]),
    ...(effect === '' ? [] : [effect]),
  ].join(' ');
