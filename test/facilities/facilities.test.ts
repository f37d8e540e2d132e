import * as fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { demoFacilities } from '../../infra/local/demo/facilities.ts';
import {
  coordinateSteps,
  facilitiesOf,
  columnsOf,
  mapFacilityColumns,
  mapOrder,
  onMap,
} from '../../shared/facilities/facility-map.ts';
import { milesBetween, showMiles } from '../../shared/facilities/distance.ts';
import { facilitiesOfPlans } from '../../shared/facilities/plans.ts';
import { toWire } from '../../shared/wire-names.ts';
import { someFacilities } from './some-facilities.ts';
import { defined } from '../support/defined.ts';

const facilities = demoFacilities.map(onMap);

describe('distances', () => {
  const duluth = { latitude: 46.7867, longitude: -92.1005 };
  const minneapolis = { latitude: 44.9778, longitude: -93.265 };

  it('are great-circle miles, shown with two decimals', () => {
    expect(milesBetween(duluth, minneapolis)).toBeCloseTo(136.9, 0);
    expect(showMiles(12.0449)).toBe('12.04 miles');
  });

  const point = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  it('are symmetric, zero for one point, and at most half the circumference', () => {
    fc.assert(
      fc.property(point, point, (left, other) => {
        const miles = milesBetween(left, other);
        expect(miles).toBeCloseTo(milesBetween(other, left), 6);
        expect(milesBetween(left, left)).toBeCloseTo(0, 6);
        expect(miles).toBeGreaterThanOrEqual(0);
        expect(miles).toBeLessThanOrEqual((7917.6 * Math.PI) / 2 + 1e-6);
      }),
    );
  });
});

describe('columns', () => {
  it('decode to the facilities that were encoded', () => {
    expect(facilitiesOf(columnsOf(facilities))).toEqual(facilities);
  });
  it('of twenty thousand facilities have at most 250 KB compressed', () => {
    const columns = columnsOf(someFacilities(20_000).toSorted(mapOrder));
    const sent = toWire(mapFacilityColumns, z.encode(mapFacilityColumns, columns));
    expect(gzipSync(JSON.stringify(sent)).length).toBeLessThan(250 * 1024);
  });
  it('encode coordinates as deltas that decode to within a meter', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -180, max: 180, noNaN: true })), (degrees) => {
        const steps = z.encode(coordinateSteps, degrees);
        const back = z.decode(coordinateSteps, steps);
        expect(back).toHaveLength(degrees.length);
        for (const [index, degree] of degrees.entries())
          expect(Math.abs(defined(back[index]) - degree)).toBeLessThanOrEqual(0.000_005_1);
      }),
    );
    expect(z.encode(coordinateSteps, [44.98, 44.97999, 45])).toEqual([4_498_000, -1, 2001]);
  });
});

describe('the filter by plans', () => {
  const none = { hasGroupMemberships: false, planIds: [], programIds: [] };
  const open = facilities.filter(({ takesMembers }) => takesMembers).length;

  it('shows all facilities while nothing is selected', () => {
    expect(facilitiesOfPlans(facilities, none)).toHaveLength(60);
  });
  it('shows facilities that accept members when group memberships are selected, by flag or by ID 0', () => {
    expect(open).toBe(58);
    expect(facilitiesOfPlans(facilities, { ...none, hasGroupMemberships: true })).toHaveLength(open);
    expect(facilitiesOfPlans(facilities, { ...none, planIds: [0] })).toHaveLength(open);
  });
  it('shows none for a plan without facilities', () => {
    expect(facilitiesOfPlans(facilities, { ...none, planIds: [7] })).toEqual([]);
    expect(facilitiesOfPlans(facilities, { ...none, programIds: [7] })).toEqual([]);
  });
});
