import { createContext, useContext } from 'react';
import type { AnySchema } from '../../shared/schema.ts';

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
