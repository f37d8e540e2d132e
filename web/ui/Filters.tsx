import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

export const Filters = ({ label = 'Filters', children }: { label?: string; children: ReactNode }) => (
  <search className="filters" aria-label={label}>
    {children}
  </search>
);

interface Chip {
  value: string;
  label: string;
  count?: number;
}

interface ChipsProps {
  label: string;
  chips: readonly Chip[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  single?: boolean;
}

export function Chips({ label, chips, chosen, onChange, single = false }: ChipsProps) {
  const toggle = (value: string) => {
    const next = new Set(single ? [] : chosen);
    if (chosen.has(value)) next.delete(value);
    else next.add(value);
    onChange(next);
  };
  return (
    <ul className="chips" aria-label={label}>
      {chips.map(({ value, label: word, count }) => (
        <li key={value}>
          <button
            type="button"
            className="chip"
            aria-pressed={chosen.has(value)}
            onClick={() => toggle(value)}
          >
            {chosen.has(value) && <Icon name="check" size={14} />}
            {word}
            {count !== undefined && <span className="count">{count.toLocaleString('en-US')}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
