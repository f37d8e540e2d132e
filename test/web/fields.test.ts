import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { metadataOf, isRequired, labelOf } from '../../shared/field-metadata.ts';
import * as fields from '../../shared/fields.ts';
import { password } from '../../shared/fields.ts';
import { CallError } from '../../web/platform/call-error.ts';
import { fileField } from '../../web/ui/file-field.ts';

const messageFor = (schema: z.ZodType, sent: unknown) =>
  schema.safeParse(sent).error?.issues[0]?.message ?? 'fine';
const read = (schema: z.ZodType, sent: unknown) => schema.parse(sent);

test('reports a required field for undefined, null, empty, and blank input', () => {
  const partner = fields.text('Partner ID', { min: 3, max: 8 });
  for (const sent of [undefined, null, '', '  '])
    expect(messageFor(partner, sent)).toBe('Partner ID is required.');
  expect(messageFor(partner, 7)).toBe('Partner ID is not valid.');
  expect(messageFor(partner, 'ab')).toBe('Partner ID must be at least 3 symbols.');
  expect(messageFor(partner, 'abcdefghi')).toBe('Partner ID must be at most 8 symbols.');
  expect(read(partner, '  abc ')).toBe('abc');
});

test('omits an empty optional field, and applies its limits otherwise', () => {
  const notes = fields.text('Notes', { max: 5, required: false });
  expect(read(notes, '')).toBeUndefined();
  expect(read(notes, undefined)).toBeUndefined();
  expect(messageFor(notes, 'abcdef')).toBe('Notes must be at most 5 symbols.');
  const amount = fields.dollars('Dues', { most: 99_999, required: false });
  expect(read(amount, ' ')).toBeUndefined();
});

test('rejects control characters and direction marks, and line breaks in single-line fields', () => {
  const name = fields.text('Name', { max: 50 });
  for (const sent of ['a\u0000b', 'a\u001bb', 'a\u202eb', 'a\nb', 'a\ud800b']) {
    expect(messageFor(name, sent)).toBe('Name is not valid.');
  }
  expect(read(fields.text('Notes', { max: 50, lines: true }), 'a\r\nb')).toBe('a\nb');
  expect(read(name, 'Jose\u0301')).toBe('José');
});

test('reports a pattern with its own message', () => {
  const message = 'The Routing Number field is invalid.';
  expect(messageFor(fields.text('Routing Number', { max: 9, pattern: /^\d+$/, message }), 'x')).toBe(message);
});

test('normalizes US phone numbers, and accepts common formats of other phone numbers', () => {
  const strict = fields.usPhone('Contact Number');
  expect(read(strict, '+16125550100')).toBe('+16125550100');
  const refusal = 'Contact Number is invalid. Contact Number must be +1XXXXXXXXXX.';
  for (const sent of [
    '(208) 555-0142',
    '208-555-0142',
    '208.555.0142',
    '2085550142',
    '+1 208 555 0142',
    '12085550142',
  ])
    expect(read(strict, sent)).toBe('+12085550142');
  for (const sent of [
    '+1208555014',
    '555-0142',
    '+442079460000',
    '(208 555-0142',
    '208-555-0142 x5',
    'call me',
  ])
    expect(messageFor(strict, sent)).toBe(refusal);
  const free = fields.phone('Contact Number', { max: 14 });
  for (const sent of ['(612) 555-0100', '6125550100', '+16125550100', '612.555.0100', '+442079460000']) {
    expect(messageFor(free, sent)).toBe('fine');
  }
  for (const sent of ['12', '612555010', 'call me', '+1']) {
    expect(messageFor(free, sent)).toBe('Contact Number is not valid.');
  }
  expect(messageFor(free, '+1 612-555-01001')).toBe('Contact Number must be at most 14 symbols.');
});

test('converts dollars from text or number to cents and back', () => {
  const dues = fields.dollars('Dues', { least: 0, most: 99_999 });
  expect(read(dues, '12.5')).toBe(1250);
  expect(read(dues, 0.1)).toBe(10);
  expect(z.encode(dues, 1250)).toBe(12.5);
  expect(messageFor(dues, '1.234')).toBe("Dues can't contain more than two decimal places.");
  expect(messageFor(dues, '1000')).toBe('Dues must be between 0.00 and 999.99.');
  expect(messageFor(dues, 'ten')).toBe('Dues must be numeric.');
  for (const sent of ['', undefined, null]) expect(messageFor(dues, sent)).toBe('Dues is required.');
  expect(messageFor(dues, true)).toBe('Dues is not valid.');
});

test('parses a whole number from text within its limits', () => {
  const visits = fields.wholeNumber('Visits', { least: 0, most: 31 });
  expect(read(visits, '12')).toBe(12);
  expect(messageFor(visits, '12.5')).toBe('Visits must be a whole number.');
  expect(messageFor(visits, '1e1')).toBe('Visits must be numeric.');
  expect(messageFor(visits, 32)).toBe('Visits must be between 0 and 31.');
});

