import type * as z from 'zod';

/**
 * A rule over several fields of a form, for `superRefine(...judged(rule))`. It is asked even when fields are refused by
 * themselves, so that everything that is wrong is said at once: those fields are left out of what it gets, and it says
 * nothing more about them. The rule gives a sentence for each field that is wrong.
 */
export function judged<Form extends object>(
  rule: (form: Partial<Form>) => Readonly<Record<string, string>>,
): [judge: (form: Form, context: z.core.$RefinementCtx<Form>) => void, when: { when: () => true }] {
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
