import type { ReactNode } from 'react';

/** A decorative picture, hidden from screen readers. Its colors follow the theme. */
export const Picture = ({
  width,
  height,
  children,
}: {
  width: number;
  height: number;
  children: ReactNode;
}) => (
  <svg
    className="picture"
    width={width}
    height={height}
    viewBox={`0 0 ${width} ${height}`}
    aria-hidden
    focusable="false"
  >
    {children}
  </svg>
);
