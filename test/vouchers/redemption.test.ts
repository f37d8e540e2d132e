import { describe, expect, it, vi } from 'vitest';
import { facilityChange } from '../../functions/facilities/store.ts';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { readSheet } from '../../functions/platform/sheets/read-sheet.ts';
import { keys } from '../../functions/table/keys.ts';
import { eachItem } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { newUser, userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { onEmailEventHandler as onEmailEvent } from '../../functions/vouchers/handlers/recipients.ts';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { shown } from '../platform/pdf-text.ts';
import { call, ownSessionsOf } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld, someFacility } from '../support/world.ts';
import { emailTo, tokenIn } from './mailbox.ts';
import { freshAddresses, programOf, programWith, vouchersOf } from './programs.ts';

const world = useWorld();
let people = 0;
resetClockAfterEach();

const day = (instant: string) => setClock(`${instant}-05:00`);

async function facilityManager(known?: string | null): Promise<User> {
  const facilityId = known ?? `51${String(++people).padStart(2, '0')}`;
  const id = `club-person-${++people}`;
  const user = newUser({
    id,
    role: 'facilityManager',
    email: `${id}@test.test`,
    firstName: 'Cy',
    lastName: `Moss ${people}`,
    facilityId,
    sessions: ownSessionsOf(id),
  });
  await transact(
    ...(known === undefined ? facilityChange(null, someFacility(facilityId)) : []),
    ...userChange(null, user),
  );
  return { ...user, version: 1 };
}

async function published(count: number) {
  day('2026-06-15T12:00:00');
  const addresses = freshAddresses(count);
  const id = await programWith(world.admin, addresses);
  const { version } = await programOf(world.admin, id);
  const started = await call(vouchers.publish, world.admin, {
    params: { voucherProgramID: id },
    body: { version },
  });
  await runJob(started.body.jobId);
  const rows = await vouchersOf(world.admin, id);
  return { id, addresses, rows, codes: rows.map(({ code = '' }) => code) };
}
const lookup = (as: User, code: string) => call(vouchers.lookup, as, { body: { code } });
const redeem = (as: User, code: string) => call(vouchers.redeem, as, { body: { code } });
const page = (token: string) => call(vouchers.recipient, undefined, { params: { token } });
const admin = (endpoint: 'void' | 'undoRedemption', row: Record<string, unknown> | undefined) =>
  call(vouchers[endpoint], world.admin, {
    params: { voucherId: String(row?.id) },
    body: { reason: 'Asked for by phone.', version: row?.version },
  });

