import { describe, expect, test } from 'vitest';
import { definitionsOf, type TemplateResource } from './definitions.ts';
import { examine, examText, faults, messagesWithoutFailure } from './exam.ts';
import { evaluate, isInAlarm, recordingsOf } from './series.ts';
import { defined } from '../../support/defined.ts';
import { production, synthesised } from '../portal.ts';

const jobs = defined(synthesised(production).templates.get('Wellport-production-Jobs'));
const { Resources } = jobs.toJSON() as { Resources: Record<string, TemplateResource> };
const definitions = definitionsOf(Resources);

describe('the alarm exam', () => {
  test('plants at least fifty faults, and every message is one of them', () => {
    expect(faults.length).toBeGreaterThanOrEqual(50);
    expect(new Set(faults.map(({ name: fault }) => fault)).size).toBe(faults.length);
    const sending = [...definitions.metricAlarms, ...definitions.compositeAlarms].filter(
      ({ notifies }) => notifies,
    );
    const examined = new Set(faults.map(({ alarm }) => `wellport-production-${alarm}`));
    expect(sending.map(({ name }) => name).filter((name) => !examined.has(name))).toEqual([]);
  });

  test('raises exactly one alarm per fault, with its runbook section', () => {
    const results = examine(definitions);
    const failed = results.filter(({ isOk: isPassed }) => !isPassed);
    expect(failed.length === 0 ? '' : examText(failed)).toBe('');
  });

  test('raises no alarm without a fault', () => expect(messagesWithoutFailure(definitions)).toEqual([]));

  test('fails if an alarm has another threshold, no suppression, or another section', () => {
    const changedBy = (
      wanted: readonly string[],
      change: (resource: TemplateResource, id: string) => object,
    ) =>
      examine(
        definitionsOf(
          Object.fromEntries(
            Object.entries(Resources).map(([id, resource]) => [
              id,
              { ...resource, Properties: { ...resource.Properties, ...change(resource, id) } },
            ]),
          ),
        ),
        faults.filter(({ alarm }) => wanted.includes(alarm)),
      ).flatMap(({ isOk: isPassed, wanted: alarm }) => (isPassed ? [] : [alarm]));
    const wanted = ['FilesUnknown', 'LockOuts'];
    const higher = changedBy(wanted, (_, id) =>
      id.startsWith('AlarmsFilesUnknown') ? { Threshold: 2 } : {},
    );
    expect(higher).toEqual(['FilesUnknown']);
    const repeated = changedBy(wanted, ({ Type }) =>
      Type.endsWith('CompositeAlarm') ? { ActionsSuppressor: undefined } : {},
    );
    expect(repeated).toEqual(['LockOuts']);
    const other = changedBy(wanted, (_, id) =>
      id.startsWith('AlarmsLockOuts') ? { AlarmDescription: 'What to do: #the-api-fails\n' } : {},
    );
    expect(other).toEqual(['LockOuts']);
  });
});

describe('metric math', () => {
  const values = new Map([
    ['a', 6],
    ['part_1', 2],
    ['part_2', 5],
    ['part_3', undefined],
  ]);
  const resultOf = (text: string) => evaluate(text, (id) => values.get(id), values);

  test.each([
    ['a', 6],
    ['100 * part_1 / a', 100 / 3],
    ['a - part_2 - part_1', -1],
    ['(a + part_2) * part_1', 22],
    ['IF(a >= 6, part_1, part_2)', 2],
    ['IF(a > 6, part_1, part_2)', 5],
    ['SUM(METRICS("part_"))', 7],
    ['MAX(METRICS("part_"))', 5],
    ['a / part_3', undefined],
    ['a / 0', undefined],
    ['SUM(METRICS("none_"))', undefined],
  ])('%s is %s', (text, result) => expect(resultOf(text)).toEqual(result));

  test.each(['FILL(a, 0)', 'a +', 'RATE(METRICS())', 'a b'])('rejects %s', (text) =>
    expect(() => resultOf(text)).toThrow(),
  );
});

test('an alarm needs all of its periods, and missing data count as it states', () => {
  const metric = { namespace: 'n', name: 'm', dimensions: {} };
  const alarm = {
    name: 'x',
    parts: [{ id: 'only', metric: { ...metric, statistic: 'Average', periodMinutes: 5 } }],
    threshold: 3,
    isBelow: false,
    periods: 2,
    missingBreaches: false,
    notifies: true,
    description: '',
  };
  const at = (values: Record<number, number>, changes = {}) =>
    isInAlarm(
      { ...alarm, ...changes },
      recordingsOf(() => [(minute) => (values[minute] === undefined ? undefined : [values[minute]])]),
      10,
    );
  expect(at({ 1: 3, 7: 3 })).toBe(true);
  expect(at({ 1: 3, 6: 2, 7: 3 })).toBe(false);
  expect(at({ 7: 9 })).toBe(false);
  expect(at({ 7: 9 }, { missingBreaches: true })).toBe(true);
  expect(at({ 1: 1, 7: 2 }, { isBelow: true })).toBe(true);
});
