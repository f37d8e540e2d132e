import type { Choice } from '../../../shared/field-metadata.ts';

/** What every control gets from its field. */
export interface ControlProps {
  id: string;
  name: string;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  required: boolean;
  invalid: boolean;
  /** Ids of the hint and the error, for screen readers. */
  describedBy: string | undefined;
  disabled?: boolean;
  readOnly?: boolean;
  placeholder?: string;
  autoComplete?: string;
  options?: readonly Choice[];
  rows?: number;
  /** File name endings, with the dot. */
  accept?: readonly string[];
  maxBytes?: number;
  /** First and last year offered for a month. */
  years?: readonly [number, number];
}

/** The attributes that all native controls share. */
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

/** A form's value as text for a control; nothing is empty text. */
export const shownText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
