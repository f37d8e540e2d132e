import type { Choice } from '../../shared/field-metadata.ts';

export interface ControlProps {
  id: string;
  name: string;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  required: boolean;
  invalid: boolean;
  describedBy: string | undefined;
  disabled?: boolean;
  readOnly?: boolean;
  placeholder?: string;
  autoComplete?: string;
  options?: readonly Choice[];
  rows?: number;
  accept?: readonly string[];
  maxBytes?: number;
  years?: readonly [number, number];
}

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
