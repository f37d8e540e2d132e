import type { Cities } from './land.ts';

/** A city's name on the map of one zoom; x and y are pixels from the north-west corner of the world. */
export interface CityName {
  text: string;
  x: number;
  y: number;
  /** Half of what the words are wide, with the space that they keep around them. */
  half: number;
}

/** Height of a name with its space, in pixels. */
export const nameHeight = 26;

/** How many of the largest cities are named at most: few of a country, all of a county. */
const most = (zoom: number): number =>
  zoom <= 4 ? 40 : zoom === 5 ? 90 : zoom === 6 ? 220 : zoom === 7 ? 700 : zoom === 8 ? 2500 : Infinity;

const side = 256;

/** Pixels that a letter is wide, about; measuring thirty thousand names would take longer than drawing them. */
const letter = 6.8;

/** The pixel of a point in the world's Mercator square at a zoom. */
function pixelOf(latitude: number, longitude: number, zoom: number): { x: number; y: number } {
  const world = side * 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  return {
    x: ((longitude + 180) / 360) * world,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world,
  };
}

/**
 * Which names a zoom shows, larger cities first and none over another, by the tile that they begin to touch. Decided for
 * the whole country at once, so that neighbouring tiles agree.
 */
export function placeNames(cities: readonly Cities[], zoom: number): Map<string, CityName[]> {
  const taken = new Map<string, CityName[]>();
  const tiles = new Map<string, CityName[]>();
  let left = most(zoom);
  for (const { names, latitudes, longitudes } of cities)
    for (const [row, text] of names.entries()) {
      if (left <= 0) return tiles;
      left -= 1;
      const point = pixelOf(latitudes[row] ?? 0, longitudes[row] ?? 0, zoom);
      const name = { text, ...point, half: (text.length * letter) / 2 + 6 };
      const cells = cellsOf(name, 64);
      if (cells.some((cell) => taken.get(cell)?.some((other) => overlap(name, other)))) continue;
      for (const cell of cells) push(taken, cell, name);
      for (const tile of cellsOf(name, side)) push(tiles, tile, name);
    }
  return tiles;
}

const push = (map: Map<string, CityName[]>, key: string, name: CityName): void => {
  const there = map.get(key);
  if (there) there.push(name);
  else map.set(key, [name]);
};

const overlap = (one: CityName, other: CityName): boolean =>
  Math.abs(one.x - other.x) < one.half + other.half && Math.abs(one.y - other.y) < nameHeight;

/** The squares of a grid that a name touches. */
function cellsOf({ x, y, half }: CityName, size: number): string[] {
  const cells: string[] = [];
  for (let column = Math.floor((x - half) / size); column <= Math.floor((x + half) / size); column += 1)
    for (
      let row = Math.floor((y - nameHeight / 2) / size);
      row <= Math.floor((y + nameHeight / 2) / size);
      row += 1
    )
      cells.push(`${column} ${row}`);
  return cells;
}
