import encodeQR from 'qr';

/** Width of a square; a whole number, so that all are equal. */
const pixels = 4;

/** Dark on light in every color scheme, because not every camera reads the reverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const path = rows
    .map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('');
  return (
    <svg
      className="qr-code"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, so there is no file for an img
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      width={rows.length * pixels}
      height={rows.length * pixels}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
