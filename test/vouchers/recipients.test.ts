import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { newVoucherCode } from '../../functions/vouchers/voucher-token.ts';
import { voucherOfCode } from '../../functions/vouchers/store.ts';
import { readSheet } from '../../functions/platform/sheets/read-sheet.ts';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { readCode, showCode } from '../../shared/vouchers/voucher.ts';
import { runDying } from '../employees/people.ts';
import { worksheet } from '../platform/sheets/make-workbook.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import {
  freshAddresses,
  freshProgram,
  programOf,
  programWith,
  recipientsFile,
  upload,
  vouchersOf,
} from './programs.ts';

const world = useWorld();

describe('a code', () => {
  it('is accepted in any case, with or without hyphens, and without look-alike symbols', () => {
    expect(readCode(' abcd-efgh jklm ')).toBe('ABCDEFGHJKLM');
    expect(showCode('ABCDEFGHJKLM')).toBe('ABCD-EFGH-JKLM');
    for (const wrong of ['ABCD-EFGH-JKL', 'ABCD-EFGH-JKLMN', 'ABCD-EFGH-JKL0', 'ABCD-EFGH-JKLI', ''])
      expect(readCode(wrong)).toBeUndefined();
  });

  it('is evenly distributed: 200,000 unique codes, every symbol equally often at every position', () => {
    const codes = new Set<string>();
    const seen = Array.from({ length: 12 }, () => new Map<string, number>());
    for (let n = 0; n < 200_000; n++) {
      const code = newVoucherCode();
      codes.add(code);
      seen.forEach((counts, index) => {
        const symbol = code[index] ?? '';
        counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
      });
    }
    expect(codes.size).toBe(200_000);
    const expected = 200_000 / 32;
    for (const counts of seen) {
      expect([...counts.keys()].every((symbol) => readCode(symbol.repeat(12)) !== undefined)).toBe(true);
      const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
      // 31 degrees of freedom: an even distribution fails this once in a hundred million runs
      expect([counts.size, chiSquare < 105]).toEqual([32, true]);
    }
  });
});

