import { createContext, useContext } from 'react';
import type { AnySchema } from '../../shared/schema.ts';

interface FormContextValue {
  schema: AnySchema;
  /** Prefix of field IDs, for pages with two forms. */
  prefix: string;
  /** Names of rendered fields; errors of other fields are shown above the button. */
  shown: Set<string>;
}

export const FormContext = createContext<FormContextValue | undefined>(undefined);

/** Returns the form's context for a field. */
export function useFieldContext(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error('Field must be inside a Form.');
  return context;
}
