import { createContext, useContext } from 'react';
import type { AnySchema } from '../../shared/schema.ts';

interface FormFacts {
  schema: AnySchema;
  /** Prefix of field IDs, for pages with two forms. */
  prefix: string;
  /** Names of rendered fields; errors of other fields are shown above the button. */
  shown: Set<string>;
}

export const FormContext = createContext<FormFacts | undefined>(undefined);

/** Returns the form's context for a field. */
export function useFormFacts(): FormFacts {
  const facts = useContext(FormContext);
  if (!facts) throw new Error('Field must be inside a Form.');
  return facts;
}
