import { createContext, useContext, type ReactNode } from 'react';
import type { AnySchema } from '../../shared/schema.ts';
import { Icon } from './Icon.tsx';

interface FormContextValue {
  schema: AnySchema;
  prefix: string;
  visibleErrors: Set<string>;
}

export const FormContext = createContext<FormContextValue | undefined>(undefined);

export function useFieldContext(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error('Field must be inside a Form.');
  return context;
}

interface FrameIds {
  control: string;
  hint: string;
  error: string;
}

interface FrameProps {
  ids: FrameIds;
  label: ReactNode;
  required: boolean;
  hint?: ReactNode;
  error?: string;
  group?: boolean;
  ownLabel?: boolean;
  width?: 'short' | 'medium' | 'full';
  children: ReactNode;
}

/** The required mark, hidden from screen readers, which use `aria-required`. */
export const RequiredMark = () => (
  <span className="required-mark" aria-hidden>
    *
  </span>
);

export function FieldFrame(props: FrameProps) {
  const { ids, label, required, hint, error, group, ownLabel, width = 'full', children } = props;
  const title = (
    <>
      {label}
      {required && <RequiredMark />}
    </>
  );
  const rest = (
    <>
      {hint && (
        <p className="field-hint" id={ids.hint}>
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p className="field-error" id={ids.error}>
          <Icon name="error" size={16} />
          <span>{error}</span>
        </p>
      )}
    </>
  );
  const className = `field field-${width}`;
  return group ? (
    <fieldset className={className} data-invalid={Boolean(error)}>
      <legend className="field-label">{title}</legend>
      {rest}
    </fieldset>
  ) : (
    <div className={className} data-invalid={Boolean(error)}>
      {!ownLabel && (
        <label className="field-label" htmlFor={ids.control}>
          {title}
        </label>
      )}
      {rest}
    </div>
  );
}
