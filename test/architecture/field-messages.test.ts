import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoints } from '../../shared/contracts/all.ts';
import { keyFobRange } from '../../shared/employees/key-fob.ts';
import { agreementFormOf } from '../../shared/enrollment/agreement-text.ts';
import { bankAccountForm } from '../../shared/bank-accounts/bank-account.ts';
import { fieldAt, fieldMetadata, messageOf } from '../../shared/field-metadata.ts';
import { withMethods } from '../../shared/schema.ts';
import { nominationClubInfo, nominationGeneralInfo } from '../../shared/site/contact-request.ts';

// Every field of every request, missing, empty, incomplete, and of another type: each error is a sentence that begins
// with the field's name, never a message of the validation library.

interface Definition {
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  type: string;
  out?: z.ZodType;
}

function pathsOf(schema: z.ZodType, before: readonly string[] = []): string[] {
  const { shape, element, options, innerType, type, out } = schema.def as unknown as Definition;
  if (shape) return Object.entries(shape).flatMap(([name, field]) => pathsOf(field, [...before, name]));
  if (element) return pathsOf(element, [...before, '0']);
  if (innerType) return pathsOf(innerType, before);
  if (type === 'pipe' && out) return [...new Set([before.join('.'), ...pathsOf(out, before)])];
  return [before.join('.'), ...(options ?? []).flatMap((option) => pathsOf(option, before))];
}

const withValue = (path: string, value: unknown): unknown =>
  path.split('.').reduceRight<unknown>((inner, key) => (key === '0' ? [inner] : { [key]: inner }), value);

const entered = [
  undefined,
  null,
  '',
  '  ',
  'x',
  '12',
  '1,5',
  '0910000',
  'a@b',
  -1,
  7.5,
  true,
  [],
  {},
  'w'.repeat(5000),
];
// wire names, which users do not enter, are their own labels
const expected = /^(?:[A-Z]|[a-z]\w* (?:is|must|can't) )[^]*[.?]$/;
const machine =
  /invalid input|invalid option|expected|received|too (big|small)|unrecognized|undefined|NaN|\[object/i;

const isMessage = (message: string) => expected.test(message) && !machine.test(message);

const forms: [name: string, schema: z.ZodType][] = [
  ...endpoints.flatMap(({ area, name, body }): [string, z.ZodType][] =>
    body ? [[`${area}.${name}`, withMethods(body)]] : [],
  ),
  ['bank account', bankAccountForm],
  ['agreement', agreementFormOf(['keyFob', 'withdrawal', 'deposit', 'payment', 'agreement'])],
  ['key fob range', keyFobRange],
  ['nomination, first step', nominationGeneralInfo],
  ['nomination, second step', z.object(nominationClubInfo.shape)],
];

describe('field errors', () => {
  it.each(forms)('of %s are sentences for missing and incomplete values', (_, schema) => {
    const said = new Set<string>();
    for (const path of ['', ...pathsOf(schema)])
      for (const value of entered) {
        const sent = path === '' ? value : withValue(path, value);
        for (const { message } of schema.safeParse(sent, { error: messageOf(schema) }).error?.issues ?? [])
          said.add(message);
      }
    expect([...said].filter((message) => !isMessage(message)).join('\n')).toBe('');
  });

  it.each(forms)('of %s use labels where the schema has its own messages', (_, schema) => {
    const said = new Set<string>();
    for (const path of pathsOf(schema).filter((text) => text !== '')) {
      const field = withMethods(fieldAt(schema, path));
      if (!fieldMetadata.has(field)) continue;
      for (const value of entered)
        for (const { message } of field.safeParse(value).error?.issues ?? []) said.add(message);
    }
    expect([...said].filter((message) => !isMessage(message)).join('\n')).toBe('');
  });

  it('name a field without its own messages and the error', () => {
    const schema = z.object({
      name: z.string().max(3).meta({ title: 'Name' }),
      seats: z.int().max(5),
      site: z.url(),
    });
    const said = (sent: unknown) =>
      schema.safeParse(sent, { error: messageOf(schema) }).error?.issues.map(({ message }) => message);
    expect(said({})).toEqual(['Name is required.', 'seats is required.', 'site is required.']);
    expect(said({ name: 'Anna', seats: 6, site: 'no' })).toEqual([
      'Name must be at most 3 symbols.',
      "seats can't be greater than 5.",
      'site is not valid.',
    ]);
    expect(said('nothing')).toEqual(['The request is not valid.']);
  });

  it('name the most entries of a list, also in an option of a union', () => {
    const ids = z.array(z.string()).max(1);
    const named = z.array(z.string()).max(1, 'Select at most 1 member.');
    const schema = z.object({ ids, members: z.union([named, z.literal('all')]) });
    const sent = { ids: ['a', 'b'], members: ['a', 'b'] };
    const { error } = schema.safeParse(sent, { error: messageOf(schema) });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'ids can have at most 1 entries.',
      'Select at most 1 member.',
    ]);
  });
});
