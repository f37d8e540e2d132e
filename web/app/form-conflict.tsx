import { type RefObject, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { CallError } from '../platform/call-error.ts';
import { changedFields, type FieldChange } from './form-changes.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { AnySchema } from '../../shared/schema.ts';

/** Stored values, loaded after a conflict. */
export interface Latest<Values> {
  values: Values;
  /** Changes that the form's own fields do not show. */
  changes?: readonly FieldChange[];
}

interface ConflictInput<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  schema: AnySchema;
  initial: unknown;
  load: (() => Promise<Latest<unknown>>) | undefined;
}

interface Conflict {
  latest: unknown;
  changes: readonly FieldChange[];
}

/**
 * Resolves a save that lost against another user's: shows their changes, and loads their values below the user's own
 * entries.
 */
export function useFormConflict<Values extends FieldValues>({
  form,
  schema,
  initial,
  load,
}: ConflictInput<Values>) {
  const base = useRef(initial ?? {});
  const [conflict, setConflict] = useState<Conflict>();
  const [merged, setMerged] = useState(false);
  const clear = () => {
    setConflict(undefined);
    setMerged(false);
  };
  const begin = (values: unknown) => {
    base.current = values ?? {};
  };
  const check = async (error: unknown): Promise<boolean> => {
    if (!load || !(error instanceof CallError) || error.status !== 409) return false;
    try {
      const latest = await load();
      const values = { base: base.current, latest: latest.values, entry: form.getValues() };
      const changes = latest.changes ?? changedFields(schema, values as Parameters<typeof changedFields>[1]);
      setConflict(changes.length > 0 ? { latest: latest.values, changes } : undefined);
      return changes.length > 0;
    } catch {
      // the stored values cannot be loaded: only the error message is shown
      return false;
    }
  };
  const merge = () => {
    if (!conflict) return;
    begin(conflict.latest);
    form.reset(conflict.latest as Values, { keepDirtyValues: true });
    setConflict(undefined);
    setMerged(true);
  };
  return { changes: conflict?.changes, merged, begin, check, merge, clear };
}

interface ConflictAlertProps {
  conflict: Pick<ReturnType<typeof useFormConflict>, 'changes' | 'merged' | 'merge'>;
  /** After the reload, the focus moves to the form's button. */
  form: RefObject<HTMLFormElement | null>;
}

/**
 * Lists another user's changes, and reloads them without losing the user's own entries. Always rendered, so that screen
 * readers announce it.
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
              Someone else saved this while you were editing. Your changes were not saved.
            </p>
            <ul className="conflict-changes">
              {changes.map(({ label, before, now, entry }) => (
                <li key={label}>
                  <strong>{label}</strong>: {before} → {now}
                  {entry !== undefined && `. Your entry: ${entry}`}
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
            The latest version is loaded. Your entries are still here. Check them, then save.
          </p>
        </>
      )}
    </div>
  );
}
