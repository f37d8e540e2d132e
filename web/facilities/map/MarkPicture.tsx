import { facilityLocationTypes } from '../../../shared/facilities/facility.ts';
import { type Mark, markBox } from './clusters.ts';

/** The icon in a pin, a shape for each type of club, so that color is not the only distinction. */
const signs = [
  <circle key="facility" cx="14" cy="13" r="4.5" />,
  <path key="class" d="M14 7.5l5.5 5.5-5.5 5.5-5.5-5.5z" />,
  <path key="instructor" d="M14 7.8l5.4 9.2H8.6z" />,
] as const;

/** A pin in the color of a kind of club (spec 3 §2). */
export const Pin = ({ type, size = 28 }: { type: 0 | 1 | 2; size?: number }) => (
  <svg
    className={`map-pin map-${facilityLocationTypes[type].color}`}
    width={size}
    height={(size * 36) / 28}
    viewBox="0 0 28 36"
    aria-hidden
    focusable="false"
  >
    <path
      className="map-pin-body"
      d="M14 1a12.5 12.5 0 0 0-12.5 12.5C1.5 22 14 35 14 35s12.5-13 12.5-21.500A12.5 12.5 0 0 0 14 1z"
    />
    <g className="map-pin-sign">{signs[type]}</g>
  </svg>
);

const short = (facilities: number): string =>
  facilities < 1000 ? String(facilities) : `${Math.round(facilities / 100) / 10}k`;

export function MarkPicture({ mark, selected }: { mark: Mark; selected: boolean }) {
  const [inlineSize, blockSize] = markBox(mark).size;
  if (mark.kind === 'cluster')
    return (
      <span className="map-mark" data-kind="cluster" style={{ blockSize, inlineSize }}>
        <span className="map-cluster" style={{ blockSize: mark.size, inlineSize: mark.size }}>
          {short(mark.facilities)}
        </span>
      </span>
    );
  const [first] = mark.facilities;
  return (
    <span className="map-mark" data-kind="place" data-selected={selected} style={{ blockSize, inlineSize }}>
      <Pin type={first?.facilityLocationType ?? 0} size={selected ? 36 : 28} />
      {mark.facilities.length > 1 && <span className="map-several">{mark.facilities.length}</span>}
    </span>
  );
}
