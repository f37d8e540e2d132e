import { useEffect } from 'react';
import { useController } from 'react-hook-form';
import { eventKinds, type EventKindName } from '../../../shared/integrations/webhooks/event-kinds.ts';
import { useFieldContext } from '../../ui/field-context.ts';
import { FieldFrame } from '../../ui/FieldFrame.tsx';

/** Checkboxes of the events that a webhook receives, as the field `kinds` of a form. */
export function EventChoices({ kinds }: { kinds: readonly EventKindName[] }) {
  const { prefix, visibleErrors } = useFieldContext();
  const { field, fieldState } = useController({ name: 'kinds' });
  useEffect(() => {
    visibleErrors.add('kinds');
    return () => void visibleErrors.delete('kinds');
  }, [visibleErrors]);
  const chosen = (field.value ?? []) as EventKindName[];
  const id = `${prefix}-kinds`;
  return (
    <FieldFrame
      ids={{ control: id, hint: `${id}-hint`, error: `${id}-error` }}
      label="Events"
      required
      group
      error={fieldState.error?.message}
    >
      {kinds.map((kind) => (
        <label className="choice" key={kind}>
          <input
            type="checkbox"
            checked={chosen.includes(kind)}
            onBlur={field.onBlur}
            onChange={({ target }) =>
              field.onChange(target.checked ? [...chosen, kind] : chosen.filter((other) => other !== kind))
            }
          />
          <span>
            {kind} <span className="quiet">{eventKinds[kind].when}</span>
          </span>
        </label>
      ))}
    </FieldFrame>
  );
}
