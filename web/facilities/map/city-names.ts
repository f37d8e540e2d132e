import type { Cities } from './land.ts';

export interface CityName {
  text: string;
  x: number;
  y: number;
  half: number;
}

export const nameHeight = 26;

const most = (zoom: number): number =>
  zoom <= 4 ? 40 : zoom === 5 ? 90 : zoom === 6 ? 220 : zoom === 7 ? 700 : zoom === 8 ? 2500 : Infinity;

const side = 256;

/** The approximate width of a letter in pixels; measuring thirty thousand names would take longer than drawing. */
const letter = 6.8;

function pixelOf(latitude: number, longitude: number, zoom: number): { x: number; y: number } {
  const world = side * 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  return {
    x: ((longitude + 180) / 360) * world,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world,
  };
}

const blockTiles = 8;

export const blockOf = (tile: number): number => Math.floor(tile / blockTiles);

/**
 * Places the names of a block of tiles, larger cities first and without overlap, by tile. Two tiles around the block are
 * included, so that neighboring blocks agree; placing the whole country in one step would block a phone.
 */
export function layOutNames(
  cities: readonly Cities[],
  zoom: number,
  block: { x: number; y: number },
): Map<number, CityName[]> {
  const margin = 2 * side;
  const [west, north] = [block.x * blockTiles * side - margin, block.y * blockTiles * side - margin];
  const reach = blockTiles * side + 2 * margin;
  const occupied = new Map<number, CityName[]>();
  const tiles = new Map<number, CityName[]>();
  let left = most(zoom);
  for (const { names, latitudes, longitudes } of cities)
    for (const [row, text] of names.entries()) {
      if (left <= 0) return tiles;
      left -= 1;
      const point = pixelOf(latitudes[row] ?? 0, longitudes[row] ?? 0, zoom);
      if (point.x < west || point.x > west + reach || point.y < north || point.y > north + reach) continue;
      const name = { text, ...point, half: (text.length * letter) / 2 + 6 };
      const cells = cellsOf(name, 128);
      if (cells.some((cell) => occupied.get(cell)?.some((other) => overlap(name, other)))) continue;
      for (const cell of cells) push(occupied, cell, name);
      for (const tile of cellsOf(name, side)) push(tiles, tile, name);
    }
  return tiles;
}

const push = (map: Map<number, CityName[]>, key: number, name: CityName): void => {
  const there = map.get(key);
  if (there) there.push(name);
  else map.set(key, [name]);
};

const overlap = (cityName: CityName, other: CityName): boolean =>
  Math.abs(cityName.x - other.x) < cityName.half + other.half && Math.abs(cityName.y - other.y) < nameHeight;

/** Returns one number per grid square: a text key would take most of the placement time. */
export const squareAt = (column: number, row: number): number => column * 2 ** 24 + row;

function cellsOf({ x, y, half }: CityName, size: number): number[] {
  const cells: number[] = [];
  const [right, bottom] = [Math.floor((x + half) / size), Math.floor((y + nameHeight / 2) / size)];
  for (let column = Math.floor((x - half) / size); column <= right; column += 1)
    for (let row = Math.floor((y - nameHeight / 2) / size); row <= bottom; row += 1)
      cells.push(squareAt(column, row));
  return cells;
}
