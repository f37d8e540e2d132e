import { useEffect } from 'react';
import { useController } from 'react-hook-form';
import { apiScopes, type ApiScope } from '../../../shared/integrations/api-scopes.ts';
import { useFieldContext } from '../../ui/field-context.ts';
import { FieldFrame } from '../../ui/FieldFrame.tsx';

/** Checkboxes of the scopes of a client, as the field `scopes` of a form. */
export function ScopeChoices({ scopes }: { scopes: readonly ApiScope[] }) {
  const { prefix, visibleErrors } = useFieldContext();
  const { field, fieldState } = useController({ name: 'scopes' });
  useEffect(() => {
    visibleErrors.add('scopes');
    return () => void visibleErrors.delete('scopes');
  }, [visibleErrors]);
  const chosen = (field.value ?? []) as ApiScope[];
  const id = `${prefix}-scopes`;
  return (
    <FieldFrame
      ids={{ control: id, hint: `${id}-hint`, error: `${id}-error` }}
      label="Scopes"
      required
      group
      error={fieldState.error?.message}
    >
      {scopes.map((scope) => (
        <label className="choice" key={scope}>
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onBlur={field.onBlur}
            onChange={({ target }) =>
              field.onChange(target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))
            }
          />
          <span>
            {scope} <span className="quiet">{apiScopes[scope].summary}</span>
          </span>
        </label>
      ))}
    </FieldFrame>
  );
}
