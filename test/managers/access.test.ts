import { beforeEach, describe, expect, it } from 'vitest';
import { remindReviewersHandler as remindReviewers } from '../../functions/managers/handlers.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadUser, userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { addDays, dateInChicago } from '../../shared/calendar.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { endpoints } from '../../shared/contracts/all.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { users } from '../../shared/contracts/users.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { mayCall } from '../../shared/endpoint.ts';
import { isWithinAccess, subjectOf, type ManagerAccess } from '../../shared/managers/manager-access.ts';
import { reviewDays } from '../../shared/managers/access-review.ts';
import { freshPartner } from '../employees/people.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { defined } from '../support/defined.ts';
import { busy, emailService } from '../support/email-service.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { createUser, mailsTo } from '../users/person.ts';

const world = useWorld();
resetClockAfterEach();

const managerWith = async (managerAccess?: ManagerAccess): Promise<User> =>
  createUser({ role: 'partnerManager', partnerId: '1', managerAccess });
const ofPartner = { query: { partnerID: '1' } };
const partnerId = { params: { partnerID: '1' } };
/** One reading and one changing request per subject. */
const requests = {
  readRoster: (as: User) => call(employees.keyFobs, as, ofPartner),
  changeRoster: (as: User) =>
    call(employees.add, as, {
      body: {
        partnerId: '1',
        firstName: 'Ida',
        lastName: 'Holm',
        email: `${as.id.toLowerCase()}@roster.test`,
      },
    }),
  readFinance: (as: User) => call(partners.bankingInfo, as, { query: { partnerId: '1' } }),
  changeFinance: (as: User) =>
    call(payments.savePayrollSettings, as, { params: { partnerId: '1' }, body: {} }),
  readClients: (as: User) => call(integrations.listClients, as),
  changeClients: (as: User) => call(integrations.createClient, as, { body: {} }),
  readOwn: (as: User) => call(users.me, as),
  readCounts: (as: User) => call(visits.summary, as, { query: { partnerID: '1', periodID: '202610' } }),
};

describe('the access of a manager', () => {
  it.each<[ManagerAccess | undefined, (keyof typeof requests)[]]>([
    [undefined, []],
    ['full', []],
    ['roster', ['readFinance', 'changeFinance', 'readClients', 'changeClients']],
    ['finance', ['readRoster', 'changeRoster', 'readClients', 'changeClients']],
    ['read', ['changeRoster', 'changeFinance', 'changeClients']],
  ])('%s refuses exactly %j', async (access, refused) => {
    const manager = await managerWith(access);
    const found = await Promise.all(
      Object.entries(requests).map(async ([name, send]) => ({ name, answer: await send(manager) })),
    );
    expect(found.filter(({ answer }) => answer.status === 403).map(({ name }) => name)).toEqual(refused);
    for (const { answer } of found.filter(({ answer: { status } }) => status === 403))
      expect(answer.body.message).toContain('Your access does not include this');
  });

  it('is stated for every endpoint of managers, and limits each of them', () => {
    const ofManagers = endpoints.filter((row) => mayCall('partnerManager', row) && !mayCall('guest', row));
    expect(ofManagers.length).toBeGreaterThan(80);
    expect(ofManagers.filter((row) => subjectOf(row) === undefined).map(({ path }) => path)).toEqual([]);
    const changes = ofManagers.filter(
      ({ method, area, name }) =>
        method !== 'GET' &&
        !['users', 'managers'].includes(area) &&
        // proofs of identity, like those of the area users
        !['beginProviderProof', 'completeOwnLogin'].includes(name),
    );
    expect(changes.filter((row) => isWithinAccess('read', row)).map(({ path }) => path)).toEqual([]);
  });

  it('is chosen by administrators only, takes effect at once, and survives another invitation', async () => {
    const body = { partnerId: '1', firstName: 'Ida', lastName: 'Holm', email: 'limited@managers.test' };
    const invited = await call(managers.invite, world.admin, { body: { ...body, access: 'finance' } });
    expect([invited.status, invited.body.data.access]).toEqual([200, 'finance']);
    const again = await call(managers.invite, world.admin, { body });
    expect(again.body.data.access).toBe('finance');
    const manager = await managerWith('roster');
    const names = { id: manager.id, firstName: 'Ida', lastName: 'Holm', email: manager.email };
    const own = await call(managers.update, manager, { body: { ...names, access: 'full' } });
    expect([own.status, own.body.message]).toEqual([403, expect.stringContaining('Only administrators')]);
    expect((await requests.readFinance(manager)).status).toBe(403);
    // without a change of the access
    expect((await call(managers.update, manager, { body: { ...names, access: 'roster' } })).status).toBe(200);
    await call(managers.update, world.admin, { body: { ...names, access: 'full' } });
    expect((await requests.readFinance(manager)).status).toBe(200);
    const { body: activity } = await call(partners.activity, world.admin, partnerId);
    expect(JSON.stringify(activity.items[0])).toContain('Changed a manager');
  });
});

