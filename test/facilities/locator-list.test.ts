import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoFacilities } from '../../infra/local/demo/facilities.ts';
import {
  onMap,
  facilitiesInView,
  matchFacilities,
  facilityToMoveTo,
  isTooFarOut,
  clusterSettings,
  clusterSize,
  crowd,
  isInside,
  type MapView,
  viewAround,
} from '../../shared/facilities/facility-map.ts';
import { milesBetween } from '../../shared/facilities/distance.ts';
import { indexFacilities, type Mark, marksIn } from '../../web/facilities/map/clusters.ts';
import { someFacilities } from './some-facilities.ts';
import { defined } from '../support/defined.ts';

const facilities = demoFacilities.map(onMap);
const { member } = clusterSettings;
const duluth = { latitude: 46.7867, longitude: -92.1005 };
const at = (point: { latitude: number; longitude: number }, zoom: number) => viewAround({ ...point, zoom });

describe('the bounds of a map', () => {
  it('include the points inside on both sides of the 180th meridian', () => {
    const aleutians = { west: 170, south: 50, east: -160, north: 60 };
    expect(isInside(aleutians, { latitude: 52, longitude: 179 })).toBe(true);
    expect(isInside(aleutians, { latitude: 52, longitude: -170 })).toBe(true);
    expect(isInside(aleutians, { latitude: 52, longitude: -150 })).toBe(false);
    expect(isInside(aleutians, { latitude: 61, longitude: -170 })).toBe(false);
    const beyond = { west: -200, south: 50, east: -160, north: 60 };
    expect(isInside(beyond, { latitude: 52, longitude: 170 })).toBe(true);
    expect(isInside({ west: -250, south: -80, east: 150, north: 80 }, { latitude: 0, longitude: 170 })).toBe(
      true,
    );
  });
});

describe('the list of a view', () => {
  it('is empty up to the largest cluster zoom', () => {
    expect(facilitiesInView(facilities, at(duluth, 6), member)).toEqual([]);
    expect(facilitiesInView(facilities, at(duluth, 6.9), member)).toEqual([]);
    expect(facilitiesInView(facilities, at(duluth, 7), member).length).toBeGreaterThan(0);
    expect(facilitiesInView(facilities, at(duluth, 10), clusterSettings.public)).toEqual([]);
    expect(facilitiesInView(facilities, at(duluth, 11), clusterSettings.public)).toHaveLength(1);
    expect(isTooFarOut({ zoom: 7 }, member)).toBe(false);
  });
  it('contains the clubs inside by distance from the center', () => {
    const near = facilitiesInView(facilities, at(duluth, 7), member);
    expect(near[0]).toMatchObject({ city: 'Duluth' });
    expect(near.map(({ miles }) => miles)).toEqual(near.map(({ miles }) => miles).toSorted((a, b) => a - b));
  });

  const many = someFacilities(20_000);
  it('of twenty thousand clubs equals a full scan', () => {
    const view = fc.record({
      latitude: fc.double({ min: 20, max: 60, noNaN: true }),
      longitude: fc.double({ min: -160, max: -66, noNaN: true }),
      zoom: fc.integer({ min: 7, max: 12 }),
    });
    fc.assert(
      fc.property(view, (goal) => {
        const { bounds, center, zoom } = viewAround(goal);
        const slow: { id: string; miles: number }[] = [];
        for (const { id, latitude, longitude } of many) {
          const inside =
            latitude >= bounds.south &&
            latitude <= bounds.north &&
            longitude >= bounds.west &&
            longitude <= bounds.east;
          if (inside) slow.push({ id, miles: milesBetween(center, { latitude, longitude }) });
        }
        slow.sort((left, other) => left.miles - other.miles || left.id.localeCompare(other.id));
        const listed = facilitiesInView(many, { bounds, center, zoom }, member);
        expect(listed.map(({ id, miles }) => ({ id, miles }))).toEqual(slow);
      }),
      { numRuns: 40 },
    );
  });
  it('is exact where the map shows clusters', () => {
    const view = at({ latitude: 45, longitude: -93.2 }, 7);
    const listed = facilitiesInView(many, view, member);
    const marks = marksIn(indexFacilities(many, member), view);
    expect(listed.length).toBeGreaterThan(crowd.most);
    expect(marks.length).toBeLessThanOrEqual(crowd.most);
    expect(marks.some(({ kind }) => kind === 'cluster')).toBe(true);
  });
});