describe('a recipients file', () => {
  it('creates a voucher with a unique code and the other columns for every line', async () => {
    const id = await freshProgram(world.admin);
    const [one = '', two = ''] = freshAddresses(2);
    const file = await recipientsFile(
      [
        [one, 'Ann', 'North'],
        [two, '=cmd()', ''],
      ],
      ['E-mail address', 'First name', 'Site'],
    );
    const { body } = await upload(world.admin, id, file);
    expect(await runJob(body.jobId)).toMatchObject({ status: 'done', tally: { uploaded: 2 } });
    const rows = await vouchersOf(world.admin, id);
    expect(rows).toMatchObject([
      {
        recipientEmail: one,
        recipientMetaDataDictionary: { 'First name': 'Ann', Site: 'North' },
        status: 'draft',
        facilityIDNumber: null,
        redeemedBy: null,
      },
      { recipientEmail: two, recipientMetaDataDictionary: { 'First name': '=cmd()', Site: '' } },
    ]);
    expect(new Set(rows.map(({ code }) => readCode(code ?? ''))).size).toBe(2);
    expect(await programOf(world.admin, id)).toMatchObject({
      metadataColumns: ['First name', 'Site'],
      sums: { recipients: 2, waiting: 2, sent: 0 },
      uploadJobId: null,
    });
    const sheet = await call(vouchers.recipients, world.admin, { query: { voucherProgramId: id } });
    const { header, rows: lines } = await readSheet(sheet.bytes, 'a.xlsx', {
      maxBytes: 1_000_000,
      tooLarge: '',
    });
    expect(header.slice(0, 5)).toEqual(['Code', 'Recipient Email', 'First name', 'Site', 'Status']);
    expect(lines[1]?.cells['First name']).toBe('=cmd()');
    const parts = Object.values(unzipSync(sheet.bytes)).map((part) => strFromU8(part));
    expect(parts.join('')).toMatch(/(&apos;|')=cmd\(\)/);
  });

  it('is read once when its request is repeated, also while it is processed', async () => {
    const id = await freshProgram(world.admin);
    const file = await recipientsFile(freshAddresses(2).map((address) => [address]));
    const send = () =>
      call(vouchers.uploadRecipients, world.admin, {
        body: { voucherProgramId: id },
        files: { recipientsFile: file },
        headers: { 'idempotency-key': 'recipients' },
      });
    const { jobId } = (await send()).body;
    expect((await send()).body.jobId).toBe(jobId);
    await runJob(jobId);
    expect((await send()).body.jobId).toBe(jobId);
    expect(await vouchersOf(world.admin, id)).toHaveLength(2);
  });

  it('is rejected with a title that every object has as a property', async () => {
    const id = await freshProgram(world.admin);
    for (const title of ['__proto__', 'constructor', 'toString']) {
      const file = await recipientsFile([[...freshAddresses(1), 'x']], ['Email', title]);
      const { status, body } = await upload(world.admin, id, file);
      expect([status, body.message]).toEqual([422, expect.stringContaining('reserved title')]);
    }
  });

  it('is rejected with all invalid lines and reasons, unless its valid rows are accepted', async () => {
    const stored = freshAddresses(1);
    const id = await programWith(world.admin, stored);
    const file = await recipientsFile(
      [
        ['ann@people.test', ''],
        ['nowhere', 'x'],
        ['', 'x'],
        ['ANN@people.test', ''],
        ['bo@people.test', 'x'.repeat(201)],
      ],
      ['Email', 'Site'],
    );
    const { status, body } = await upload(world.admin, id, file);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: false, message: 'The following data is invalid:' });
    expect(body.invalidLines).toEqual([
      { line: 3, reason: 'Email is not valid. Write it as name@example.com.', code: 'invalid' },
      { line: 4, reason: 'Email is required.', code: 'invalid' },
      { line: 5, reason: 'This email is in the file more than once, first in line 2.', code: 'conflict' },
    ]);
    expect(body.validCount).toBe(2);
    expect((await vouchersOf(world.admin, id)).map(({ recipientEmail }) => recipientEmail)).toEqual(stored);
    const valid = await upload(world.admin, id, file, { validRowsOnly: 'true' });
    expect(await runJob(valid.body.jobId)).toMatchObject({ status: 'done', tally: { uploaded: 2 } });
    const accepted = await vouchersOf(world.admin, id);
    expect(accepted.map(({ recipientEmail }) => recipientEmail)).toEqual([
      'ann@people.test',
      'bo@people.test',
    ]);
    // an optional cell refuses no row
    expect(
      accepted.map(({ recipientMetaDataDictionary: cells }) => Reflect.get(Object(cells), 'Site')),
    ).toEqual(['', `${'x'.repeat(199)}…`]);
    const none = await recipientsFile([['nowhere', 'x']], ['Email', 'Site']);
    const refused = await upload(world.admin, id, none, { validRowsOnly: 'true' });
    expect(refused.body).toMatchObject({ success: false, validCount: 0 });
  });

  it.each(['SSN', 'Social Security No.', 'SIN'])('refuses a file with a column %s', async (title) => {
    const id = await programWith(world.admin, freshAddresses(1));
    const file = await recipientsFile([['bo@people.test', '123-45-6789']], ['Email', title]);
    const { status, body } = await upload(world.admin, id, file);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).not.toContain('123-45');
    expect(body.message).toContain('The file contains social security numbers.');
  });

  it('stores addresses without what copying adds, and refuses the same address twice', async () => {
    const id = await programWith(world.admin, freshAddresses(1));
    const file = await recipientsFile(
      [
        ['mailto:cy@people.test', 'x'],
        ['\u2060CY@people.test', 'x'],
      ],
      ['Email', 'Site'],
    );
    const { body } = await upload(world.admin, id, file);
    expect(body.invalidLines).toMatchObject([{ line: 3, code: 'conflict' }]);
    const valid = await upload(world.admin, id, file, { validRowsOnly: 'true' });
    await runJob(valid.body.jobId);
    expect((await vouchersOf(world.admin, id)).map(({ recipientEmail }) => recipientEmail)).toEqual([
      'cy@people.test',
    ]);
  });

  it('replaces recipients and codes, and invalidates the old codes', async () => {
    const id = await programWith(world.admin, freshAddresses(20));
    const before = await vouchersOf(world.admin, id);
    const fresh = freshAddresses(3);
    const { body } = await upload(world.admin, id, await recipientsFile(fresh.map((text) => [text])));
    await runJob(body.jobId);
    const after = await vouchersOf(world.admin, id);
    expect(after.map(({ recipientEmail }) => recipientEmail)).toEqual(fresh);
    expect(await vouchersOf(world.admin, id, { filter: before[0]?.recipientEmail ?? '' })).toEqual([]);
    for (const { code = '' } of before) expect(await voucherOfCode(readCode(code) ?? '')).toBeUndefined();
    for (const { id: voucherId, code = '' } of after)
      expect((await voucherOfCode(readCode(code) ?? ''))?.id).toBe(voucherId);
  });

  it('is imported once when the worker crashes at any write, and the old one remains until then', async () => {
    const old = freshAddresses(2);
    const id = await programWith(world.admin, old);
    const addresses = freshAddresses(40);
    const { body } = await upload(
      world.admin,
      id,
      await recipientsFile(addresses.map((address) => [address])),
    );
    expect((await vouchersOf(world.admin, id)).map(({ recipientEmail }) => recipientEmail)).toEqual(old);
    expect(await runDying(body.jobId)).toMatchObject({ status: 'done', done: 42, tally: { uploaded: 40 } });
    const rows = await vouchersOf(world.admin, id);
    expect(rows.map(({ recipientEmail }) => recipientEmail)).toEqual(addresses);
    expect((await programOf(world.admin, id)).sums.recipients).toBe(40);
  });

  it('is refused while another one is imported', async () => {
    const id = await freshProgram(world.admin);
    const file = await recipientsFile([['one@people.test']]);
    const first = await upload(world.admin, id, file);
    expect((await upload(world.admin, id, file)).status).toBe(409);
    await runJob(first.body.jobId);
    expect((await upload(world.admin, id, file)).status).toBe(200);
  });

  const eleven = Array.from({ length: 11 }, (_, n) => `Extra ${n}`);
  it.each<[string, readonly string[], RegExp]>([
    ['without addresses', ['Name'], /The column "Email" is missing/],
    ['with two columns of addresses', ['Email', 'E-Mail Address'], /could both be "Email"/],
    ['with a column of ours', ['Email', 'Facility ID'], /"Facility ID" has a reserved title/],
    ['with a column twice', ['Email', 'Site', 'SITE.'], /occurs twice/],
    ['with eleven other columns', ['Email', ...eleven], /maximum is 10/],
  ])('%s is refused by its field', async (_, titles, message) => {
    const id = await freshProgram(world.admin);
    const file = await recipientsFile([titles.map(() => 'a@people.test')], titles);
    const { status, body } = await upload(world.admin, id, file);
    expect(status).toBe(422);
    expect(body.fields.recipientsFile).toMatch(message);
  });

  it('is refused at its field when too large, of another type, damaged, or too large when unpacked', async () => {
    const id = await freshProgram(world.admin);
    const bomb = `<worksheet><sheetData>${'<row></row>'.repeat(3_500_000)}</sheetData></worksheet>`;
    for (const [name, bytes, message] of [
      ['a.xlsx', new Uint8Array(1_048_577), /limit of 1MB/],
      ['a.csv', Buffer.from('Email\na@b.test'), /ends in \.xlsx/],
      ['a.xlsx', Buffer.from('Email'), /damaged/],
      ['a.xlsx', worksheet(bomb), /too much data/],
    ] as const) {
      const { status, body } = await upload(world.admin, id, { name, bytes });
      expect([status, body.fields.recipientsFile]).toEqual([422, expect.stringMatching(message)]);
    }
    const none = await call(vouchers.uploadRecipients, world.admin, {
      body: { voucherProgramId: id },
      files: {},
    });
    expect(none.body.fields).toEqual({ recipientsFile: 'Please select a file.' });
  });
});

