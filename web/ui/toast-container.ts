/**
 * Moves the toasts into the topmost open dialog and back. An open dialog makes everything outside inert, so toasts there
 * could not be reached or announced.
 */
let container: HTMLElement | undefined;
const element: { current?: HTMLElement } = {};
const dialogs: HTMLElement[] = [];

const move = () => {
  const target = dialogs.at(-1) ?? container;
  if (element.current && target && element.current.parentElement !== target) target.append(element.current);
};

/** Returns the element for the toasts in its home position. A second element would interrupt announcements. */
export function toastElement(home: HTMLElement): HTMLElement {
  container = home;
  element.current ??= document.createElement('div');
  move();
  return element.current;
}

export function moveToastsInto(dialog: HTMLElement): () => void {
  dialogs.push(dialog);
  move();
  return () => {
    dialogs.splice(dialogs.lastIndexOf(dialog), 1);
    move();
  };
}
