import GeoJSONVT from 'geojson-vt';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import addresses from 'virtual:map-files';
import { zoomLimits } from '../../../shared/facilities/map-view.ts';
import { greatLakes, islands } from './great-lakes.ts';

export interface Cities {
  names: string[];
  latitudes: number[];
  longitudes: number[];
}

export interface Land {
  around: GeoJSONVT;
  lakes: GeoJSONVT;
  islands: GeoJSONVT;
  states: GeoJSONVT;
  stateLines: GeoJSONVT;
  coast: GeoJSONVT;
  cities: Cities;
}

export interface Detail {
  countyLines: GeoJSONVT;
  cities: Cities;
}

export const tileExtent = 4096;

export const detailZoom = 7;

const cut = (shapes: GeoJSON.GeoJSON): GeoJSONVT =>
  new GeoJSONVT(shapes, { maxZoom: zoomLimits.most, extent: tileExtent, buffer: 128, tolerance: 2 });

const outlines = (rings: readonly (readonly number[][])[]): GeoJSON.Feature<GeoJSON.MultiPolygon> => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'MultiPolygon', coordinates: rings.map((ring) => [[...ring, ring[0] ?? []]]) },
});

const lines = (geometry: GeoJSON.MultiLineString): GeoJSON.Feature<GeoJSON.MultiLineString> => ({
  type: 'Feature',
  properties: {},
  geometry,
});

async function fileAt<Contents>(address: string): Promise<Contents> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json() as Promise<Contents>;
}

type States = Topology<{ states: GeometryCollection; counties: GeometryCollection }>;

async function makeLand(): Promise<Land> {
  const [topology, around] = await Promise.all([
    fileAt<States>(addresses.states),
    fileAt<{ land: number[][][]; cities: Cities }>(addresses.around),
  ]);
  const { states } = topology.objects;
  const shapes: GeoJSON.FeatureCollection = feature(topology, states);
  return {
    around: cut(outlines(around.land)),
    lakes: cut(outlines(greatLakes)),
    islands: cut(outlines(islands)),
    states: cut(shapes),
    stateLines: cut(lines(mesh(topology, states, (left, other) => left !== other))),
    coast: cut(lines(mesh(topology, states, (left, other) => left === other))),
    cities: around.cities,
  };
}

async function makeDetail(): Promise<Detail> {
  const [topology, cities] = await Promise.all([
    fileAt<States>(addresses.counties),
    fileAt<Cities>(addresses.towns),
  ]);
  const inner = mesh(topology, topology.objects.counties, (left, other) => left !== other);
  return { countyLines: cut(lines(inner)), cities };
}

/** Returns a loader that runs once; after a failure, the next call retries. */
function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let making: Promise<Result> | undefined;
  return () =>
    (making ??= make().catch((error: unknown) => {
      making = undefined;
      throw error;
    }));
}

export const loadLand = once(makeLand);
export const loadDetail = once(makeDetail);