describe('the table of vouchers', () => {
  it('is searched by address or code, with or without hyphens, in pages of twenty', async () => {
    const addresses = freshAddresses(25);
    const id = await programWith(world.admin, addresses);
    const first = await call(vouchers.list, world.admin, { params: { voucherProgramID: id }, query: {} });
    expect([first.body.items.length, first.body.totalCount]).toEqual([20, 25]);
    const rows = await vouchersOf(world.admin, id);
    expect(rows.map(({ recipientEmail }) => recipientEmail)).toEqual(addresses);
    const { code = '', id: voucherId } = rows[7] ?? {};
    for (const filter of [
      code,
      code.toLowerCase(),
      code.replaceAll('-', ''),
      code.slice(0, 9),
      addresses[7] ?? '',
    ])
      expect(
        (await vouchersOf(world.admin, id, { filter })).map((row) => row.id),
        filter,
      ).toEqual([voucherId]);
    expect(await vouchersOf(world.admin, id, { status: 'draft' })).toHaveLength(25);
    for (const status of ['sent', 'undeliverable', 'redeemed', 'void', 'expired'])
      expect(await vouchersOf(world.admin, id, { status })).toEqual([]);
    expect(await vouchersOf(world.admin, id, { status: 'sent', filter: addresses[7] ?? '' })).toEqual([]);
  });
});
