import type GeoJSONVT from 'geojson-vt';
import { type CityName, nameHeight } from './city-names.ts';
import { type Detail, type Land, tileExtent } from './land.ts';

export interface TileAt {
  x: number;
  y: number;
  z: number;
}

export type Palette = Record<
  'sea' | 'land' | 'around' | 'coast' | 'state' | 'county' | 'grid' | 'name' | 'font',
  string
>;

export const tileSide = 256;

export const gridZoom = 13;

function trace(pen: CanvasRenderingContext2D, source: GeoJSONVT, { x, y, z }: TileAt): boolean {
  const tile = source.getTileRaw(z, x, y);
  pen.beginPath();
  if (!tile || tile.features.length === 0) return false;
  const scale = tileSide / tileExtent;
  for (const shape of tile.features) {
    if (shape.type !== 2 && shape.type !== 3) continue;
    for (const points of shape.geometry) {
      for (let index = 0; index < points.length; index += 2) {
        const [across, down] = [(points[index] ?? 0) * scale, (points[index + 1] ?? 0) * scale];
        if (index === 0) pen.moveTo(across, down);
        else pen.lineTo(across, down);
      }
      if (shape.type === 3) pen.closePath();
    }
  }
  return true;
}

interface Scene {
  land: Land | undefined;
  detail: Detail | undefined;
  names: readonly CityName[];
  palette: Palette;
}

export function drawTile(
  pen: CanvasRenderingContext2D,
  at: TileAt,
  { land, detail, names, palette }: Scene,
): void {
  pen.lineJoin = 'round';
  pen.fillStyle = palette.sea;
  pen.fillRect(0, 0, tileSide, tileSide);
  if (!land) return;
  const fill = (source: GeoJSONVT, color: string, edge = 0) => {
    if (!trace(pen, source, at)) return;
    pen.fillStyle = color;
    pen.fill();
    if (edge === 0) return;
    pen.strokeStyle = color;
    pen.lineWidth = edge;
    pen.stroke();
  };
  const line = (source: GeoJSONVT, color: string, width: number) => {
    if (!trace(pen, source, at)) return;
    pen.strokeStyle = color;
    pen.lineWidth = width;
    pen.stroke();
  };
  // the two sources have different common borders: a stroke closes the gaps between them
  fill(land.around, palette.around, Math.min(12, 2 ** (at.z - 8)));
  fill(land.lakes, palette.sea);
  fill(land.islands, palette.around);
  fill(land.states, palette.land);
  line(land.coast, palette.coast, 1);
  if (detail && at.z > 6) line(detail.countyLines, palette.county, at.z > 9 ? 1 : 0.6);
  line(land.stateLines, palette.state, at.z < 6 ? 0.8 : 1.4);
  if (at.z >= gridZoom) drawGrid(pen, palette.grid);
  for (const name of names) drawName(pen, name, at, palette);
}

function drawGrid(pen: CanvasRenderingContext2D, color: string): void {
  pen.beginPath();
  for (let index = 0.5; index < tileSide; index += 64) {
    pen.moveTo(index, 0);
    pen.lineTo(index, tileSide);
    pen.moveTo(0, index);
    pen.lineTo(tileSide, index);
  }
  pen.strokeStyle = color;
  pen.lineWidth = 0.6;
  pen.stroke();
}

function drawName(
  pen: CanvasRenderingContext2D,
  { text, x, y }: CityName,
  at: TileAt,
  palette: Palette,
): void {
  const [across, down] = [x - at.x * tileSide, y - at.y * tileSide];
  pen.font = palette.font;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineWidth = 3;
  pen.strokeStyle = palette.land;
  // above its point, which a club's mark can cover
  pen.strokeText(text, across, down - nameHeight / 4);
  pen.fillStyle = palette.name;
  pen.fillText(text, across, down - nameHeight / 4);
}
