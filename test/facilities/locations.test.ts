import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gazetteer } from '../../functions/facilities/gazetteer.ts';
import { makeGazetteer, maxPlaces, locationsLike } from '../../shared/facilities/locations.ts';
import { plainWords } from '../../shared/facilities/plain-words.ts';
import { states } from '../../shared/states.ts';
import { defined } from '../support/defined.ts';

const labels = (input: string) => locationsLike(gazetteer(), input).map(({ label }) => label);

describe('the gazetteer', () => {
  it('contains the cities and ZIP codes of every state and Puerto Rico', () => {
    expect(gazetteer().cities.length).toBeGreaterThan(29_000);
    expect(gazetteer().zipCodes.length).toBeGreaterThan(41_000);
    const states = new Set(gazetteer().cities.map((line) => line.split('|')[2]));
    expect(states).toContain('AK');
    expect(states).toContain('PR');
    expect(states).not.toContain('');
    expect(labels('ponce, p')).toEqual(['Ponce, PR']);
    expect(labels('00601')).toEqual(['Adjuntas, PR 00601']);
  });
  it('uses the coordinates of the Census Bureau where they exist, otherwise of GeoNames', () => {
    expect(locationsLike(gazetteer(), '55802')).toEqual([
      {
        label: 'Duluth, MN 55802',
        city: 'Duluth',
        state: 'MN',
        zipCode: '55802',
        latitude: 46.7642,
        longitude: -92.0824,
      },
    ]);
    // post office boxes: no census area
    expect(locationsLike(gazetteer(), '55801')[0]).toMatchObject({ latitude: 46.7833, longitude: -92.1066 });
  });
  it('is sorted for binary search', () => {
    for (const lines of [gazetteer().cities, gazetteer().zipCodes])
      expect(lines.every((line, row) => row === 0 || (lines[row - 1] ?? '') <= line)).toBe(true);
  });
});

describe('places', () => {
  it('are found by the start of a ZIP code, with or without ZIP+4 digits', () => {
    expect(labels('5580')).toHaveLength(maxPlaces);
    expect(labels('5580').every((label) => label.includes(' 5580'))).toBe(true);
    expect(labels('55802-1234')).toEqual(['Duluth, MN 55802']);
    expect(labels('00000')).toEqual([]);
    expect(labels('558021')).toEqual([]);
  });
  it('are found by city, with or without state, in any case and spelling of Saint', () => {
    expect(labels('st. pa')).toEqual(labels('Saint Pa'));
    expect(labels('ST PAUL, MN')).toEqual(['Saint Paul, MN']);
    expect(labels('PORTLAND, me')).toEqual(['Portland, ME']);
    expect(labels('coeur d’alene')).toEqual(labels("coeur d'alene"));
    expect(labels('cañon city')).toEqual(['Canon City, CO']);
  });
  it('are found with the name of the state and with abbreviated words', () => {
    expect(labels('Minneapolis, Minnesota')).toEqual(['Minneapolis, MN']);
    expect(labels('minneapolis minnesota')).toEqual(['Minneapolis, MN']);
    expect(labels('Minneapolis, Minn')).toEqual(['Minneapolis, MN']);
    expect(labels('Minneapolis, MN, USA')).toEqual(['Minneapolis, MN']);
    expect(labels('Minneapolis, MN 55401')).toEqual(['Minneapolis, MN 55401']);
    expect(labels('Kansas City, Kansas')).toEqual(['Kansas City, KS']);
    expect(labels('Ft. Worth')[0]).toBe('Fort Worth, TX');
    expect(labels('ft worth, texas')).toEqual(['Fort Worth, TX']);
    expect(labels('Mt. Vernon')).toEqual(labels('Mount Vernon'));
    expect(labels('N. Las Vegas')[0]).toBe('North Las Vegas, NV');
    expect(labels('Sault Ste. Marie')[0]).toMatch(/^Sault Sainte Marie|^Sault Ste/);
    expect(labels('Washington, D.C.')).toEqual(['Washington, DC']);
    expect(labels('New York')[0]).toBe('New York, NY');
    expect(labels('Billings, MT')).toEqual(['Billings, MT']);
    expect(labels('Nowhere, Minnesota')).toEqual([]);
  });
  it('are found for any city with the name of its state instead of its code', () => {
    const lines = gazetteer().cities;
    fc.assert(
      fc.property(fc.nat(lines.length - 1), (index) => {
        const [, city = '', code = ''] = defined(lines[index]).split('|');
        const state = defined(states.find(({ abbr }) => abbr === code)).name;
        expect(labels(`${city}, ${state}`)).toContain(`${city}, ${code}`);
      }),
      { numRuns: 300 },
    );
  });
  it('start with the largest cities', () => {
    expect(labels('portland').slice(0, 2)).toEqual(['Portland, OR', 'Portland, ME']);
    expect(labels('s')[0]).toBe('Sacramento, CA');
  });
  it('are none for an empty text, and at most eight', () => {
    expect(labels('  ')).toEqual([]);
    expect(labels('s')).toHaveLength(maxPlaces);
  });
  it('equal the result of a full scan', () => {
    const names = gazetteer().cities.map((line) => ({
      plain: line.split('|')[0] ?? '',
      weight: Number(line.split('|')[5]),
    }));
    const values = fc
      .tuple(fc.nat(names.length - 1), fc.integer({ min: 1, max: 14 }))
      .map(([row, length]) => defined(names[row]).plain.slice(0, length).trim());
    fc.assert(
      fc.property(values, (text) => {
        const search = plainWords(text);
        if (search === '' || /^\d/.test(search)) return;
        const all = names.filter(({ plain }) => plain.startsWith(search));
        const weights = all.map(({ weight }) => weight).toSorted((left, other) => other - left);
        const found = locationsLike(gazetteer(), text).map(({ city, state }) =>
          plainWords(`${city} ${state}`),
        );
        expect(found.every((candidate) => all.some(({ plain }) => plain === candidate))).toBe(true);
        expect(found.map((item) => all.find(({ plain }) => plain === item)?.weight)).toEqual(
          weights.slice(0, maxPlaces),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('building a gazetteer', () => {
  const zip = (zipCode: string, city: string, latitude: number) => ({
    zipCode,
    city,
    state: 'MN',
    latitude,
    longitude: -93,
  });
  it('merges two spellings of a city under the longer name, in the center of its ZIP codes', () => {
    const created = makeGazetteer([
      zip('55101', 'St. Paul', 44.9),
      zip('55102', 'Saint Paul', 44.95),
      zip('55199', 'Saint Paul', 48),
    ]);
    expect(locationsLike(created, 'st paul')).toEqual([
      {
        label: 'Saint Paul, MN',
        city: 'Saint Paul',
        state: 'MN',
        zipCode: '',
        latitude: 44.95,
        longitude: -93,
      },
    ]);
    expect(created.zipCodes).toHaveLength(3);
  });
});
