/** Single-stroke paths on a 20 × 20 grid. */
const shapes = {
  check: 'M4 10.5l4 4 8-9',
  'check-circle': 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM6.5 10.2l2.5 2.5 4.5-5',
  clock: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM10 6v4.3l2.8 1.7',
  transit: 'M2.5 10h13M11 5.5l4.5 4.5-4.5 4.5M2.5 6h4M2.5 14h4',
  ban: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM4.8 4.8l10.4 10.4',
  info: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM10 9.2v4.6M10 6.2v.4',
  warning: 'M10 3L2.2 16.5h15.6L10 3zM10 8v4M10 14.2v.3',
  error: 'M6.9 2.5h6.2l4.4 4.4v6.2l-4.4 4.4H6.9l-4.4-4.4V6.9l4.4-4.4zM10 6.2v4.6M10 13.6v.3',
  close: 'M5 5l10 10M15 5L5 15',
  search: 'M8.7 3a5.7 5.7 0 1 0 0 11.4A5.7 5.7 0 0 0 8.7 3zM13 13l4 4',
  'chevron-down': 'M5 7.5l5 5 5-5',
  'chevron-up': 'M5 12.5l5-5 5 5',
  'chevron-left': 'M12.5 5l-5 5 5 5',
  'chevron-right': 'M7.5 5l5 5-5 5',
  sort: 'M6.5 8L10 4.5 13.5 8M6.5 12l3.5 3.5 3.5-3.5',
  'sort-up': 'M10 16V4.5M5.5 9L10 4.5 14.5 9',
  'sort-down': 'M10 4v11.5M5.5 11l4.5 4.5 4.5-4.5',
  upload: 'M10 13V3.5M6 7.2l4-3.7 4 3.7M3.5 13v3.5h13V13',
  download: 'M10 3.5V13M6 9.3l4 3.7 4-3.7M3.5 13v3.5h13V13',
  file: 'M5 2.5h6.5L15.5 6.5v11H5v-15zM11.2 2.7v4h4',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  locate:
    'M10 4.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM10 1.8v2.7M10 15.5v2.7M1.8 10h2.7M15.5 10h2.7M10 9.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8z',
  list: 'M7 5.5h10M7 10h10M7 14.5h10M3.5 5.5h.1M3.5 10h.1M3.5 14.5h.1',
  map: 'M2.5 5l5-2 5 2 5-2v12l-5 2-5-2-5 2V5zM7.5 3v12M12.5 5v12',
  edit: 'M3.5 16.5l.8-3.6L13.5 3.7l2.8 2.8-9.2 9.2-3.6.8zM11.5 5.7l2.8 2.8',
  trash: 'M3.5 5.5h13M8 5.5v-2h4v2M5.2 5.5l.8 11h8l.8-11M8.5 8.5v5M11.5 8.5v5',
  camera: 'M2.5 6.2h3.2l1.5-2h5.6l1.5 2h3.2v9.6h-15zM10 8.2a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2z',
  eye: 'M1.8 10S4.8 4.8 10 4.8 18.2 10 18.2 10 15.2 15.2 10 15.2 1.8 10 1.8 10zM10 7.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8z',
  'eye-off': 'M1.8 10S4.8 4.8 10 4.8 18.2 10 18.2 10 15.2 15.2 10 15.2 1.8 10 1.8 10zM4 16L16 4',
  phone:
    'M5.2 3h3l1.3 3.6-1.9 1.3a9.5 9.5 0 0 0 4.5 4.5l1.3-1.9 3.6 1.3v3c0 .9-.7 1.7-1.6 1.6C8.6 15.900 4.100 11.400 3.600 4.600 3.500 3.700 4.300 3 5.200 3z',
  qr: 'M3 3h5v5H3V3zM12 3h5v5h-5V3zM3 12h5v5H3v-5zM12 12h2v2M17 12v5M12 17h2.5M5.5 5.5h.1M14.5 5.5h.1M5.5 14.5h.1',
  lock: 'M4.5 9h11v8h-11V9zM6.8 9V6.4a3.2 3.2 0 0 1 6.4 0V9M10 12v2',
  calendar: 'M3 4.5h14v12.5H3V4.5zM3 8.3h14M6.8 2.8v3M13.2 2.8v3',
  user: 'M10 3a3.4 3.4 0 1 0 0 6.8A3.4 3.4 0 0 0 10 3zM3.5 17c.6-3.4 3.2-5 6.5-5s5.9 1.6 6.5 5',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  more: 'M5 9.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8zM10 9.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8zM15 9.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8z',
  retry: 'M16 6.5A7 7 0 1 0 17 10.5M16.5 3v3.8h-3.8',
  undo: 'M7 4L3.5 7.5 7 11M3.800 7.500h8.200a4.500 4.500 0 0 1 0 9H8',
  'arrow-right': 'M3.5 10h13M11.5 5l5 5-5 5',
  filter: 'M3 5h14M5.5 10h9M8.2 15h3.6',
  printer: 'M5.5 7.5v-5h9v5M5.5 14h-3V7.5h15V14h-3M5.5 11.5h9v6h-9v-6z',
  mail: 'M2.5 4.5h15v11h-15v-11zM2.8 5l7.2 6 7.2-6',
  pin: 'M10 17.5s5.5-5.2 5.5-9.5a5.5 5.5 0 0 0-11 0c0 4.3 5.5 9.5 5.5 9.5zM10 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  money:
    'M10 2.5v15M13.6 6.2C13 5 11.6 4.5 10 4.5c-2 0-3.7 1-3.7 2.7 0 3.7 7.6 1.9 7.6 5.7 0 1.7-1.8 2.7-3.9 2.7-1.9 0-3.4-.7-4-2',
  external: 'M8 4.5H3.5v12h12V12M11 3.5h5.5V9M16.2 3.8L9.5 10.5',
  pause: 'M7 4.5v11M13 4.5v11',
  home: 'M3 9.5L10 3.5l7 6M5 8.5v8h10v-8M8.5 16.500v-4.500h3v4.500',
  card: 'M2.500 4.500h15v11h-15v-11zM2.500 8h15M5 12.500h4',
  bank: 'M3 8l7-4.5L17 8H3zM5 8v6.5M8.3 8v6.5M11.7 8v6.5M15 8v6.5M3 17h14M3.5 14.5h13',
} as const;

export type IconName = keyof typeof shapes;
export const iconNames = Object.keys(shapes) as IconName[];

/** An icon, hidden from screen readers unless it has a label. */
export const Icon = ({ name, size = 20, label }: { name: IconName; size?: number; label?: string }) => (
  <svg
    className="icon"
    width={size}
    height={size}
    viewBox="0 0 20 20"
    focusable="false"
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
  >
    <path d={shapes[name]} />
  </svg>
);
