/** Page margins in points and scale of the content (1 is normal). */
export interface Layout {
  margin: number;
  scale: number;
}
/** Layouts in order; the first one that fits on a single page is used. */
export const layouts: readonly [Layout, ...Layout[]] = [
  { margin: 64, scale: 1 },
  { margin: 54, scale: 0.92 },
  { margin: 46, scale: 0.86 },
];
