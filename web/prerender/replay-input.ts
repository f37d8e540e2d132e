import {
  type ComponentType,
  createElement,
  type ElementType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
} from 'react';

import { authClient } from '../app/auth-client.ts';

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fieldsOf = (root: HTMLElement): FormField[] => [
  ...root.querySelectorAll<FormField>(':is(input, textarea, select)[name]'),
];

/** Sets a value through the native setter: React ignores a change event if the value is the last one it set. */
function setValue(field: FormField, value: string): void {
  if (!(field instanceof HTMLSelectElement)) field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/**
 * Captures the input that a visitor made on a prerendered page before hydration: entered values and the last clicked
 * button (recorded by web/public/before-paint.js). Returns a function that replays it on the hydrated page.
 */
export function replayInput(root: HTMLElement): () => void {
  const entries = fieldsOf(root)
    .filter(({ type: kind, value }) => kind !== 'radio' && kind !== 'checkbox' && value !== '')
    .map(({ name, value }) => ({ name, value }));
  const focused = document.activeElement?.getAttribute('name');
  return () => {
    for (const { name, value } of entries) {
      const field = fieldsOf(root).find((candidate) => candidate.name === name);
      if (!field) continue;
      // with what was entered meanwhile
      setValue(field, field.value || value);
      if (name === focused) field.focus();
    }
    const { clickedButton } = root as { clickedButton?: HTMLElement };
    if (clickedButton?.isConnected) clickedButton.click();
  };
}

/** Reports whether the page is prerendered for this visitor; for users and addresses with a query, it is rendered anew. */
export const willHydrate = (root: HTMLElement): boolean =>
  root.hasAttribute('data-prerendered') && window.location.search === '' && !authClient.hasStoredSession();

const uses = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'input'] as const;

/** Reports whether the visitor entered or clicked something before the code was loaded. */
const isUsed = (root: HTMLElement): boolean =>
  [root, ...root.querySelectorAll('[data-prerendered]')].some((part) => 'clickedButton' in part) ||
  fieldsOf(root).some(
    (field) =>
      field === document.activeElement ||
      (!(field instanceof HTMLSelectElement) && field.value !== field.defaultValue),
  );

/** Resolves when the visitor uses the page. */
const firstUse = (): Promise<void> =>
  new Promise((resolve) => {
    const begin = () => {
      for (const name of uses) document.removeEventListener(name, begin, true);
      resolve();
    };
    // React stops events of parts that are not hydrated yet
    for (const name of uses) document.addEventListener(name, begin, { capture: true, passive: true });
  });

type Form = ComponentType<Record<string, never>>;

/**
 * Returns the form of a page. On the prerendered page, its code loads at the first use of the page, with the schemas and
 * the client of the API: visitors who only read do not load them.
 */
export async function formOnUse(load: () => Promise<{ default: Form }>): Promise<ReactNode> {
  const root = typeof document === 'undefined' ? null : document.getElementById('root');
  const isPrerendered = root === null || willHydrate(root);
  const use = root && isPrerendered && !isUsed(root) ? firstUse() : undefined;
  const Form: ElementType = use
    ? lazy(async () => {
        await use;
        return load();
      })
    : (await load()).default;
  return createElement(FormFrame, { isPrerendered }, createElement(Form));
}

function FormFrame({ isPrerendered, children }: { isPrerendered: boolean; children?: ReactNode }) {
  const replay = isPrerendered && createElement(Replay);
  return createElement(
    'div',
    { 'data-prerendered': isPrerendered || undefined },
    createElement(Suspense, undefined, children, replay),
  );
}

/** Rendered with the form, so that its first effect finds the hydrated fields. */
function Replay() {
  useEffect(() => {
    const frame = document.querySelector<HTMLElement>('#root [data-prerendered]');
    if (!frame) return;
    const replay = replayInput(frame);
    frame.removeAttribute('data-prerendered');
    replay();
  }, []);
  return null;
}