describe('moving to the nearest club', () => {
  // 30 and 55 miles south of the only club of Duluth, in a view too small for it
  const south = (miles: number): MapView =>
    at({ latitude: 46.7642 - miles / 69.09, longitude: -92.0824 }, 12);
  it('finds it within forty miles of the center and not beyond', () => {
    expect(facilityToMoveTo(facilities, south(30), member)?.city).toBe('Duluth');
    expect(facilityToMoveTo(facilities, south(39.9), member)?.city).toBe('Duluth');
    expect(facilityToMoveTo(facilities, south(40.1), member)).toBeUndefined();
  });
  it('selects the nearest of several', () => {
    const minnesota = { latitude: 44.8, longitude: -93.6 };
    const nearest = facilities
      .map((facility) => ({ id: facility.id, miles: milesBetween(minnesota, facility) }))
      .toSorted((left, other) => left.miles - other.miles)[0];
    expect(facilityToMoveTo(facilities, at(minnesota, 14), member)?.id).toBe(nearest?.id);
  });
  it('does not happen in views with clubs or without a list', () => {
    expect(facilityToMoveTo(facilities, at(duluth, 11), member)).toBeUndefined();
    expect(facilityToMoveTo(facilities, south(30), { ...member, maxZoom: 12 })).toBeUndefined();
  });
});

describe('clubs by name', () => {
  const names = (text: string) => matchFacilities(facilities, text, 60).map(({ name }) => name);
  it('contain all words in name, city, state, or ZIP code, and are sorted by name', () => {
    expect(names('  duluth, mn ')).toEqual(['Alder Fitness Duluth']);
    expect(names('alder 55802')).toEqual(['Alder Fitness Duluth']);
    expect(names('st. louis')).toHaveLength(1);
    expect(names('kestrel').length).toBeGreaterThan(1);
    expect(names('kestrel')).toEqual(names('kestrel').toSorted((left, other) => left.localeCompare(other)));
    expect(names('no such club')).toEqual([]);
  });
  it('are none for an empty text, and at most the requested number', () => {
    expect(names(' ')).toEqual([]);
    expect(matchFacilities(facilities, 'alder', 5)).toHaveLength(5);
  });
});

describe('the marks of a view', () => {
  const shown = (marks: readonly Mark[]) =>
    marks.reduce(
      (sum, mark) => sum + (mark.kind === 'cluster' ? mark.facilities : mark.facilities.length),
      0,
    );
  it('include every club of the country, mostly in clusters', () => {
    const many = someFacilities(20_000);
    const country: MapView = {
      bounds: { west: -180, south: 0, east: 180, north: 80 },
      center: { latitude: 39.5, longitude: -98.35 },
      zoom: 4,
    };
    for (const settings of Object.values(clusterSettings)) {
      const marks = marksIn(indexFacilities(many, settings), country);
      expect(shown(marks)).toBe(20_000);
      expect(marks.length).toBeLessThan(200);
    }
  });
  it('open at a zoom where they separate, at most 20, and stay one mark for one location', () => {
    const twins = [defined(facilities[10]), { ...defined(facilities[10]), id: 'twin' }];
    const index = indexFacilities([...twins, defined(facilities[0])], member);
    const [cluster] = marksIn(index, at(duluth, 4)).filter(({ kind }) => kind === 'cluster');
    expect(cluster).toMatchObject({ kind: 'cluster', facilities: 3 });
    expect(cluster?.kind === 'cluster' && cluster.zoom).toBeLessThanOrEqual(20);
    const close = marksIn(index, at(duluth, 12));
    expect(close).toHaveLength(1);
    expect(close[0]).toMatchObject({
      kind: 'place',
      facilities: [{ id: defined(facilities[10]).id }, { id: 'twin' }],
    });
  });
  it('grow with their number of clubs from their base size', () => {
    expect(clusterSize(1, 15)).toBe(15);
    expect(clusterSize(2, 15)).toBeGreaterThan(15);
    expect(clusterSize(1000, 30)).toBe(66);
  });
});
