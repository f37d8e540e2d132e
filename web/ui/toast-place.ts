/**
 * Where the toasts are. A dialog that is open makes everything outside of it inert, toasts as well, so that they can be
 * neither reached nor read; therefore their one element moves into the topmost dialog and back to its own place.
 */
let place: HTMLElement | undefined;
const element: { current?: HTMLElement } = {};
const dialogs: HTMLElement[] = [];

const move = () => {
  const target = dialogs.at(-1) ?? place;
  if (element.current && target && element.current.parentElement !== target) target.append(element.current);
};

/** The element for the toasts, put into its own place; made once, since it must not be made again between two announcements. */
export function toastElement(home: HTMLElement): HTMLElement {
  place = home;
  element.current ??= document.createElement('div');
  move();
  return element.current;
}

/** Shows the toasts inside this dialog while it is open; gives what to call when it closes. */
export function holdToasts(dialog: HTMLElement): () => void {
  dialogs.push(dialog);
  move();
  return () => {
    dialogs.splice(dialogs.lastIndexOf(dialog), 1);
    move();
  };
}
