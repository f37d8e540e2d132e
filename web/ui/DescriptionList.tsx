import type { ReactNode } from 'react';

/** Labels with their values, in one column on the phone and several where there is room. */
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
