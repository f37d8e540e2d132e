import { expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { fileFromBank, receiveAndProcess, replies, sendThree } from './received.ts';
import { paymentsAsStored, useBankWorld } from './runs.ts';

const world = useBankWorld();

/** Replaces the information of the returned entry (addenda 99, positions 36 to 79). */
const withInformation = (text: string, information: string): string =>
  text
    .split('\n')
    .map((line) =>
      line.startsWith('799R17') ? line.slice(0, 35) + information.padEnd(44) + line.slice(79) : line,
    )
    .join('\n');

it.each([
  ['QUESTIONABLE', true],
  ['', false],
])('an R17 with "%s" holds the account: %s', async (information, isHeld) => {
  const hits = async () => {
    const { rules } = (await call(bankFiles.getFraudMonitoring, world.admin, {})).body;
    return (rules as { id: string; hits: number | null }[]).find(({ id }) => id === 'questionable')?.hits;
  };
  const hitsBefore = (await hits()) ?? 0;
  const { payments, text } = await sendThree(world.admin, isHeld ? '204401' : '204402');
  const file = withInformation(fileFromBank(replies(text, ['R17'])), information);
  const { entries } = await receiveAndProcess(world.admin, file);
  expect(entries.items ?? entries).toMatchObject([
    {
      code: 'R17',
      status: 'case',
      notice: 'none',
      reason: expect.stringContaining(isHeld ? 'fraud' : 'Our file'),
    },
  ]);
  expect(await hits()).toBe(hitsBefore + (isHeld ? 1 : 0));
  const [returned] = (await paymentsAsStored(payments)).filter(({ status }) => status === 3);
  const account = await loadBankAccount(defined(returned).payeeToken ?? '');
  expect(Boolean(account?.held)).toBe(isHeld);
});