describe('redeeming', () => {
  it('shows the voucher without its recipient, then redeems it once', async () => {
    const { id, addresses, codes } = await published(2);
    const manager = await facilityManager();
    const input = ` ${codes[0]?.toLowerCase().replaceAll('-', ' ')}`;
    const found = await lookup(manager, input);
    expect(found.body).toEqual({
      code: codes[0],
      displayName: 'Summer of Movement',
      redemptionValue: 25,
      startDate: '2026-06-01',
      endDate: '2026-08-31',
      redeemedOn: null,
      redeemedBy: null,
    });
    expect(JSON.stringify(found.body)).not.toContain(addresses[0]);
    const first = await redeem(manager, input);
    expect(first.body).toMatchObject({ success: true, message: '$25.00 redeemed.' });
    day('2026-06-16T12:00:00');
    const again = await redeem(manager, codes[0] ?? '');
    expect(again.body).toEqual(first.body);
    expect((await lookup(manager, codes[0] ?? '')).body.redeemedOn).toBe(first.body.voucher.redeemedOn);
    expect(await vouchersOf(world.admin, id, { status: 'redeemed' })).toMatchObject([
      {
        facilityIDNumber: manager.facilityId,
        facilityName: `Harbor Gym ${manager.facilityId}`,
        redeemedBy: `${manager.firstName} ${manager.lastName}`,
      },
    ]);
    expect((await programOf(world.admin, id)).sums).toMatchObject({
      sent: 1,
      redeemed: 1,
      amountRedeemed: 25,
      amountOutstanding: 25,
    });
  });

  it('has one winner among 50 concurrent clubs; the others learn the club and time', async () => {
    const { id, codes } = await published(1);
    const managers = await Promise.all(Array.from({ length: 50 }, () => facilityManager()));
    const responses = await Promise.all(managers.map((manager) => redeem(manager, codes[0] ?? '')));
    const won = responses.findIndex(({ status }) => status === 200);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const lost = responses.filter(({ status }) => status === 409).map(({ body }) => body.message);
    const winner = `Harbor Gym ${managers[won]?.facilityId}`;
    expect(lost).toHaveLength(49);
    expect(new Set(lost)).toEqual(
      new Set([`This voucher was already redeemed by ${winner} on 06/15/2026 at 12:00 PM (Chicago time).`]),
    );
    expect((await programOf(world.admin, id)).sums).toMatchObject({ sent: 0, redeemed: 1 });
  });

  it('lets the club undo its redemption for five minutes, and redeem the voucher again', async () => {
    const { id, codes } = await published(1);
    const [code = ''] = codes;
    const [manager, other] = [await facilityManager(), await facilityManager()];
    const undo = (as: User) => call(vouchers.undoOwnRedemption, as, { body: { code } });
    expect((await undo(manager)).body.message).toContain('not redeemed at your club');
    await redeem(manager, code);
    expect((await undo(other)).status).toBe(422);
    day('2026-06-15T12:04:59');
    expect((await undo(manager)).body.voucher).toMatchObject({ redeemedOn: null, redeemedBy: null });
    const month = () => call(vouchers.redemptions, manager, { query: { periodId: '202606' } });
    expect((await month()).body).toMatchObject({ totalCount: 0, totalAmount: 0 });
    expect((await undo(manager)).status).toBe(422);
    await redeem(manager, code);
    day('2026-06-15T12:10:30');
    expect((await undo(manager)).body.message).toContain('can be undone for 5 minutes');
    expect((await month()).body).toMatchObject({ totalCount: 1, totalAmount: 25 });
    expect((await programOf(world.admin, id)).sums).toMatchObject({ sent: 0, redeemed: 1 });
  });

  it('returns the same redemption for repeated requests of one club', async () => {
    const { codes } = await published(1);
    const manager = await facilityManager();
    const responses = await Promise.all(Array.from({ length: 8 }, () => redeem(manager, codes[0] ?? '')));
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.voucher?.redeemedOn}`)).size).toBe(
      1,
    );
    const month = await call(vouchers.redemptions, manager, { query: { periodId: '202606' } });
    expect(month.body).toMatchObject({ totalCount: 1, totalAmount: 25 });
  });

  it('accepts both limits of the dates and explains each refusal', async () => {
    const { codes, rows } = await published(4);
    const [one = '', two = '', three = ''] = codes;
    const manager = await facilityManager();
    const output = async (code: string) => {
      const responses = [await lookup(manager, code), await redeem(manager, code)];
      expect(responses[0]?.body.message).toBe(responses[1]?.body.message);
      return responses[1]?.body.message;
    };
    day('2026-05-31T23:59:59');
    expect(await output(one)).toBe('This voucher is valid from 06/01/2026. Nothing was redeemed.');
    day('2026-09-01T00:00:00');
    expect(await output(one)).toBe('This voucher expired on 08/31/2026. Nothing was redeemed.');
    day('2026-06-01T00:00:00');
    expect((await redeem(manager, one)).status).toBe(200);
    day('2026-08-31T23:59:00');
    expect((await redeem(manager, two)).status).toBe(200);
    await admin('void', rows[2]);
    expect(await output(three)).toBe('This voucher is void. Nothing was redeemed.');
    const unknown = 'Unknown code. Check it, then enter it again. Nothing was redeemed.';
    expect(await output('ABCD-EFGH-JKLM')).toBe(unknown);
    expect(await output('nothing like it')).toBe(unknown);
    const draft = await programWith(world.admin, freshAddresses(1));
    const [unpublished] = await vouchersOf(world.admin, draft);
    expect(await output(unpublished?.code ?? '')).toBe(unknown);
  });

  it('accepts the address in a QR code like the code itself, with the same messages', async () => {
    const { addresses, codes } = await published(2);
    const [left, other] = [await facilityManager(), await facilityManager()];
    const scanned = async (place: number) =>
      `https://wellport.test/voucher/${tokenIn(await emailTo(addresses[place] ?? ''))}`;
    expect((await lookup(left, await scanned(0))).body).toMatchObject({ code: codes[0], redeemedOn: null });
    expect((await redeem(left, ` ${await scanned(0)}\n`)).body.success).toBe(true);
    expect((await lookup(other, await scanned(0))).body.message).toMatch(
      /^This voucher was already redeemed/,
    );
    const unknown = 'Unknown code. Check it, then enter it again. Nothing was redeemed.';
    for (const wrong of [`https://wellport.test/voucher/${'A'.repeat(43)}`, (await scanned(1)).slice(0, -1)])
      expect((await lookup(other, wrong)).body.message).toBe(unknown);
  });

  it('writes no code, link, or recipient address to the log', async () => {
    const lines: string[] = [];
    const write = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((line) => lines.push(String(line)) > 0);
    const { id, addresses, codes, rows } = await published(3);
    const manager = await facilityManager();
    const token = tokenIn(await emailTo(addresses[0] ?? ''));
    const link = `https://wellport.test/voucher/${token}`;
    for (const code of [codes[0] ?? '', link, 'ABCD-EFGH-JKLM']) {
      await lookup(manager, code);
      await redeem(manager, code);
    }
    await vouchersOf(world.admin, id, { filter: codes[1] ?? '' });
    await page(token);
    await call(vouchers.recipientPdf, undefined, { params: { token } });
    await admin('void', rows[2]);
    await onEmailEvent({
      detail: {
        bounce: { bounceType: 'Permanent', bouncedRecipients: [{ diagnosticCode: `550 <${addresses[1]}>` }] },
        mail: { tags: { voucher: [rows[1]?.id], email: ['1'] } },
      },
    });
    // a failing handler logs its error; so does a job step
    await expect(
      onEmailEvent({ detail: { mail: { tags: { voucher: [rows[0]?.id], email: ['9'] } } } }),
    ).rejects.toThrow();
    write.mockRestore();
    const output = lines.join('');
    expect(lines.filter((line) => line.includes('vouchers.')).length).toBeGreaterThan(10);
    for (const code of [...codes, 'ABCD-EFGH-JKLM']) {
      expect(output).not.toContain(code);
      expect(output).not.toContain(code.replaceAll('-', ''));
    }
    for (const secret of [token, ...addresses]) expect(output).not.toContain(secret);
  });
});

