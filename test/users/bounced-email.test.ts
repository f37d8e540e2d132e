import { expect, it } from 'vitest';
import { onEmailEventHandler as handler } from '../../functions/vouchers/handlers/recipients.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { bounceTaker } from '../../infra/local/bounces.ts';
import { administrators } from '../../shared/contracts/administrators.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { members } from '../../shared/contracts/members.ts';
import { call, importSource } from '../support/call.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

const takeBounces = () => bounceTaker(importSource)();
const addressOf = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@bounce.wellport.test`;
const person = (email: string) => ({ firstName: 'Ida', lastName: 'Holm', email });
const errorIn = async (list: Promise<{ body: { email: string; emailProblem: string }[] }>, email: string) =>
  (await list).body.find((user) => user.email === email)?.emailProblem;

it('shows the bounce reason of an administrator’s or manager’s invitation', async () => {
  const [gone, soft, complaint] = [addressOf('gone'), addressOf('soft'), addressOf('complaint')];
  const { id: partnerId } = world.own.partner;
  for (const email of [gone, soft])
    expect((await call(administrators.invite, world.admin, { body: person(email) })).status).toBe(200);
  const invited = { ...person(complaint), partnerId };
  expect((await call(managers.invite, world.admin, { body: invited })).status).toBe(200);
  await takeBounces();
  const listed = (email: string) => errorIn(call(administrators.list, world.admin), email);
  expect(await listed(gone)).toBe('The email bounced: 550 no such mailbox');
  expect(await listed(soft)).toBeNull();
  const ofPartner = call(managers.list, world.admin, { query: { partnerId } });
  expect(await errorIn(ofPartner, complaint)).toBe('The recipient reported the email as spam.');

  // sent again, no bounce yet
  await call(administrators.invite, world.admin, { body: person(gone) });
  expect(await listed(gone)).toBeNull();
});

it('shows the bounce reason of a member’s invitation until the address changes', async () => {
  const { waiting } = world.own;
  const email = addressOf('gone');
  await transact(...memberChange(waiting, { ...waiting, email }));
  const sent = await call(employees.sendInvitation, world.admin, { params: { memberID: waiting.id } });
  expect(sent.status).toBe(200);
  await takeBounces();
  await takeBounces();
  const overview = async (): Promise<{
    emailProblem: string | null;
    history: { what: string; isEmail: boolean }[];
  }> => (await call(members.overview, world.admin, { params: { memberId: waiting.id } })).body;
  const shown = await overview();
  expect(shown.emailProblem).toBe('The email bounced: 550 no such mailbox');
  expect(shown.history.filter(({ what }) => what === 'An email came back')).toHaveLength(1);

  const member = await loadMember(waiting.id);
  await transact(...memberChange(member, { ...member, email: 'right@work.test' }));
  expect((await overview()).emailProblem).toBeNull();
});

it('ignores events without a subject and events of a former address', async () => {
  const { member } = world.own;
  const event = (tags: object) => ({
    detail: {
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{}] },
      mail: { tags, destination: ['someone@else.test'] },
    },
  });
  await handler(event({ member: [member.id] }));
  await handler(event({ user: ['nobody'] }));
  await handler(event({}));
  expect((await loadMember(member.id)).version).toBe(member.version);
});
