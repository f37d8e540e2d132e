import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { metadataOf } from '../../shared/field-metadata.ts';
import { text } from '../../shared/fields.ts';
import {
  fromWire,
  onWire,
  toWire,
  valuesOnWire,
  fieldsInside,
  fieldsOnWire,
} from '../../shared/wire-names.ts';

const money = z.codec(z.number(), z.int(), {
  decode: (value) => value * 100,
  encode: (value) => value / 100,
});
const row = z.object({
  keyFobNumber: onWire(['facilityMemberID', 'keyfobID'], z.string()).nullable(),
  dues: onWire('memberDues', money).optional(),
});
const form = z.object({
  partnerId: onWire('partnerID', text('Partner', { max: 9 })),
  rows: z.array(row),
  sortBy: valuesOnWire({ partnerNumber: 'partnerIDNumber' }, z.enum(['partnerNumber', 'name'])).optional(),
});
const inside = { partnerId: '7', rows: [{ keyFobNumber: '1A', dues: 12 }], sortBy: 'partnerNumber' };
const wire = {
  partnerID: '7',
  rows: [{ facilityMemberID: '1A', keyfobID: '1A', memberDues: 12 }],
  sortBy: 'partnerIDNumber',
};

describe('names on the wire', () => {
  it('are encoded in requests and decoded in responses', () => {
    expect(toWire(form, inside)).toEqual(wire);
    expect(fromWire(form, wire)).toEqual(inside);
  });

  it('apply to optional and nullable fields, refinements, and unions', () => {
    const refined = form.extend({ extra: z.string().optional() }).superRefine(() => undefined);
    expect(fromWire(refined, wire)).toEqual(inside);
    expect(fromWire(z.union([z.array(form), form]).optional(), [wire])).toEqual([inside]);
    expect(toWire(form.nullable(), null)).toBe(null);
  });

  it('reject internal names in requests', () => {
    expect(fromWire(form, { partnerId: '7' })).toEqual({});
  });

  it('apply to declared values as text or number only', () => {
    const scope = z.union([valuesOnWire({ all: '0' }, z.literal('all')), z.string().regex(/^\d+$/)]);
    const sent = z.object({ partner: scope.prefault('all') });
    expect(toWire(sent, { partner: 'all' })).toEqual({ partner: '0' });
    for (const value of ['0', 0])
      expect(sent.parse(fromWire(sent, { partner: value }))).toEqual({ partner: 'all' });
    expect(sent.parse(fromWire(sent, {}))).toEqual({ partner: 'all' });
    expect(sent.safeParse(fromWire(sent, { partner: 'all' })).success).toBe(false);
    expect(form.safeParse(fromWire(form, { ...wire, sortBy: 'partnerNumber' })).success).toBe(false);
  });

  it('use the first alias with a value', () => {
    expect(fromWire(row, { keyfobID: '2B' })).toEqual({ keyFobNumber: '2B' });
  });

  it('preserve unknown fields for the schema to validate', () => {
    expect(fromWire(form, { nothing: 1, ['__proto__']: 2 })).toEqual({ nothing: 1, ['__proto__']: 2 });
  });

  it('apply to field messages in both directions', () => {
    const endpoint = { body: form };
    expect(fieldsOnWire(endpoint, { 'rows.0.keyFobNumber': 'No.', file: 'None.' })).toEqual({
      'rows.0.facilityMemberID': 'No.',
      file: 'None.',
    });
    expect(fieldsInside(endpoint, { 'rows.0.keyfobID': 'No.', partnerID: 'Gone.' })).toEqual({
      'rows.0.keyFobNumber': 'No.',
      partnerId: 'Gone.',
    });
  });

  it('preserve the label and kind of a field', () => {
    expect(metadataOf(form, 'partnerId')).toMatchObject({ kind: 'text', max: 9 });
  });
});