describe('the response time', () => {
  it('is the same for known and unknown codes and links', async () => {
    const { addresses, codes } = await published(2);
    const manager = await facilityManager();
    const token = tokenIn(await emailTo(addresses[0] ?? ''));
    const waits: string[] = [];
    // the work may take long on a busy machine: the test verifies the padding, not its length
    const undo = playTimeAndChance({
      holdBack: async (rest) => void waits.push(rest <= 300 ? 'up to 300' : 'more'),
    });
    for (const code of [codes[0] ?? '', 'ABCD-EFGH-JKLM']) {
      await lookup(manager, code);
      await redeem(manager, code);
    }
    for (const link of [token, 'A'.repeat(43)]) {
      await page(link);
      await call(vouchers.recipientPdf, undefined, { params: { token: link } });
    }
    undo();
    expect(waits).toEqual(Array<string>(8).fill('up to 300'));
  });
});

describe('wrong codes', () => {
  it('locks a user for 15 minutes after ten in 15 minutes; correct ones do not count', async () => {
    const { codes } = await published(1);
    day('2026-06-15T12:00:30');
    const manager = await facilityManager();
    const colleague = await facilityManager(manager.facilityId);
    for (let n = 0; n < 12; n++) expect((await lookup(manager, codes[0] ?? '')).status).toBe(200);
    for (let n = 0; n < 10; n++) expect((await lookup(manager, 'ABCD-EFGH-JKLM')).status).toBe(422);
    const rest = await redeem(manager, codes[0] ?? '');
    expect([rest.status, rest.body.message]).toEqual([
      429,
      'Too many wrong codes. Nothing was redeemed. Try again at 12:16 PM (Chicago time).',
    ]);
    expect((await lookup(colleague, codes[0] ?? '')).status).toBe(200);
    day('2026-06-15T12:16:30');
    expect((await redeem(manager, codes[0] ?? '')).status).toBe(200);
    const events: Record<string, unknown>[] = [];
    const { pk } = keys.audit(`facility ${manager.facilityId}`, '', '');
    for await (const event of eachItem(pk)) events.push(event);
    expect(events.filter(({ name }) => name === 'voucher code refused')).toHaveLength(10);
    expect(JSON.stringify(events)).not.toMatch(/ABCD-?EFGH/);
  });

  it('locks a club after fifty, regardless of parallel guesses', async () => {
    day('2026-06-15T12:00:00');
    const first = await facilityManager();
    const all = [first];
    for (let n = 0; n < 6; n++) all.push(await facilityManager(first.facilityId));
    const responses = await Promise.all(
      all.flatMap((person) => Array.from({ length: 9 }, () => lookup(person, 'ABCD-EFGH-JKLM'))),
    );
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(50);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(13);
  });
});