test('returns a choice as its declared code with its type', () => {
  const kind = fields.choice('Account Type', [
    { value: 0, label: 'Checking' },
    { value: 1, label: 'Savings' },
  ]);
  expectTypeOf<z.output<typeof kind>>().toEqualTypeOf<0 | 1>();
  expect(read(kind, '0')).toBe(0);
  expect(read(kind, 1)).toBe(1);
  expect(messageFor(kind, '2')).toBe('Account Type is not valid.');
  expect(messageFor(kind, '')).toBe('Account Type is required.');
});

test('rejects a calendar date that does not exist', () => {
  const launch = fields.calendarDate('Launch Date');
  expect(read(launch, '2028-02-29')).toBe('2028-02-29');
  for (const sent of ['2026-02-29', '2026-13-01', '2026-04-31', '01/02/2026', '2026-1-1', '1900-02-29']) {
    expect(messageFor(launch, sent)).toBe('Launch Date is not valid.');
  }
  expect(messageFor(fields.month('End Month'), '202613')).toBe('End Month is not valid.');
});

test('requires eight characters, a letter, and a digit in a password, and preserves its blanks', () => {
  const rule = password('Password');
  expect(messageFor(rule, 'abc1')).toBe('Password must be at least 8 symbols.');
  expect(messageFor(rule, 'abcdefgh')).toBe('Password must contain at least one letter and one digit.');
  expect(messageFor(rule, `a1${'x'.repeat(29)}`)).toBe('Password must be at most 30 symbols.');
  expect(messageFor(rule, ' abcdef 1 ')).toBe('Password must be at least 8 symbols.');
  expect(read(rule, ' abcdefg 1 ')).toBe(' abcdefg 1 ');
});

test('validates zip codes, states, email addresses, and flags', () => {
  expect(messageFor(fields.zipCode('Zip'), '5540')).toBe('Zip must be 5 symbols.');
  expect(messageFor(fields.zipCode('Zip'), 'ABCDE')).toBe('Zip must be numeric.');
  expect(read(fields.state('State'), 'mn')).toBe('MN');
  expect(messageFor(fields.state('State'), 'XX')).toBe('State is not valid.');
  expect(messageFor(fields.email('Email', { max: 12 }), 'ann@example.org')).toBe(
    'Email must be at most 12 symbols.',
  );
  expect(messageFor(fields.email('Email'), 'ann@example')).toBe('Email is not valid.');
  expect(messageFor(fields.flag('I agree', { mustBeTrue: true }), false)).toBe('I agree is required.');
});

test('finds labels, kinds, and required marks through every wrapper', () => {
  const schema = z
    .object({
      bank: z.object({ routing: fields.text('Routing Number', { max: 9 }) }).nullable(),
      rows: z.array(z.object({ mail: fields.email('Email', { required: false }) })),
      agreed: fields.flag('Agreed'),
      dues: fields.dollars('Dues', { most: 1 }).refine((cents) => cents >= 0),
    })
    .refine(() => true);
  expect(labelOf(schema, 'bank.routing')).toBe('Routing Number');
  expect(labelOf(schema, 'rows.0.mail')).toBe('Email');
  expect(labelOf(schema, 'dues')).toBe('Dues');
  expect(metadataOf(schema, 'dues').kind).toBe('money');
  expect(isRequired(schema, 'bank.routing')).toBe(true);
  expect(isRequired(schema, 'rows.0.mail')).toBe(false);
  expect(isRequired(schema, 'agreed')).toBe(false);
  expect(() => labelOf(schema, 'nope')).toThrow('no field "nope"');
});

test('describes the fields for the OpenAPI document in both directions', () => {
  const schema = z.object({
    name: fields.text('Name', { max: 50 }),
    dues: fields.dollars('Dues', { most: 99_999, required: false }),
    type: fields.choice('Type', [{ value: 0, label: 'Checking' }]),
  });
  const sent = z.toJSONSchema(schema, { io: 'input' });
  expect(sent.required).toEqual(['name', 'type']);
  expect(sent.properties?.name).toMatchObject({ type: 'string', title: 'Name', maxLength: 50 });
  expect(z.toJSONSchema(schema, { io: 'output' }).properties?.dues).toMatchObject({ type: 'integer' });
  expectTypeOf<z.output<typeof schema>>().toEqualTypeOf<{ name: string; dues?: number; type: 0 }>();
});

test('reports a missing file and failed requests in the specified words', () => {
  expect(messageFor(fileField({ label: 'Employees', accept: ['.xlsx'], maxBytes: 25_600 }), undefined)).toBe(
    'Please select a file.',
  );
  const failed = [0, 403, 404, 500].map((status) => new CallError({ status }).message);
  expect(failed).toEqual([
    'Request failed. Your changes have not been saved.',
    'Access to the resource is denied.',
    'Resource not found.',
    'Request failed. Please try again.',
  ]);
});
