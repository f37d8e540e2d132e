import {
  type RefObject,
  useContext,
  useEffect,
  useRef,
  type FormEvent,
  type ReactNode,
  use,
  useId,
  useMemo,
  useState,
} from 'react';
import { UNSAFE_DataRouterContext, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod';
import { messageOf } from '../../shared/field-metadata.ts';
import { ConflictAlert, type Latest, useFormConflict } from './form-conflict.tsx';
import { FormContext } from '../ui/FieldFrame.tsx';
import { flatErrors, readFailure, copyOf, hasUserInput, resetToStored } from './form-errors.ts';
import { Button, type ButtonKind } from '../ui/Button.tsx';
import { showFailure } from './notices.ts';
import { type Failure, FormAlert } from '../ui/FormAlert.tsx';
import { InPopup } from '../ui/Popup.tsx';
import { type AnySchema, withMethods } from '../../shared/schema.ts';

interface LeaveGuardProps {
  dirty: boolean;
  /** Compares the values when the user leaves; `dirty` is also true after a field was only visited. */
  hasEntries: () => boolean;
  /** True while the form sends, so that a redirect after saving is not blocked. */
  sending: RefObject<boolean>;
}

/** The forms of the page with a guard; the router consults one blocker only. */
const guardedForms = new Set<() => boolean>();

function RouteGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      [...guardedForms].some((isUnsaved) => isUnsaved()),
  );
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      text="Your changes on this page are not saved."
      action="Leave page"
      cancel="Stay here"
      danger
      onResult={(isConfirmed) => (isConfirmed ? blocker.proceed?.() : blocker.reset?.())}
    />
  );
}

/** Confirms before input is lost by closing the tab or following a link. */
function LeaveGuard({ dirty, hasEntries, sending }: LeaveGuardProps) {
  const router = useContext(UNSAFE_DataRouterContext);
  const latest = useRef(hasEntries);
  useEffect(() => void (latest.current = hasEntries));
  useEffect(() => {
    if (!dirty) return undefined;
    const isUnsaved = () => !sending.current && latest.current();
    const preventUnload = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault();
    };
    guardedForms.add(isUnsaved);
    window.addEventListener('beforeunload', preventUnload);
    return () => {
      guardedForms.delete(isUnsaved);
      window.removeEventListener('beforeunload', preventUnload);
    };
  }, [dirty, sending]);
  return router && dirty ? <RouteGuard /> : null;
}

interface FormProps<Schema extends AnySchema> {
  schema: Schema;
  /** Read once; change `key` to start over with other values. */
  initial?: DefaultValues<z.input<Schema>>;
  /**
   * Receives the values as sent (text inputs as text). Throw a CallError to show it. Return false if nothing was saved (a
   * declined confirmation, a wizard step): the form stays unsaved. Return `{ stored }`, the stored values, if the next
   * save depends on them: they become the initial values, and later entries are preserved.
   */
  onSubmit: (values: z.input<Schema>) => Promise<unknown>;
  submitLabel: string;
  busyLabel?: string;
  /** `action` only for the most important action of the screen. */
  submitKind?: ButtonKind;
  /** Disables the button until a value changes. */
  needsChange?: boolean;
  disabled?: boolean;
  /** Shown after a failure: what is safe. */
  safe?: string;
  actions?: ReactNode;
  /** Loads the stored values after a conflict (409). */
  loadLatest?: () => Promise<Latest<DefaultValues<z.input<Schema>>>>;
  /** Confirms before unsaved input is lost; false for search and login forms. */
  guard?: boolean;
  children: ReactNode;
}

/** Validates the input with the schema's messages, without converting it. */
const resolverOf = (schema: AnySchema) =>
  zodResolver(
    withMethods(schema) as z.ZodType<FieldValues, FieldValues>,
    { error: messageOf(schema) },
    { raw: true },
  );

const storedIn = (saved: unknown): FieldValues | undefined =>
  typeof saved === 'object' && saved !== null && 'stored' in saved
    ? (saved.stored as FieldValues)
    : undefined;

interface Sending<Values> {
  form: UseFormReturn<FieldValues, unknown, FieldValues>;
  conflict: Pick<ReturnType<typeof useFormConflict>, 'begin' | 'check' | 'clear'>;
  onSubmit: (values: Values) => Promise<unknown>;
}

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

  const send = async (values: FieldValues) => {
    const sent = copyOf(form.getValues());
    try {
      const saved = await onSubmit(values as Values);
      if (saved === false) return;
      const stored = storedIn(saved);
      conflict.begin(stored ?? values);
      resetToStored(form, { sent, values, stored });
    } catch (error) {
      if (await conflict.check(error)) return;
      if (!element.current) {
        showFailure(error);
        return;
      }
      const read = readFailure(error);
      for (const [name, message] of Object.entries(read.fields)) {
        form.setError(name, { type: 'server', message });
      }
      setFailure(read.failure);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (sending.current) return;
    sending.current = true;
    setFailure(undefined);
    conflict.clear();
    try {
      await form.handleSubmit(send)();
    } finally {
      sending.current = false;
      setAttempts((count) => count + 1);
    }
  };
  return { element, sending, failure, submit };
}

/** The submit button and other buttons; in a popup, the submit button is the last one. */
function FormActions({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  const isInPopup = use(InPopup);
  return (
    <div className="form-actions">
      {isInPopup && actions}
      {children}
      {!isInPopup && actions}
    </div>
  );
}

/** Validates fields with an error again when another field changes, because a rule may concern both. */
function useRelatedErrors({ watch, trigger, formState: { errors } }: UseFormReturn): void {
  useEffect(() => {
    const names = Object.entries(errors)
      .filter(([, error]) => error?.type !== 'server')
      .map(([name]) => name);
    if (names.length === 0) return undefined;
    const { unsubscribe } = watch((_, { name }) => void trigger(names.filter((other) => other !== name)));
    return unsubscribe;
  }, [errors, watch, trigger]);
}

/** A form; see `Field` for its content. */
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
  const resolver = useMemo(() => resolverOf(schema), [schema]);
  const form = useForm({
    resolver,
    defaultValues: props.initial,
    shouldFocusError: false,
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  useRelatedErrors(form);
  const prefix = useId();
  const [visibleErrors] = useState(() => new Set<string>());
  const context = useMemo(() => ({ schema, prefix, visibleErrors }), [schema, prefix, visibleErrors]);
  const { initial, loadLatest } = props;
  const conflict = useFormConflict({ form, schema, initial, load: loadLatest });
  const { element, sending, failure, submit } = useSending({ form, conflict, onSubmit });
  const elsewhere = flatErrors(errors)
    .filter(([path]) => !visibleErrors.has(path))
    .map(([, message]) => message);

  return (
    <FormProvider {...form}>
      <FormContext value={context}>
        {/* method="dialog": a submit before hydration sends nothing and does not navigate */}
        <form
          className="form"
          method="dialog"
          noValidate
          ref={element}
          onSubmit={(event) => void submit(event)}
        >
          <LeaveGuard dirty={guard && isDirty} hasEntries={() => hasUserInput(form)} sending={sending} />
          {props.children}
          {loadLatest && <ConflictAlert conflict={conflict} form={element} />}
          <FormAlert failure={failure} messages={elsewhere} safe={safe} />
          <FormActions actions={props.actions}>
            <Button
              type="submit"
              kind={submitKind}
              busy={isSubmitting}
              busyLabel={busyLabel}
              disabled={props.disabled || (props.needsChange && !isDirty && !isSubmitting)}
            >
              {submitLabel}
            </Button>
          </FormActions>
        </form>
      </FormContext>
    </FormProvider>
  );
}