describe('the access review', () => {
  const day = (days: number) => `${addDays('2026-11-20', days)}T16:00:00Z`;
  beforeEach(() => setClock(day(0)));
  const remind = async () => {
    await remindReviewers();
    await runJob(`access-reviews-${dateInChicago(new Date(nowText()))}`);
  };
  let current = day(0);
  const nowText = () => current;
  const goTo = async (days: number) => {
    current = day(days);
    setClock(current);
    await remind();
  };
  const review = async (as: User) => (await call(managers.accessReview, as, partnerId)).body;

  it('reminds managers with full access every 90 days, once per period', async () => {
    const { manager } = world.own;
    const limited = await managerWith('finance');
    const before = (await mailsTo(manager.email)).length;
    const sent = async () => (await mailsTo(manager.email)).length - before;
    await goTo(0);
    await goTo(reviewDays - 1);
    expect(await sent()).toBe(0);
    await goTo(reviewDays);
    await goTo(reviewDays + 1);
    expect(await sent()).toBe(1);
    expect((await mailsTo(manager.email)).at(-1)).toContain('/partnermanager/accessreview');
    expect((await mailsTo(limited.email)).length).toBe(0);
    const due = await review(manager);
    expect([due.isDue, due.reviewedOn]).toEqual([true, null]);
    expect(due.managers.map(({ id }: User) => id)).toContain(limited.id);
    expect(due.clients.map(({ id }: { id: string }) => id)).toContain(world.own.client.id);
    const confirm = (as: User, version: number) =>
      call(managers.confirmAccessReview, as, { ...partnerId, body: { version } });
    expect((await confirm(manager, due.version - 1)).status).toBe(409);
    expect((await confirm(limited, due.version)).status).toBe(403);
    expect((await confirm(world.other.manager, due.version)).status).toBe(403);
    expect((await confirm(manager, due.version)).status).toBe(200);
    expect(await review(world.admin)).toMatchObject({
      isDue: false,
      reviewedBy: 'Mo Vik',
      dueOn: addDays('2026-11-20', 2 * reviewDays + 1),
    });
    await goTo(2 * reviewDays);
    expect(await sent()).toBe(1);
    await goTo(2 * reviewDays + 1);
    expect(await sent()).toBe(2);
  });

  it('reminds the other managers after the email service failed between two of them, and none twice', async () => {
    const partner = await freshPartner();
    const twoManagers = await Promise.all(
      ['one', 'two'].map(() => createUser({ role: 'partnerManager', partnerId: partner })),
    );
    await goTo(400);
    const ours = new Set(twoManagers.map(({ email }) => email));
    let count = 0;
    const sent = emailService((_, to) => ours.has(to) && ++count === 2 && busy());
    await goTo(400 + reviewDays);
    expect(sent.filter((to) => ours.has(to)).toSorted()).toEqual([...ours].toSorted());
  });

  it('does not name revoked clients and removed managers', async () => {
    const removed = await managerWith('full');
    await transact(...userChange(defined(await loadUser(removed.id)), null));
    await call(integrations.revokeClient, world.own.manager, {
      params: { clientId: world.own.spareClient.id },
    });
    const { managers: rows, clients } = await review(world.own.manager);
    expect(rows.map(({ id }: User) => id)).not.toContain(removed.id);
    expect(clients.map(({ id }: { id: string }) => id)).toEqual([world.own.client.id]);
  });
});
