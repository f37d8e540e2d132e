import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { firstField } from './first-field.ts';
import { holdToasts } from './toast-place.ts';

interface PopupProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot. */
  actions?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** No close button and no Escape while something runs that must not be left. */
  locked?: boolean;
  role?: 'alertdialog';
}

/** A titled dialog over the page. The browser keeps the focus inside and gives it back where it was. */
export function Popup({ open, ...props }: PopupProps) {
  return open ? <OpenPopup {...props} /> : null;
}

function OpenPopup(props: Omit<PopupProps, 'open'>) {
  const { title, onClose, children, actions, size = 'medium', locked = false, role } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A form starts at its first field, not at the close button.
    element?.querySelector<HTMLElement>(`form ${firstField}`)?.focus();
    const giveToastsBack = element ? holdToasts(element) : () => {};
    return () => {
      giveToastsBack();
      // Closed, not only removed: this is what gives the focus back.
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      role={role}
      className={`popup popup-${size}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!locked) onClose();
      }}
    >
      <header className="popup-head">
        <h2 id={titleId}>{title}</h2>
        {!locked && (
          <Button kind="quiet" icon="close" iconOnly onClick={onClose}>
            Close
          </Button>
        )}
      </header>
      <div className="popup-body">{children}</div>
      {actions && <footer className="popup-actions">{actions}</footer>}
    </dialog>
  );
}
