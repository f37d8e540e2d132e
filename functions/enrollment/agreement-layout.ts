/** How large a page is set: the white around it in points, and the size of everything on it (1 is the regular one). */
export interface Layout {
  margin: number;
  scale: number;
}
/** The layouts in the order they are tried: the first one that takes a single page is used. */
export const layouts: readonly [Layout, ...Layout[]] = [
  { margin: 64, scale: 1 },
  { margin: 54, scale: 0.92 },
  { margin: 46, scale: 0.86 },
];
