import { type Coords, GridLayer } from 'leaflet';
import { blockOf, type CityName, layOutNames, squareAt } from './city-names.ts';
import { drawTile, type Palette, tileSide } from './draw-tile.ts';
import { type Detail, detailZoom, type Land, loadDetail, loadLand } from './land.ts';

/** Returns the theme's current map colors; a canvas cannot read them from a style sheet. */
function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(`--map-${name}`).trim();
  return {
    sea: color('sea'),
    land: color('land'),
    around: color('around'),
    coast: color('coast'),
    state: color('state'),
    county: color('county'),
    grid: color('grid'),
    name: color('name'),
    font: `500 12px ${style.fontFamily}`,
  };
}

export class LandLayer extends GridLayer {
  #element: Element;
  #palette: Palette;
  #land: Land | undefined;
  #detail: Detail | undefined;
  #names = new Map<string, Map<number, CityName[]>>();

  constructor(element: Element, onFail: () => void) {
    super({ tileSize: tileSide, keepBuffer: 3, updateWhenZooming: false });
    this.#element = element;
    this.#palette = paletteOf(element);
    this.#loadLand().catch(onFail);
  }

  repaint(): void {
    this.#palette = paletteOf(this.#element);
    this.redraw();
  }

  protected override createTile({ x, y, z }: Coords): HTMLElement {
    const tile = document.createElement('canvas');
    const pen = tile.getContext('2d');
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    tile.width = tile.height = tileSide * ratio;
    if (!pen) return tile;
    pen.scale(ratio, ratio);
    if (z >= detailZoom && !this.#detail)
      // the map is usable without it, and the next tile retries
      this.#loadDetail().catch(() => {});
    drawTile(
      pen,
      { x, y, z },
      {
        land: this.#land,
        detail: this.#detail,
        names: this.#namesAt(z, blockOf(x), blockOf(y)).get(squareAt(x, y)) ?? [],
        palette: this.#palette,
      },
    );
    return tile;
  }

  async #loadLand(): Promise<void> {
    this.#land = await loadLand();
    this.#names.clear();
    this.redraw();
  }

  async #loadDetail(): Promise<void> {
    const detail = await loadDetail();
    if (this.#detail) return;
    this.#detail = detail;
    this.#names.clear();
    this.redraw();
  }

  #namesAt(zoom: number, x: number, y: number): Map<number, CityName[]> {
    const block = `${zoom} ${x} ${y}`;
    const cachedNames = this.#names.get(block);
    if (cachedNames || !this.#land) return cachedNames ?? new Map();
    const cities = [this.#land.cities, ...(this.#detail ? [this.#detail.cities] : [])];
    const names = layOutNames(cities, zoom, { x, y });
    this.#names.set(block, names);
    return names;
  }
}
