import type { ReactNode } from 'react';

interface Mark {
  name: string;
  drawing: ReactNode;
}

// Fictional names until partners and clubs agree to be shown; they name no real customer.
const partnerMarks: readonly Mark[] = [
  {
    name: 'North Star Health',
    drawing: <path d="M16 3l3.5 9.5L29 16l-9.5 3.5L16 29l-3.5-9.5L3 16l9.5-3.5z" />,
  },
  {
    name: 'Lakeview Mutual',
    drawing: <path d="M3 12c4-4 9-4 13 0s9 4 13 0M3 20c4-4 9-4 13 0s9 4 13 0" className="mark-line" />,
  },
  { name: 'Cedar & Oak Foods', drawing: <path d="M16 3l9 11h-5l7 9H18v6h-4v-6H5l7-9H7z" /> },
  {
    name: 'Prairie Rail',
    drawing: <path d="M5 26L13 5M27 26L19 5M9 18h14M11 11h10M7 24h18" className="mark-line" />,
  },
];
const facilityMarks: readonly Mark[] = [
  {
    name: 'Harbor Gym',
    drawing: <path d="M4 16h24M8 10v12M24 10v12M12 12v8M20 12v8" className="mark-line" />,
  },
  {
    name: 'Blue Lane Swim',
    drawing: <path d="M22 9a3 3 0 1 0 .1 0M3 22c4-4 7-4 11 0s8 4 15-1M6 17l9-7 5 6" className="mark-line" />,
  },
  { name: 'Ridge Climbing', drawing: <path d="M3 27L13 7l5 10 3-5 8 15z" /> },
  {
    name: 'Slow Oak Yoga',
    drawing: (
      <path d="M16 5a3 3 0 1 0 .1 0M16 12v6M6 25c4-5 7-7 10-7s6 2 10 7M8 15l8-2 8 2" className="mark-line" />
    ),
  },
];

const Row = ({ title, marks }: { title: string; marks: readonly Mark[] }) => (
  <div>
    <h3>{title}</h3>
    <ul className="marks">
      {marks.map(({ name, drawing }) => (
        <li key={name}>
          <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden focusable="false">
            {drawing}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  </div>
);

export const Logos = () => (
  <section className="logos" aria-labelledby="logos-title">
    <h2 id="logos-title">One network, many clubs</h2>
    <p className="quiet">The names below are fictional examples.</p>
    <div className="logo-rows">
      <Row title="Partners" marks={partnerMarks} />
      <Row title="Clubs" marks={facilityMarks} />
    </div>
  </section>
);
