import { expect, it } from 'vitest';
import { blockOf, layOutNames, squareAt } from '../../web/facilities/map/city-names.ts';

const cities = {
  names: ['Minneapolis', 'Saint Paul', 'Duluth'],
  latitudes: [44.98, 44.95, 46.79],
  longitudes: [-93.27, -93.09, -92.1],
};

const tile = (zoom: number) => {
  const sine = Math.sin((44.98 * Math.PI) / 180);
  return {
    x: Math.floor(((180 - 93.27) / 360) * 2 ** zoom),
    y: Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom),
  };
};
const shown = (zoom: number) => {
  const { x, y } = tile(zoom);
  const tiles = layOutNames([cities], zoom, { x: blockOf(x), y: blockOf(y) });
  return {
    at: tiles.get(squareAt(x, y)) ?? [],
    all: new Set([...tiles.values()].flat().map(({ text }) => text)),
  };
};

it('names the larger of two cities that are too close, and both at a closer zoom', () => {
  expect(shown(6).all).toEqual(new Set(['Minneapolis', 'Duluth']));
  expect(shown(11).all).toContain('Saint Paul');
});

it('assigns a name to the tile of its city', () => {
  for (const zoom of [4, 6, 9, 11, 14])
    expect(shown(zoom).at.map(({ text }) => text)).toContain('Minneapolis');
});
