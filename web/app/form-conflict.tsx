import { type RefObject, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { CallError } from './call-error.ts';
import { changedFields, type FieldChange } from './form-changes.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { AnySchema } from '../../shared/schema.ts';

/** What is stored now, loaded after a conflict. */
export interface Latest<Values> {
  values: Values;
  /** What changed, where the form's own fields cannot tell. */
  changes?: readonly FieldChange[];
}

interface ConflictInput<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  schema: AnySchema;
  initial: unknown;
  load: (() => Promise<Latest<unknown>>) | undefined;
}

interface Found {
  latest: unknown;
  changes: readonly FieldChange[];
}

/**
 * A save that lost against someone else's: what the other person changed, and how their values come under what was
 * typed here. `check` reads a failure and says whether it is such a conflict; `begin` says what the form goes on from.
 */
export function useFormConflict<Values extends FieldValues>({
  form,
  schema,
  initial,
  load,
}: ConflictInput<Values>) {
  const base = useRef(initial ?? {});
  const [found, setFound] = useState<Found>();
  const [merged, setMerged] = useState(false);
  const clear = () => {
    setFound(undefined);
    setMerged(false);
  };
  const begin = (values: unknown) => {
    base.current = values ?? {};
  };
  const check = async (error: unknown): Promise<boolean> => {
    if (!load || !(error instanceof CallError) || error.status !== 409) return false;
    try {
      const latest = await load();
      const values = { base: base.current, latest: latest.values, typed: form.getValues() };
      const changes = latest.changes ?? changedFields(schema, values as Parameters<typeof changedFields>[1]);
      setFound(changes.length > 0 ? { latest: latest.values, changes } : undefined);
      return changes.length > 0;
    } catch {
      // what is stored now cannot be had: only the refusal's own sentence is shown
      return false;
    }
  };
  const merge = () => {
    if (!found) return;
    begin(found.latest);
    form.reset(found.latest as Values, { keepDirtyValues: true });
    setFound(undefined);
    setMerged(true);
  };
  return { changes: found?.changes, merged, begin, check, merge, clear };
}

interface ConflictAlertProps {
  conflict: Pick<ReturnType<typeof useFormConflict>, 'changes' | 'merged' | 'merge'>;
  /** Where the focus goes after the reload: to the form's button. */
  form: RefObject<HTMLFormElement | null>;
}

/**
 * Names what someone else changed, and reloads it without losing what was typed. Mounted from the start, so it is
 * announced.
 */
export function ConflictAlert({ conflict, form }: ConflictAlertProps) {
  const { changes, merged, merge } = conflict;
  const reload = () => {
    merge();
    form.current?.querySelector<HTMLElement>('.form-actions [type=submit]')?.focus();
  };
  return (
    <div
      aria-live="assertive"
      className={changes || merged ? `alert alert-${changes ? 'warning' : 'info'}` : undefined}
    >
      {changes && (
        <>
          <Icon name="warning" />
          <div>
            <p className="alert-title">
              Someone else saved this while you were editing. Nothing of yours was saved.
            </p>
            <ul className="conflict-changes">
              {changes.map(({ label, before, now, typed }) => (
                <li key={label}>
                  <strong>{label}</strong>: {before} → {now}
                  {typed !== undefined && `. Your entry: ${typed}`}
                </li>
              ))}
            </ul>
            <Button small icon="retry" onClick={reload}>
              Reload and keep my entries
            </Button>
          </div>
        </>
      )}
      {merged && (
        <>
          <Icon name="info" />
          <p className="alert-title">
            The latest version is loaded. Your entries are still here: check them, then save.
          </p>
        </>
      )}
    </div>
  );
}
