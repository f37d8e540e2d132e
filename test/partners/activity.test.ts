import { expect, it } from 'vitest';
import { auditWrite } from '../../functions/table/audit.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { toWire } from '../../shared/wire-names.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

const look = (as = world.admin, cursor?: string) =>
  call(partners.activity, as, { params: { partnerID: world.own.partner.id }, query: { cursor } });

it('lists events in plain language, newest first, page by page', async () => {
  const { partner } = world.own;
  const changes = Array.from({ length: 25 }, (_, index) => ({ ...partner, city: `City ${index}` }));
  for (const change of changes) {
    const body = toWire(partners.save.body, { ...change, version: undefined });
    expect((await call(partners.save, world.admin, { body })).status).toBe(200);
  }
  const query = { payeeToken: partner.payeeToken, reason: 'The partner asked by phone.' };
  expect((await call(partners.bankAccountDetails, world.admin, { query })).status).toBe(200);
  const first = (await look()).body;
  expect(first.items).toHaveLength(20);
  expect(first.items[0]).toMatchObject({
    who: 'Ada Okafor',
    text: 'Viewed the full numbers of the bank account ending in 5001',
    reason: 'The partner asked by phone.',
  });
  const second = (await look(world.admin, first.nextCursor)).body;
  expect(second.items.map(({ text }: { text: string }) => text)).toEqual(
    Array.from({ length: 6 }, () => 'Changed the partner’s information'),
  );
  expect(second.nextCursor).toBeNull();
});

it('shows managers the events of their partner without administrators’ reasons and numbers', async () => {
  const { status, body } = await look(world.own.manager);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain('asked by phone');
  expect(JSON.stringify(body)).not.toContain('12345001');
  expect((await look(world.other.manager)).status).toBe(403);
});

it('describes key fob and member events, by month and by member', async () => {
  const { own, admin } = world;
  const email = `new-${own.waiting.id}@people.test`;
  const body = { id: own.waiting.id, email };
  const changed = await call(employees.changeEmail, own.manager, {
    params: { memberID: own.waiting.id },
    body,
  });
  expect(changed.status).toBe(200);
  const keyFob = { params: { keyfobID: own.spareFob.number } };
  expect((await call(employees.deleteKeyFob, own.manager, keyFob)).status).toBe(200);
  const said = [
    `Deleted key fob ${own.spareFob.number}`,
    `Changed the email of Ann Lund ${own.waiting.id} to ${email}`,
  ];
  const texts = ({ body: { items } }: { body: { items: { text: string }[] } }) =>
    items.map(({ text }) => text);
  const of = (query: Record<string, string>) =>
    call(partners.activity, admin, { params: { partnerID: own.partner.id }, query });
  expect(texts(await of({})).slice(0, 2)).toEqual(said);
  const month = dateInChicago(new Date()).slice(0, 7).replace('-', '');
  expect(texts(await of({ periodID: month })).slice(0, 2)).toEqual(said);
  expect(texts(await of({ periodID: '202601' }))).toEqual([]);
  const ofMember = (as = own.manager) =>
    call(partners.memberActivity, as, { params: { memberID: own.waiting.id } });
  expect(texts(await ofMember())).toEqual(said.slice(1));
  expect((await ofMember(world.other.manager)).status).toBe(403);
});

it('shows events about the money and visits of a member to administrators only', async () => {
  const { own, admin } = world;
  const event = {
    name: 'member stopped withdrawal',
    subject: `member ${own.waiting.id}`,
    who: admin.id,
  } as const;
  await transact(auditWrite({ ...event, partnerId: own.partner.id }, new Date()));
  const seenBy = async (as: User) => {
    const ofPartner = await call(partners.activity, as, { params: { partnerID: own.partner.id } });
    const ofMember = await call(partners.memberActivity, as, { params: { memberID: own.waiting.id } });
    return [ofPartner, ofMember].map(({ body }) => JSON.stringify(body).includes('Stopped a withdrawal'));
  };
  expect(await seenBy(admin)).toEqual([true, true]);
  expect(await seenBy(own.manager)).toEqual([false, false]);
});

it('names the webhook, the payroll file, and the planned end that an event concerns', async () => {
  const { own, admin } = world;
  const subject = `partner ${own.partner.id}`;
  const status = { name: 'member status changed', subject: `member ${own.waiting.id}` } as const;
  const invited = { invitationStatus: 2 };
  const events = [
    { name: 'webhook added', subject, after: { url: 'https://hr.example/events' } },
    { name: 'webhook deleted', subject, before: { url: 'https://hr.example/events' } },
    { name: 'payroll file made', subject, after: { id: '202610-2', periodId: '202610' } },
    { ...status, before: invited, after: { ...invited, effectiveDate: '2026-12-01' } },
    { ...status, before: invited, after: { ...invited, effectiveDate: null } },
    { ...status, before: invited, after: { invitationStatus: 8, effectiveDate: '2026-12-01' } },
  ] as const;
  const common = { who: admin.id, partnerId: own.partner.id };
  const from = Date.now() + 60_000;
  for (const [index, event] of events.entries())
    await transact(auditWrite({ ...event, ...common }, new Date(from + index * 1000)));
  const { items } = (await look(own.manager)).body;
  const person = `Ann Lund ${own.waiting.id}`;
  expect(items.slice(0, events.length).map(({ text }: { text: string }) => text)).toEqual([
    `Moved ${person} from Invited to Deleted`,
    `Removed the planned end of the membership of ${person}`,
    `Planned the end of the membership of ${person} on 11/30/2026`,
    'Created the payroll file of October 2026, file 2',
    'Deleted the webhook to https://hr.example/events',
    'Added the webhook to https://hr.example/events',
  ]);
});
