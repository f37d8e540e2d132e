import { describe, expect, it } from 'vitest';
import { keys } from '../../functions/table/keys.ts';
import { eachItem } from '../../functions/table/table.ts';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { jpeg, png } from '../platform/pictures/make-picture.ts';
import { call, type Sent } from '../support/call.ts';
import { useWorld } from '../support/world.ts';
import { programOnWire } from './examples.ts';

const world = useWorld();

const save = (given: Record<string, unknown> = {}, files: NonNullable<Sent['files']> = {}) =>
  call(vouchers.saveProgram, world.admin, {
    body: { voucherProgram: JSON.stringify(programOnWire(given)) },
    files,
  });
const problems = async (given: Record<string, unknown>) => {
  const { status, body } = await save(given);
  return status === 400 ? body.fields : { status };
};
const read = (id: string) =>
  call(vouchers.program, world.admin, { query: { voucherProgramId: id } }).then(({ body }) => body);
const logoFile = (bytes: Uint8Array, name = 'logo.png') => ({ partnerLogoFile: { name, bytes } });

describe('a voucher program', () => {
  it('is created, read, listed, and changed, each with its audit event', async () => {
    const created = await save({ redemptionValue: '1,250.50' });
    expect(created.status).toBe(200);
    const { data } = created.body;
    expect(data).toMatchObject({
      partnerID: '1',
      displayName: 'Summer of Movement',
      redemptionValue: 1250.5,
      startDate: '2026-06-01',
      endDate: '2026-08-31',
      publishedOn: null,
      version: 1,
    });
    expect(await read(data.id)).toEqual(data);
    const changed = await save({ id: data.id, displayName: 'Fall of Movement', version: 1 });
    expect(changed.body.data).toMatchObject({ displayName: 'Fall of Movement', version: 2 });
    const list = await call(vouchers.programs, world.admin, { query: { partnerId: '1' } });
    expect(list.body.items).toMatchObject([{ id: data.id, displayName: 'Fall of Movement', recipients: 0 }]);
    const names: unknown[] = [];
    const { pk } = keys.audit(`voucher program ${data.id}`, '', '');
    for await (const { name } of eachItem(pk)) names.push(name);
    expect(names).toEqual(['voucher program created', 'voucher program changed']);
  });

  it('refuses the second of two concurrent changes and saves nothing of it', async () => {
    const { data } = (await save()).body;
    await save({ id: data.id, displayName: 'First', version: 1 });
    const second = await save({ id: data.id, displayName: 'Second', version: 1 });
    expect(second.status).toBe(409);
    expect(second.body.message).toBe('Someone else changed this voucher program. Reload and try again.');
    expect((await read(data.id)).displayName).toBe('First');
    expect((await save({ id: data.id, displayName: 'Third' })).status).toBe(409);
  });

  it('remains with its partner in later saves', async () => {
    const { data } = (await save()).body;
    await save({ id: data.id, partnerID: '2', version: 1 });
    expect((await read(data.id)).partnerID).toBe('1');
    expect((await save({ partnerID: '98765' })).status).toBe(404);
  });
});

describe('the rules of a voucher program', () => {
  it.each([
    ['displayName', ' ', 'Program Name is required.'],
    ['displayName', 'x'.repeat(101), 'Program Name must be at most 100 symbols.'],
    ['redemptionValue', '', 'Redemption Amount is required.'],
    ['redemptionValue', 'ten', 'Redemption Amount must be numeric.'],
    ['redemptionValue', '0', 'Redemption Amount must be between 0.01 and 99999999.99.'],
    ['redemptionValue', '100000000.00', 'Redemption Amount must be between 0.01 and 99999999.99.'],
    ['redemptionValue', '1.005', "Redemption Amount can't contain more than two decimal places."],
    ['startDate', '', 'Start Date is required.'],
    ['endDate', '2026-02-30', 'End Date is not valid.'],
  ])('reject %s %j at the field', async (field, value, message) => {
    expect(await problems({ [field]: value })).toEqual({ [`voucherProgram.${field}`]: message });
  });
  it('reject reversed dates at both fields', async () => {
    expect(await problems({ startDate: '2026-09-01' })).toEqual({
      'voucherProgram.startDate': "Start Date can't be greater than End Date.",
      'voucherProgram.endDate': "End Date can't be less than Start Date.",
    });
  });

  it('accept both limits: one cent, the largest amount, and a program of one day', async () => {
    for (const given of [
      { redemptionValue: '0.01' },
      { redemptionValue: '99999999.99' },
      { startDate: '2026-08-31' },
      { displayName: 'x'.repeat(100) },
    ])
      expect((await save(given)).status).toBe(200);
  });

  it('refuse invalid JSON with a message', async () => {
    const { status, body } = await call(vouchers.saveProgram, world.admin, {
      body: { voucherProgram: '{' },
      files: {},
    });
    expect([status, body.fields]).toEqual([
      400,
      { voucherProgram: 'Voucher program is not readable as JSON.' },
    ]);
  });
});

describe('a logo', () => {
  it('is stored without metadata, remains when another field is saved, and can be replaced or removed', async () => {
    const bytes = png({ extra: [['tEXt', Buffer.from('Author\0Ann Lund')]] });
    const { data } = (await save({}, logoFile(bytes, 'our logo.png'))).body;
    expect(data.partnerLogoFileName).toBe('our logo.png');
    const ask = () => call(vouchers.logo, world.admin, { query: { voucherProgramId: data.id } });
    const remaining = await ask();
    expect(remaining.headers['content-type']).toBe('image/png');
    expect(remaining.bytes.toString('latin1')).not.toContain('Ann Lund');
    await save({ id: data.id, displayName: 'Other name', version: 1 });
    expect((await ask()).bytes).toEqual(remaining.bytes);
    await save({ id: data.id, version: 2 }, logoFile(jpeg(), 'logo.jpg'));
    expect((await ask()).headers['content-type']).toBe('image/jpeg');
    await save({ id: data.id, version: 3, partnerLogoFileName: null });
    expect((await ask()).status).toBe(404);
  });

  const wrongKind =
    'Invalid file format. Please make sure that you are using .jpeg, .jpg, .png file formats.';
  it.each<[string, Uint8Array, string]>([
    ['too large', new Uint8Array(1_048_577), 'File with maximum size of 1 MB is allowed'],
    ['an SVG named .png', Buffer.from('<svg/>'), wrongKind],
    ['a page named .png', Buffer.from('<!doctype html><script>1</script>'), wrongKind],
    ['damaged', png().subarray(0, 70), 'damaged'],
    ['of too many pixels', png({ width: 4_000_001, height: 1, lines: new Uint8Array(1) }), 'megapixels'],
  ])('%s is refused by its field, and nothing is saved', async (_, bytes, message) => {
    const before = (await save()).body.data;
    const { status, body } = await save({ id: before.id, displayName: 'New', version: 1 }, logoFile(bytes));
    expect(status).toBe(422);
    expect(body.fields.partnerLogoFile).toContain(message);
    expect(await read(before.id)).toEqual(before);
  });
});
