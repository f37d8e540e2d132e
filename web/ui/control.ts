import type { Choice } from '../../shared/field-metadata.ts';

/** Props that a field passes to its control. */
export interface ControlProps {
  id: string;
  name: string;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  required: boolean;
  invalid: boolean;
  /** IDs of the hint and the error. */
  describedBy: string | undefined;
  disabled?: boolean;
  readOnly?: boolean;
  placeholder?: string;
  autoComplete?: string;
  options?: readonly Choice[];
  rows?: number;
  /** File extensions, with the dot. */
  accept?: readonly string[];
  maxBytes?: number;
  /** First and last year of a month control. */
  years?: readonly [number, number];
}

/** Returns the attributes of native controls. */
export const nativeProps = ({
  id,
  name,
  required,
  invalid,
  describedBy,
  disabled,
  onBlur,
}: ControlProps) => ({
  id,
  name,
  onBlur,
  disabled,
  'aria-required': required || undefined,
  'aria-invalid': invalid,
  'aria-describedby': describedBy,
});

/** Returns a form value as text; null and undefined become empty text. */
export const inputText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