describe('a club’s own redemptions', () => {
  it('are listed by month with their total and as a workbook; other clubs’ are hidden', async () => {
    const { codes } = await published(3);
    const manager = await facilityManager();
    for (const code of codes.slice(0, 2)) await redeem(manager, code);
    day('2026-07-01T00:00:00');
    await redeem(manager, codes[2] ?? '');
    const month = async (as: User, periodId: string) =>
      (await call(vouchers.redemptions, as, { query: { periodId } })).body;
    expect(await month(manager, '202606')).toMatchObject({ totalCount: 2, totalAmount: 50 });
    const july = await month(manager, '202607');
    expect(july.items).toMatchObject([{ amount: 25, codeEnd: `…${codes[2]?.slice(-4)}` }]);
    expect(await month(await facilityManager(), '202606')).toMatchObject({ items: [], totalAmount: 0 });
    const { bytes } = await call(vouchers.downloadRedemptions, manager, { query: { periodId: '202606' } });
    const sheet = await readSheet(bytes, 'a.xlsx', { maxBytes: 1_000_000, tooLarge: '' });
    expect(sheet.rows.map(({ cells }) => [cells.Program, cells.Amount])).toEqual([
      ['Summer of Movement', '25'],
      ['Summer of Movement', '25'],
      ['', '50'],
    ]);
  });

  it('undoes today’s redemption, which can be repeated, and refuses yesterday’s', async () => {
    const { id, codes } = await published(1);
    const [left, other] = [await facilityManager(), await facilityManager()];
    await redeem(left, codes[0] ?? '');
    const row = async () => (await vouchersOf(world.admin, id))[0];
    expect((await admin('undoRedemption', await row())).status).toBe(200);
    expect(await row()).toMatchObject({ status: 'sent', facilityName: null, redeemedOn: null });
    const total = (await call(vouchers.redemptions, left, { query: { periodId: '202606' } })).body;
    expect(total).toMatchObject({ totalCount: 0, totalAmount: 0 });
    expect((await redeem(other, codes[0] ?? '')).status).toBe(200);
    expect((await row())?.isRedeemedToday).toBe(true);
    day('2026-06-16T00:00:00');
    expect((await row())?.isRedeemedToday).toBe(false);
    expect((await admin('undoRedemption', await row())).body.message).toBe(
      'A redemption can be undone on the same day only. Nothing was changed.',
    );
  });
});

describe('the recipient’s page', () => {
  it('opens by the link, shows the code while it is valid, and names the redeeming club', async () => {
    const { addresses, codes } = await published(1);
    const token = tokenIn(await emailTo(addresses[0] ?? ''));
    const open = await page(token);
    expect(open.headers['cache-control']).toBe('no-store');
    expect(open.body).toEqual({
      status: 'valid',
      displayName: 'Summer of Movement',
      partnerName: 'Partner 1',
      redemptionValue: 25,
      startDate: '2026-06-01',
      endDate: '2026-08-31',
      code: codes[0],
      facilityName: null,
      redeemedOn: null,
    });
    const printed = () => call(vouchers.recipientPdf, undefined, { params: { token } });
    expect(shown((await printed()).bytes)).toContain(codes[0]);
    day('2026-05-31T12:00:00');
    expect((await page(token)).body.status).toBe('not yet valid');
    day('2026-09-01T00:00:00');
    expect((await page(token)).body).toMatchObject({ status: 'expired', code: null });
    day('2026-06-20T12:00:00');
    const manager = await facilityManager();
    await redeem(manager, codes[0] ?? '');
    expect((await page(token)).body).toMatchObject({
      status: 'redeemed',
      code: null,
      facilityName: `Harbor Gym ${manager.facilityId}`,
    });
    expect((await printed()).status).toBe(409);
  });

  it('is identical for wrong links and unsent vouchers', async () => {
    for (const token of ['x', 'A'.repeat(43), '../1', 'A'.repeat(200)]) {
      const { status, body } = await page(token);
      expect([status, body.message]).toEqual([404, 'Voucher not found.']);
    }
  });
});
