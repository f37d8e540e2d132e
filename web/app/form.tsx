import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod';
import { sentenceOf } from '../../shared/field-sentences.ts';
import { ConflictAlert, type Latest, useFormConflict } from './form-conflict.tsx';
import { FormContext } from './form-context.ts';
import { type Failure, flatErrors, readFailure } from './form-errors.ts';
import { copyOf, goOnFrom } from './form-saved.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { Button, type ButtonKind } from '../ui/Button.tsx';
import { FormAlert } from '../ui/FormAlert.tsx';
import { type AnySchema, withMethods } from '../../shared/schema.ts';

interface FormProps<Schema extends AnySchema> {
  /** The request body's schema from the contract; labels, marks and messages come from it. */
  schema: Schema;
  /** Read once; give the form another `key` to start over with other values. */
  initial?: DefaultValues<z.input<Schema>>;
  /**
   * Gets the values as they are sent (text where text was typed). Throw a CallError to have it shown; return false
   * when nothing was saved (a confirmation was declined, a wizard has a next step): the form stays unsaved. Return
   * `{ stored }`, the values as they are stored now, where the next save needs them: the form goes on with these, and
   * with what was typed meanwhile.
   */
  onSubmit: (values: z.input<Schema>) => Promise<unknown>;
  submitLabel: string;
  busyLabel?: string;
  /** `action` for the one most important press of the screen. */
  submitKind?: ButtonKind;
  /** The button waits until something was changed. */
  needsChange?: boolean;
  disabled?: boolean;
  /** What a person can rely on after a failure. */
  safe?: string;
  /** Further buttons beside the first. */
  actions?: ReactNode;
  /** Loads what is stored now, for a save that was refused because someone else saved first (409). */
  loadLatest?: () => Promise<Latest<DefaultValues<z.input<Schema>>>>;
  /** Ask before unsaved input is left; for a search or sign-in form say false. */
  guard?: boolean;
  children: ReactNode;
}

/** Judges what is typed by the schema, in its own sentences, and leaves it as it was typed. */
const resolverOf = (schema: AnySchema) =>
  zodResolver(
    withMethods(schema) as z.ZodType<FieldValues, FieldValues>,
    { error: sentenceOf(schema) },
    { raw: true },
  );

/** What `onSubmit` says is stored now. */
const storedIn = (saved: unknown): FieldValues | undefined =>
  typeof saved === 'object' && saved !== null && 'stored' in saved
    ? (saved.stored as FieldValues)
    : undefined;

interface Sending<Values> {
  form: UseFormReturn<FieldValues, unknown, FieldValues>;
  conflict: Pick<ReturnType<typeof useFormConflict>, 'begin' | 'check' | 'clear'>;
  onSubmit: (values: Values) => Promise<unknown>;
}

/** Sends a form, once at a time; what is refused is shown at its fields, and the first of them gets the focus. */
function useSending<Values>({ form, conflict, onSubmit }: Sending<Values>) {
  const [failure, setFailure] = useState<Failure>();
  const [attempts, setAttempts] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const sending = useRef(false);

  useEffect(() => {
    const first = attempts > 0 && element.current?.querySelector('[data-invalid=true]');
    if (!first) return;
    first.scrollIntoView({ block: 'center' });
    first.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true });
  }, [attempts]);

  const send = form.handleSubmit(async (values) => {
    const sent = copyOf(form.getValues());
    try {
      const saved = await onSubmit(values as Values);
      if (saved === false) return;
      const stored = storedIn(saved);
      conflict.begin(stored ?? values);
      goOnFrom(form, { sent, values, stored });
    } catch (error) {
      if (await conflict.check(error)) return;
      const read = readFailure(error);
      for (const [name, message] of Object.entries(read.fields)) {
        form.setError(name, { type: 'server', message });
      }
      setFailure(read.failure);
    }
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (sending.current) return;
    sending.current = true;
    setFailure(undefined);
    conflict.clear();
    try {
      await send();
    } finally {
      sending.current = false;
      setAttempts((count) => count + 1);
    }
  };
  return { element, sending, failure, submit };
}

/** The one form: see `Field` for what it contains. */
export function Form<Schema extends AnySchema>(props: FormProps<Schema>) {
  const {
    schema,
    onSubmit,
    submitLabel,
    busyLabel = 'Working…',
    submitKind = 'primary',
    guard = true,
  } = props;
  const { safe = 'Your entries are still here.' } = props;
  const form = useForm({
    resolver: resolverOf(schema),
    defaultValues: props.initial,
    shouldFocusError: false,
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  const prefix = useId();
  const [shown] = useState(() => new Set<string>());
  const facts = useMemo(() => ({ schema, prefix, shown }), [schema, prefix, shown]);
  const { initial, loadLatest } = props;
  const conflict = useFormConflict({ form, schema, initial, load: loadLatest });
  const { element, sending, failure, submit } = useSending({ form, conflict, onSubmit });
  const elsewhere = flatErrors(errors)
    .filter(([path]) => !shown.has(path))
    .map(([, message]) => message);

  return (
    <FormProvider {...form}>
      <FormContext value={facts}>
        {/* pressed before the page is at work, a form of this method sends nothing and leads nowhere */}
        <form
          className="form"
          method="dialog"
          noValidate
          ref={element}
          onSubmit={(event) => void submit(event)}
        >
          <LeaveGuard dirty={guard && isDirty} sending={sending} />
          {props.children}
          {loadLatest && <ConflictAlert conflict={conflict} form={element} />}
          <FormAlert failure={failure} messages={elsewhere} safe={safe} />
          <div className="form-actions">
            <Button
              type="submit"
              kind={submitKind}
              busy={isSubmitting}
              busyLabel={busyLabel}
              disabled={props.disabled || (props.needsChange && !isDirty && !isSubmitting)}
            >
              {submitLabel}
            </Button>
            {props.actions}
          </div>
        </form>
      </FormContext>
    </FormProvider>
  );
}
