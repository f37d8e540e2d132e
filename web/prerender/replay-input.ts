type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fieldsOf = (root: HTMLElement): Field[] => [
  ...root.querySelectorAll<Field>(':is(input, textarea, select)[name]'),
];

/** As if it were typed now: React hears of a value only when it is another than the one it saw last. */
function type(field: Field, value: string): void {
  if (!(field instanceof HTMLSelectElement)) field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/**
 * What a person did on a page that was drawn, before its code came: what they typed, and the button they pressed last
 * (noted by web/public/before-paint.js). Gives it back to the page that came to life.
 */
export function replayInput(root: HTMLElement): () => void {
  const typed = fieldsOf(root)
    .filter(({ type: kind, value }) => kind !== 'radio' && kind !== 'checkbox' && value !== '')
    .map(({ name, value }) => ({ name, value }));
  const focused = document.activeElement?.getAttribute('name');
  return () => {
    for (const { name, value } of typed) {
      const field = fieldsOf(root).find((one) => one.name === name);
      if (!field) continue;
      type(field, value);
      if (name === focused) field.focus();
    }
    const { pressed } = root as { pressed?: HTMLElement };
    if (pressed?.isConnected) pressed.click();
  };
}
