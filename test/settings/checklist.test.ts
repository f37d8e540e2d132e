import { SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { watchSenderHandler as watchSender } from '../../functions/site/handlers.ts';
import { checklistOf, type ChecklistItem, type DeploymentState } from '../../shared/settings/checklist.ts';
import { settings } from '../../shared/contracts/settings.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';

const complete: DeploymentState = {
  hasOwnAddress: true,
  isSenderVerified: true,
  mayEmailAnyone: true,
  isAlarmed: true,
  hasBankSettings: true,
  administrators: 2,
  hasApp: true,
  hasPin: true,
  hasFacility: true,
  hasPartner: true,
};
const notDone = (facts: DeploymentState) => checklistOf(facts).filter(({ state }) => state !== 'done');

it('marks every item done when all is set, and only the missing item otherwise', () => {
  expect(notDone(complete)).toEqual([]);
  const missing = Object.keys(complete).map((key) =>
    notDone({ ...complete, [key]: key === 'administrators' ? 1 : false }).map(({ title, state }) => [
      title,
      state,
    ]),
  );
  expect(missing).toEqual([
    [['Custom domain', 'missing']],
    [['Verified email sender', 'missing']],
    [['Email production access', 'missing']],
    [['Alarm emails', 'missing']],
    [['Bank settings', 'missing']],
    [['Two administrators', 'missing']],
    [['Passkey or authenticator app', 'missing']],
    [['Your PIN', 'missing']],
    [['First club', 'missing']],
    [['First partner', 'missing']],
  ]);
});

it('reports sender items as unknown when the email service does not respond', () => {
  const unknown = notDone({ ...complete, isSenderVerified: null, mayEmailAnyone: null });
  expect(unknown.map(({ key, state }) => [key, state])).toEqual([
    ['sender', 'unknown'],
    ['everyone', 'unknown'],
  ]);
});

const world = useWorld();
const ses = mockClient(SESv2Client);
beforeEach(() => void (process.env.MAIL_FROM = 'Wellport <no-reply@wellport.test>'));
afterEach(() => {
  delete process.env.MAIL_FROM;
  ses.reset();
});
afterAll(() => ses.restore());

const statesSeen = async () => {
  const { body }: { body: ChecklistItem[] } = await call(settings.checklist, world.admin);
  return Object.fromEntries(body.map(({ key, state }) => [key, state]));
};

it('queries the email service for the sender and the account', async () => {
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

it('checks the sender on a schedule, and treats it as ready while SES does not respond', async () => {
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

it('does not query the email service without a sender, as under npm start', async () => {
  delete process.env.MAIL_FROM;
  ses.rejects(new Error('no answer'));
  expect(await watchSender()).toBe(true);
  expect(ses.calls()).toEqual([]);
});
