import type * as z from 'zod';

/**
 * Creates a cross-field rule for `superRefine(...judged(rule))`. It also runs if single fields are invalid, so that all
 * errors are reported together. Invalid fields are omitted from its input, and its messages about them are dropped.
 * The rule returns a message per invalid field.
 */
export function validated<Form extends object>(
  rule: (form: Partial<Form>) => Readonly<Record<string, string>>,
): [validate: (form: Form, context: z.core.$RefinementCtx<Form>) => void, when: { when: () => true }] {
  return [
    (form, context) => {
      if (typeof form !== 'object' || form === null) return;
      const refused = new Set(context.issues.map(({ path }) => String(path?.[0])));
      const good = Object.fromEntries(Object.entries(form).filter(([name]) => !refused.has(name)));
      for (const [field, message] of Object.entries(rule(good as Partial<Form>)))
        if (!refused.has(field)) context.addIssue({ code: 'custom', path: [field], message });
    },
    { when: () => true },
  ];
}
