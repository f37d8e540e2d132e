import type { ReactNode } from 'react';

export const DescriptionList = ({
  items,
}: {
  items: readonly (readonly [label: string, value: ReactNode])[];
}) => (
  <dl className="description-list">
    {items.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value === '' || value === null || value === undefined ? '–' : value}</dd>
      </div>
    ))}
  </dl>
);
