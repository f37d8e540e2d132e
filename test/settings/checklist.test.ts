import { SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { handler as watchSender } from '../../functions/site/watch-sender.ts';
import { checklistOf, type ChecklistItem, type DeploymentFacts } from '../../shared/settings/checklist.ts';
import { settings } from '../../shared/settings/contract.ts';
import { call } from '../support/call.ts';
import { makeWorld, type World } from '../support/world.ts';

const whole: DeploymentFacts = {
  hasOwnAddress: true,
  isSenderVerified: true,
  mayEmailAnyone: true,
  isAlarmed: true,
  hasBankSettings: true,
  administrators: 2,
  hasApp: true,
  hasPin: true,
  hasClub: true,
  hasPartner: true,
};
const notDone = (facts: DeploymentFacts) => checklistOf(facts).filter(({ state }) => state !== 'done');

it('is green when all is set, and names what alone is missing', () => {
  expect(notDone(whole)).toEqual([]);
  const missing = Object.keys(whole).map((fact) =>
    notDone({ ...whole, [fact]: fact === 'administrators' ? 1 : false }).map(({ title, state }) => [
      title,
      state,
    ]),
  );
  expect(missing).toEqual([
    [['The portal has its own address', 'missing']],
    [['The sender of emails is verified', 'missing']],
    [['Emails reach every address', 'missing']],
    [['Someone is told of alarms', 'missing']],
    [['The bank’s settings are known', 'missing']],
    [['Two administrators can log in', 'missing']],
    [['Your login asks for a code', 'missing']],
    [['You have a PIN', 'missing']],
    [['There is a club', 'missing']],
    [['There is a partner', 'missing']],
  ]);
});

it('says that the email service did not answer, and takes it for neither', () => {
  const unknown = notDone({ ...whole, isSenderVerified: null, mayEmailAnyone: null });
  expect(unknown.map(({ key, state }) => [key, state])).toEqual([
    ['sender', 'unknown'],
    ['everyone', 'unknown'],
  ]);
});

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
const ses = mockClient(SESv2Client);
beforeEach(() => void (process.env.MAIL_FROM = 'Wellport <no-reply@wellport.test>'));
afterEach(() => {
  delete process.env.MAIL_FROM;
  ses.reset();
});
afterAll(() => ses.restore());

const statesSeen = async () => {
  const { body } = (await call(settings.checklist, world.admin)) as { body: ChecklistItem[] };
  return Object.fromEntries(body.map(({ key, state }) => [key, state]));
};

it('asks the email service about sender and account', async () => {
  ses.resolves({ VerifiedForSendingStatus: true, ProductionAccessEnabled: true, SendingEnabled: true });
  expect(await statesSeen()).toMatchObject({
    sender: 'done',
    everyone: 'done',
    club: 'done',
    pin: 'missing',
  });

  ses.resolves({ VerifiedForSendingStatus: false, ProductionAccessEnabled: true, SendingEnabled: false });
  expect(await statesSeen()).toMatchObject({ sender: 'missing', everyone: 'missing' });

  ses.rejects(Object.assign(new Error('nobody'), { name: 'NotFoundException' }));
  expect(await statesSeen()).toMatchObject({ sender: 'missing', everyone: 'unknown' });

  ses.rejects(new Error('no answer'));
  expect(await statesSeen()).toMatchObject({ sender: 'unknown', everyone: 'unknown', partner: 'done' });
});

it('the sender is looked after also while nothing is sent, and counts as ready while SES does not answer', async () => {
  const good = { VerifiedForSendingStatus: true, ProductionAccessEnabled: true, SendingEnabled: true };
  ses.resolves(good);
  expect(await watchSender()).toBe(true);
  for (const wrong of ['VerifiedForSendingStatus', 'ProductionAccessEnabled', 'SendingEnabled']) {
    ses.resolves({ ...good, [wrong]: false });
    expect(await watchSender(), wrong).toBe(false);
  }
  ses.rejects(Object.assign(new Error('nobody'), { name: 'NotFoundException' }));
  expect(await watchSender()).toBe(false);
  ses.rejects(new Error('no answer'));
  expect(await watchSender()).toBe(true);
});

it('no email service is asked where no sender is named, as under npm start', async () => {
  delete process.env.MAIL_FROM;
  ses.rejects(new Error('no answer'));
  expect(await watchSender()).toBe(true);
  expect(ses.calls()).toEqual([]);
});
