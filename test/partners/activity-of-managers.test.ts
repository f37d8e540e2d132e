import { beforeAll, expect, it } from 'vitest';
import { auditWrite } from '../../functions/table/audit.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { auditEventNames, type AuditEventName } from '../../shared/audit-event.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { managerAccessIds, type ManagerAccess } from '../../shared/managers/manager-access.ts';
import { declaredReaderOf } from '../../shared/partners/activity.ts';
import { leastReaderOf } from '../../shared/partners/activity-readers.ts';
import { call } from '../support/call.ts';
import { useWorld, type World } from '../support/world.ts';
import { createUser } from '../users/person.ts';

/** Events that managers with access to the roster see. */
const ofRoster: readonly AuditEventName[] = [
  'partner created',
  'partner changed',
  'manager created',
  'manager changed',
  'manager deleted',
  'manager invited',
  'manager email asked to change',
  'manager email reverted',
  'group membership created',
  'group membership changed',
  'key fobs added',
  'key fob changed',
  'key fob deleted',
  'key fob reassigned',
  'employees uploaded',
  'upload columns chosen',
  'upload rows discarded',
  'sign-up link changed',
  'sign-up link renewed',
  'sign-up link turned off',
  'sign-ups declined',
  'roster change read',
  'roster change confirmed',
  'roster change agreed',
  'roster change discarded',
  'roster change taken back',
  'member invited',
  'member told of changed terms',
  'member accepted invitation',
  'member enrolled',
  'member signed agreement',
  'member email changed',
  'member changed',
  'member status changed',
  'member transferred',
  'member paused membership',
  'member resumed membership',
];
/** Events of finance and administration, which managers with access to everything see as well. */
const ofFinance: readonly AuditEventName[] = [
  'partner bank account changed',
  'partner bank account replaced',
  'partner bank account released',
  'partner bank account withdrawn',
  'partner billing changed',
  'bank account shown in full',
  'access reviewed',
  'single sign-on saved',
  'single sign-on tried',
  'single sign-on confirmed',
  'single sign-on discarded',
  'single sign-on turned off',
  'email domain added',
  'email domain proven',
  'email domain removed',
  'payroll settings changed',
  'payroll file made',
  'API client created',
  'API client secret added',
  'API client secret removed',
  'API client revoked',
  'webhook added',
  'webhook changed',
  'webhook secret replaced',
  'webhook deleted',
  'webhook deliveries repeated',
];
const shownTo = (access: ManagerAccess) => (access === 'roster' ? ofRoster : [...ofRoster, ...ofFinance]);

const world = useWorld();
/** A value of every field that some event has; an event shows only the fields of its own text. */
const details = {
  firstName: 'Marker-firstName',
  lastName: 'Marker-lastName',
  lastFour: '4321',
  reason: 'Marker-reason',
  number: 'Marker-number',
  email: 'marker@email.test',
  fileName: 'Marker-fileName',
  action: 'Marker-action',
  name: 'Marker-name',
  facilityId: 'Marker-facility',
  date: '2026-11-03',
};
/** Seconds after midnight at which each event happened. */
const timeOf = (name: AuditEventName) => {
  const seconds = auditEventNames.indexOf(name);
  return `05:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
};

beforeAll(async () => {
  const { partner, member } = world.own;
  for (const name of auditEventNames) {
    const event = { name, subject: `member ${member.id}`, partnerId: partner.id, who: 'user-club-manager' };
    const at = new Date(`2026-11-04T${timeOf(name)}.000Z`);
    await transact(auditWrite({ ...event, before: details, after: details }, at));
  }
});

interface Row {
  id: string;
  when: string;
  who: string;
  text: string;
  reason: string | null;
}

const listsOf = (own: World['own']) =>
  [
    [partners.activity, { partnerID: own.partner.id }],
    [partners.memberActivity, { memberID: own.member.id }],
  ] as const;

/** Returns the pages of both lists, each with its rows and cursor. */
async function pagesOf(user: User): Promise<{ items: Row[]; nextCursor: string | null }[][]> {
  return Promise.all(
    listsOf(world.own).map(async ([endpoint, params]) => {
      const pages: { items: Row[]; nextCursor: string | null }[] = [];
      let cursor: string | null | undefined;
      do {
        const query = cursor ? { cursor } : {};
        const { status, body } = await call(endpoint, user, { params, query });
        expect(status).toBe(200);
        pages.push(body);
        cursor = body.nextCursor;
      } while (cursor);
      return pages;
    }),
  );
}

const timesOf = (names: readonly AuditEventName[]) => names.map(timeOf).toSorted();
const decoded = (cursor: string | null) =>
  `${cursor} ${Buffer.from(cursor ?? '', 'base64url').toString('utf8')}`;

it('lists each event for the reader that its text declares', () => {
  const declared = auditEventNames.map((name) => [name, declaredReaderOf(name)]);
  expect(auditEventNames.map((name) => [name, leastReaderOf(name)])).toEqual(declared);
});

it.each(managerAccessIds)('shows managers with %s access the events of employers only', async (access) => {
  const manager = await createUser({ role: 'partnerManager', partnerId: '1', managerAccess: access });
  if (access === 'finance') {
    for (const [endpoint, params] of listsOf(world.own))
      expect((await call(endpoint, manager, { params })).status).toBe(403);
    return;
  }
  for (const pages of await pagesOf(manager)) {
    const rows = pages.flatMap(({ items }) => items).filter(({ when }) => when.startsWith('2026-11-04'));
    expect(rows.map(({ when }) => when.slice(11, 19)).toSorted()).toEqual(timesOf(shownTo(access)));
    expect(rows.every(({ reason }) => reason === null)).toBe(true);
    expect(JSON.stringify(rows)).not.toMatch(/Marker-(facility|reason|action)|2026-11-03/);
    // pages are full and cursors name shown events, so that neither reveals an event between two others
    expect(pages.slice(0, -1).every(({ items }) => items.length === 20)).toBe(true);
    const hidden = auditEventNames.filter((name) => !shownTo(access).includes(name)).map(timeOf);
    for (const { nextCursor } of pages)
      expect(hidden.filter((time) => decoded(nextCursor).includes(`T${time}`))).toEqual([]);
  }
});

it('shows administrators every event', async () => {
  for (const pages of await pagesOf(world.admin)) {
    const rows = pages.flatMap(({ items }) => items).filter(({ when }) => when.startsWith('2026-11-04'));
    expect(rows.map(({ when }) => when.slice(11, 19)).toSorted()).toEqual(timesOf(auditEventNames));
  }
});
