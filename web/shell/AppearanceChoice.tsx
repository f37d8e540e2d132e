import { useId } from 'react';
import { type Appearance, useAppearance } from '../app/preferences.ts';

const choices: readonly [Appearance, string][] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function AppearanceChoice() {
  const [appearance, change] = useAppearance();
  const name = useId();
  return (
    <fieldset className="appearance">
      <legend>Appearance</legend>
      <div>
        {choices.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={appearance === value}
              onChange={() => change(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
