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
      setValue(field, value);
      if (name === focused) field.focus();
    }
    const { clickedButton } = root as { clickedButton?: HTMLElement };
    if (clickedButton?.isConnected) clickedButton.click();
  };
}
