import { createContext, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { moveToastsInto } from './toast-container.ts';

export const firstField = ':is(input, select, textarea):enabled:not([readonly])';

interface PopupProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  actions?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** Removes the close button and ignores Escape while a request must not be interrupted. */
  locked?: boolean;
  role?: 'alertdialog';
}

/** True inside of a popup, where the primary button is the last one. */
export const InPopup = createContext(false);

/** A modal dialog with a title. The browser traps the focus and restores it afterward. */
export const Popup = ({ open, ...props }: PopupProps) => (open ? <OpenPopup {...props} /> : null);

function OpenPopup(props: Omit<PopupProps, 'open'>) {
  const { title, onClose, children, actions, size = 'medium', locked = false, role } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // move the focus from the close button to the first field
    element?.querySelector<HTMLElement>(`form ${firstField}`)?.focus();
    const giveToastsBack = element ? moveToastsInto(element) : () => {};
    return () => {
      giveToastsBack();
      // close() restores the focus; removing the element does not
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      role={role}
      className={`popup popup-${size}`}
      aria-labelledby={titleId}
      aria-describedby={role && `${titleId}-text`}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!locked) onClose();
      }}
    >
      <div className="popup-head">
        <h2 id={titleId}>{title}</h2>
        {!locked && (
          <Button kind="quiet" icon="close" iconOnly onClick={onClose}>
            Close
          </Button>
        )}
      </div>
      <div className="popup-body" id={`${titleId}-text`}>
        <InPopup value>{children}</InPopup>
      </div>
      {actions && <div className="popup-actions">{actions}</div>}
    </dialog>
  );
}
