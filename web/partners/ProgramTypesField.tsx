import { useId } from 'react';
import { useController } from 'react-hook-form';
import { programTypes } from '../../shared/programs.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';

/**
 * Program types of a partner; existing ones cannot be removed. Hidden if programs are added directly (gmr-add-program,
 * spec 2 §4).
 */
export function ProgramTypesField({ taken }: { taken: readonly number[] }) {
  const { field } = useController({ name: 'programTypes' });
  const chosen = (field.value ?? []) as number[];
  const { flags } = useFeatureFlags();
  const id = useId();
  if (flags.gmrAddProgram) return null;
  return (
    <fieldset className="form-section">
      <legend>Programs</legend>
      {programTypes.map((type) => (
        <label className="choice" key={type.id} htmlFor={`${id}-${type.id}`}>
          <input
            id={`${id}-${type.id}`}
            type="checkbox"
            checked={chosen.includes(type.id)}
            disabled={taken.includes(type.id)}
            onBlur={field.onBlur}
            onChange={({ target: { checked } }) =>
              field.onChange(checked ? [...chosen, type.id] : chosen.filter((one) => one !== type.id))
            }
          />
          <span>{type.name}</span>
        </label>
      ))}
    </fieldset>
  );
}
