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

const Ground = () => (
  <>
    <rect className="p-tile" width="320" height="240" rx="20" />
    <path
      className="p-tile-hill"
      d="M0 186c60-26 118-26 176-6 54 18 98 12 144-8v48a20 20 0 0 1-20 20H20a20 20 0 0 1-20-20z"
    />
  </>
);

export const Roster = () => (
  <Picture width={320} height={240}>
    <Ground />
    <rect className="p-sheet" x="58" y="38" width="204" height="156" rx="12" />
    <path className="p-sheet-head" d="M58 50a12 12 0 0 1 12-12h180a12 12 0 0 1 12 12v18H58z" />
    {[92, 126, 160].map((y, row) => (
      <g key={y}>
        <circle className={row === 1 ? 'p-sun' : 'p-leaf-soft'} cx="84" cy={y} r="11" />
        <path className="p-stroke p-rule" d={`M106 ${y - 5}h${[64, 48, 72][row]}M106 ${y + 7}h34`} />
        <path className="p-stroke p-bar" d={`M196 ${y}h${[42, 26, 34][row]}`} />
      </g>
    ))}
    <circle className="p-sun" cx="254" cy="184" r="26" />
    <path className="p-stroke p-tick" d="M242 184l9 9 16-18" />
  </Picture>
);

export const Shield = () => (
  <Picture width={320} height={240}>
    <Ground />
    <circle className="p-glow" cx="160" cy="116" r="88" />
    <path className="p-wall" d="M160 34l62 22v52c0 44-26 74-62 92-36-18-62-48-62-92V56z" />
    <path className="p-shield-half" d="M160 34l62 22v52c0 44-26 74-62 92z" />
    <path className="p-stroke p-pulse" d="M74 122h46l12-26 22 50 18-36 10 12h64" />
    <circle className="p-sun" cx="250" cy="122" r="9" />
  </Picture>
);

export const Facility = () => (
  <Picture width={320} height={240}>
    <Ground />
    <circle className="p-sun" cx="250" cy="66" r="26" />
    <path className="p-wall" d="M62 100h180v98H62z" />
    <path className="p-roof" d="M48 104l104-50 104 50z" />
    <path className="p-lit" d="M80 122h42v36H80zM182 122h42v36h-42z" />
    <path className="p-door" d="M134 132h36v66h-36z" />
    <path className="p-stroke p-line-paper" d="M134 84h36M138 76v16M166 76v16M144 78v12M160 78v12" />
    <path className="p-stroke p-path-thin" d="M152 198c0 14-20 20-36 34" />
    <path className="p-trunk" d="M266 200h6v-30h-6z" />
    <path className="p-leaf" d="M269 112c17 16 24 32 22 45-3 12-11 17-22 17s-19-5-22-17c-2-13 5-29 22-45z" />
  </Picture>
);

export const PhoneWithFacility = () => (
  <Picture width={320} height={240}>
    <Ground />
    <circle className="p-cloud" cx="70" cy="70" r="30" />
    <rect className="p-phone" x="104" y="20" width="112" height="200" rx="20" />
    <rect className="p-sheet" x="112" y="30" width="96" height="180" rx="13" />
    <path
      className="p-stroke p-pin"
      d="M160 48c-17 0-30 13-30 29 0 22 30 49 30 49s30-27 30-49c0-16-13-29-30-29z"
    />
    <circle className="p-stroke p-pin-dot" cx="160" cy="78" r="11" />
    <path className="p-stroke p-rule" d="M130 146h60M130 162h40" />
    <rect className="p-button" x="130" y="178" width="60" height="18" rx="9" />
    <circle className="p-sun" cx="236" cy="176" r="24" />
    <path className="p-stroke p-tick" d="M225 176l8 8 15-16" />
  </Picture>
);

export const Lighthouse = () => (
  <Picture width={320} height={240}>
    <Ground />
    <path className="p-glow" d="M164 68L320 22v92zM156 68L0 22v92z" />
    <path className="p-wall" d="M142 84h36l12 112h-60z" />
    <path className="p-stripe" d="M139.6 108h40.8l2.6 24h-46zM134.6 156h50.8l2.6 24h-56z" />
    <rect className="p-roof" x="136" y="76" width="48" height="10" rx="3" />
    <rect className="p-lit" x="147" y="54" width="26" height="22" />
    <path className="p-roof" d="M142 56l18-22 18 22z" />
    <path
      className="p-stroke p-wave"
      d="M20 206c14-10 28-10 42 0s28 10 42 0M216 206c14-10 28-10 42 0s28 10 42 0"
    />
  </Picture>
);
