import {
  type ComponentType,
  type FunctionComponent,
  createElement,
  type ElementType,
  type FormEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';

import { requestFailed } from '../platform/call-error.ts';
import { authClient } from './auth-client.ts';
import { notify } from './notices.ts';

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fieldsOf = (root: HTMLElement): FormField[] => [
  ...root.querySelectorAll<FormField>(':is(input, textarea, select)[name]'),
];

/** Sets a value through the native setter: React ignores a change event if the value is the last one it set. */
function setValue(field: FormField, value: string, isSilent: boolean): void {
  if (!(field instanceof HTMLSelectElement)) field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  if (isSilent) return;
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

const nameOf = (control: Element): string | null =>
  control.getAttribute('name') ?? control.getAttribute('aria-label') ?? control.textContent;

const controlIn = (root: HTMLElement, name: string | null): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>('input, textarea, select, button')].find(
    (control) => nameOf(control) === name,
  );

/**
 * Captures the input that a visitor made on a prerendered page or form before its code: entered values, the focus, and
 * the last clicked button (recorded by web/public/before-paint.js). Returns a function that replays it on the hydrated
 * page or the form that replaces the markup. A silent replay sends no events and no click.
 */
export function replayInput(root: HTMLElement): (isSilent?: boolean) => void {
  const entries = fieldsOf(root)
    .filter(({ type: kind, value }) => kind !== 'radio' && kind !== 'checkbox' && value !== '')
    // the page itself enters what the address has (web/public/before-paint.js)
    .filter((field) => field instanceof HTMLSelectElement || field.value !== field.defaultValue)
    .map(({ name, value }) => ({ name, value }));
  const active = root.contains(document.activeElement) ? document.activeElement : null;
  const focused = active && nameOf(active);
  return (isSilent = false) => {
    for (const { name, value } of entries) {
      const field = fieldsOf(root).find((candidate) => candidate.name === name);
      if (!field) continue;
      // with what was entered meanwhile
      setValue(field, field.value || value, isSilent);
    }
    if (active?.isConnected === false) controlIn(root, focused)?.focus();
    const { clickedButton } = root as { clickedButton?: HTMLElement };
    if (isSilent || !clickedButton) return;
    (clickedButton.isConnected ? clickedButton : controlIn(root, nameOf(clickedButton)))?.click();
  };
}

/** Reports whether the page is prerendered for this visitor; for users and addresses with a query, it is rendered anew. */
export const willHydrate = (root: HTMLElement): boolean =>
  root.hasAttribute('data-prerendered') && window.location.search === '' && !authClient.hasStoredSession();

const uses = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'input'] as const;

/** Reports whether the visitor or the browser entered something, or the visitor clicked, before the code was loaded. */
const hasInput = (root: HTMLElement): boolean =>
  [root, ...root.querySelectorAll('[data-prerendered]')].some((part) => 'clickedButton' in part) ||
  fieldsOf(root).some((field) => !(field instanceof HTMLSelectElement) && field.value !== field.defaultValue);

const isUsed = (root: HTMLElement): boolean =>
  hasInput(root) || fieldsOf(root).some((field) => field === document.activeElement);

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
  return isPrerendered ? createElement(FormFrame, undefined, createElement(Form)) : createElement(Form);
}

/** The part of the page around a form, with the input in markup that the form replaces. */
function createFrame() {
  let root: HTMLElement | undefined;
  let captured: ReturnType<typeof replayInput> | undefined;
  return {
    attach: (element: HTMLDivElement | null) => void (root = element ?? root),
    root: () => root,
    capture: () => void (captured = root && replayInput(root)),
    replaySilently: () => captured?.(true),
    replay: () => {
      if (!root?.hasAttribute('data-prerendered')) return;
      const replay = captured ?? replayInput(root);
      root.removeAttribute('data-prerendered');
      replay();
    },
  };
}

interface MarkupProps {
  html: string;
  /** Receives the part of the page that contains the markup. */
  onDisplayed: (root: HTMLElement) => void;
}

interface FrameProps {
  /** Of a page that is not prerendered. */
  markup?: MarkupProps;
  children?: ReactNode;
}

interface InFrame {
  frame: ReturnType<typeof createFrame>;
}

function FormFrame({ markup, children }: FrameProps) {
  const [frame] = useState(createFrame);
  const fallback = markup && createElement(Markup, { ...markup, frame });
  return createElement(
    'div',
    { ref: frame.attach, 'data-prerendered': true },
    createElement(Suspense, { fallback }, children, createElement(Replay, { frame })),
  );
}

/** Rendered with the form, so that its first effect finds the fields. */
function Replay({ frame }: InFrame) {
  // before the next key is pressed
  useLayoutEffect(() => frame.replaySilently(), [frame]);
  useEffect(() => frame.replay(), [frame]);
  return null;
}

interface FormOnUseProps<Props extends object> {
  /** ID of the markup in index.html (web/prerender/prerender.tsx). */
  template: string;
  /** Texts for their names in the markup. */
  texts?: Readonly<Record<string, string>>;
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}

/**
 * A form of a page that is not prerendered. Its code loads at the first use of the page; until then, the form is the
 * markup that the build rendered, so that its height does not change. Without this markup (in development), nothing is
 * displayed until then.
 */
export function FormOnUse<Props extends object>({
  template,
  texts = {},
  load,
  props,
}: FormOnUseProps<Props>) {
  const [html] = useState(() => markupOf(template, texts));
  const [displayed] = useState(() => Promise.withResolvers<HTMLElement>());
  const [Form] = useState(() =>
    lazy(async () => {
      const form = await (html === undefined ? load() : loadOnUse(load, displayed.promise));
      return { default: form as unknown as FunctionComponent };
    }),
  );
  const form = createElement(Form, props);
  // with a boundary of its own, because React discards the state of a part that suspends before it is mounted
  if (html === undefined) return createElement(Suspense, undefined, form);
  return createElement(FormFrame, { markup: { html, onDisplayed: displayed.resolve } }, form);
}

/**
 * Loads at the first use after the markup is shown, and after a failure again at the next one, so that the markup
 * preserves the input.
 */
async function loadOnUse<Loaded>(
  load: () => Promise<Loaded>,
  displayed: Promise<HTMLElement>,
): Promise<Loaded> {
  const root = await displayed;
  // a popup opened by a click is in use
  if (!('wasClicked' in document || hasInput(root))) await firstUse();
  for (;;) {
    try {
      return await load();
    } catch {
      notify.error(requestFailed);
      await firstUse();
    }
  }
}

/** Returns the markup with its texts; undefined in development and on a page that was opened from a prerendered one. */
function markupOf(template: string, texts: Readonly<Record<string, string>>): string | undefined {
  const text = document.createElement('span');
  return document
    .querySelector(`template[id="${template}"]`)
    ?.innerHTML.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      text.textContent = texts[name] ?? '';
      return text.innerHTML;
    });
}

function Markup({ html, onDisplayed, frame }: MarkupProps & InFrame) {
  // the cleanup runs before the markup is removed
  useLayoutEffect(() => frame.capture, [frame]);
  useEffect(() => {
    // after the focus of a popup, which is not a use
    const root = frame.root();
    if (root) onDisplayed(root);
  }, [frame, onDisplayed]);
  return createElement('div', {
    dangerouslySetInnerHTML: { __html: html },
    // a submitted form would close its dialog
    onSubmit: (event: FormEvent) => event.preventDefault(),
  });
}
