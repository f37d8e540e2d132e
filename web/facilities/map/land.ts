import GeoJSONVT from 'geojson-vt';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import addresses from 'virtual:map-files';
import { zoomLimits } from '../../../shared/facilities/facility-map.ts';

type Outline = [longitude: number, latitude: number][];

/**
 * The Canadian shores of the Great Lakes: the outlines of other countries run through the middle of the lakes and would
 * draw their northern halves as land. The states, which are drawn later, cover the southern halves, so that each outline
 * can close inland.
 */
const greatLakes: readonly Outline[] = [
  // Superior, from Pigeon River to Sault Ste. Marie
  [
    [-89.57, 48.0],
    [-89.3, 48.28],
    [-89.22, 48.4],
    [-88.95, 48.43],
    [-88.9, 48.32],
    [-88.62, 48.52],
    [-88.45, 48.8],
    [-88.25, 48.92],
    [-87.9, 48.92],
    [-87.27, 48.8],
    [-87.1, 48.77],
    [-86.6, 48.74],
    [-86.4, 48.72],
    [-86.3, 48.45],
    [-86.06, 48.11],
    [-85.6, 47.95],
    [-84.92, 47.95],
    [-84.97, 47.57],
    [-84.63, 47.33],
    [-84.75, 46.98],
    [-84.53, 46.9],
    [-84.5, 46.68],
    [-84.6, 46.5],
    [-84.35, 46.5],
    [-84.6, 46.3],
    [-87, 46.2],
    [-92.2, 46.6],
    [-91, 47.6],
  ],
  // Huron with the North Channel and Georgian Bay, from Sault Ste. Marie to Sarnia
  [
    [-84.35, 46.5],
    [-84.1, 46.33],
    [-83.9, 46.3],
    [-83.56, 46.25],
    [-82.96, 46.17],
    [-82.35, 46.17],
    [-81.75, 46.1],
    [-81.51, 45.96],
    [-80.88, 45.93],
    [-80.6, 45.77],
    [-80.4, 45.5],
    [-80.12, 45.34],
    [-80.0, 45.1],
    [-79.82, 44.87],
    [-79.75, 44.77],
    [-80.05, 44.86],
    [-80.1, 44.65],
    [-80.02, 44.52],
    [-80.22, 44.51],
    [-80.59, 44.61],
    [-80.93, 44.58],
    [-80.9, 44.85],
    [-81.1, 44.98],
    [-81.25, 44.99],
    [-81.4, 45.2],
    [-81.66, 45.26],
    [-81.55, 45.1],
    [-81.28, 44.85],
    [-81.39, 44.5],
    [-81.72, 44.25],
    [-81.65, 44.1],
    [-81.73, 43.74],
    [-81.77, 43.31],
    [-82.02, 43.24],
    [-82.42, 43.0],
    [-83.2, 43.2],
    [-84.5, 44.5],
    [-84.8, 46.1],
  ],
  // St. Clair and Erie, from Sarnia to Fort Erie
  [
    [-82.47, 42.65],
    [-82.41, 42.47],
    [-82.42, 42.35],
    [-82.7, 42.31],
    [-82.93, 42.34],
    [-83.1, 42.25],
    [-83.12, 42.05],
    [-82.93, 41.98],
    [-82.74, 42.02],
    [-82.6, 42.03],
    [-82.51, 41.91],
    [-82.45, 42.07],
    [-82.2, 42.2],
    [-81.91, 42.26],
    [-81.6, 42.45],
    [-81.21, 42.66],
    [-80.8, 42.65],
    [-80.47, 42.58],
    [-80.05, 42.55],
    [-80.4, 42.64],
    [-80.2, 42.78],
    [-79.85, 42.84],
    [-79.58, 42.85],
    [-79.25, 42.87],
    [-78.92, 42.9],
    [-78.6, 42.6],
    [-80.5, 41.7],
    [-81.5, 41.2],
    [-83.2, 41.2],
    [-83.7, 41.8],
    [-83.2, 42.7],
  ],
  // Ontario, from Niagara-on-the-Lake to Kingston
  [
    [-79.07, 43.26],
    [-79.25, 43.2],
    [-79.7, 43.26],
    [-79.8, 43.31],
    [-79.62, 43.46],
    [-79.5, 43.59],
    [-79.37, 43.64],
    [-79.2, 43.72],
    [-78.83, 43.86],
    [-78.29, 43.94],
    [-77.68, 44.0],
    [-77.35, 43.93],
    [-77.15, 43.84],
    [-76.86, 43.94],
    [-76.95, 44.08],
    [-76.48, 44.22],
    [-76.2, 44.2],
    [-75.9, 43.9],
    [-76.2, 43.3],
    [-77.5, 43.1],
    [-79.0, 43.1],
  ],
];

const islands: readonly Outline[] = [
  // Manitoulin
  [
    [-83.23, 45.88],
    [-83.1, 45.94],
    [-82.75, 45.88],
    [-82.47, 45.92],
    [-82.26, 45.92],
    [-81.93, 45.98],
    [-81.57, 45.83],
    [-81.72, 45.78],
    [-81.8, 45.65],
    [-82.01, 45.55],
    [-82.27, 45.65],
    [-82.6, 45.75],
  ],
];

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
