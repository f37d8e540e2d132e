import { createContext, useContext } from 'react';
import type { AnySchema } from '../../shared/schema.ts';

interface FormFacts {
  schema: AnySchema;
  /** Put before field names to make ids unique on a page with two forms. */
  prefix: string;
  /** Names with a field on the screen: errors of others are told above the button. */
  shown: Set<string>;
}

export const FormContext = createContext<FormFacts | undefined>(undefined);

/** What a field needs to know of the form around it. */
export function useFormFacts(): FormFacts {
  const facts = useContext(FormContext);
  if (!facts) throw new Error('A Field needs a Form around it.');
  return facts;
}
