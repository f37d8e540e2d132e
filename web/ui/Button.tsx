import { Button as AmplifyButton } from '@aws-amplify/ui-react';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { Icon, type IconName } from './Icon.tsx';

/** `action` is coral: at most one per screen, for its most important action. */
export type ButtonKind = 'plain' | 'primary' | 'action' | 'danger' | 'quiet';

export interface ButtonProps {
  children: ReactNode;
  kind?: ButtonKind;
  type?: 'button' | 'submit';
  icon?: IconName;
  /** Shows progress and ignores clicks; the button keeps its focus. */
  busy?: boolean;
  busyLabel?: string;
  disabled?: boolean;
  small?: boolean;
  /** Hides the label visually but not from screen readers. */
  iconOnly?: boolean;
  ref?: Ref<HTMLButtonElement>;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  'aria-pressed'?: boolean;
  'aria-describedby'?: string;
}

export const buttonClass = (kind: ButtonKind = 'plain', small = false): string =>
  `amplify-button button button-${kind}${small ? ' button-small' : ''}`;

export function Button({
  children,
  kind = 'plain',
  type = 'button',
  icon,
  busy = false,
  busyLabel,
  disabled = false,
  small = false,
  iconOnly = false,
  onClick,
  ...rest
}: ButtonProps) {
  const label = busy && busyLabel ? busyLabel : children;
  return (
    <AmplifyButton
      {...rest}
      type={type}
      className={`${buttonClass(kind, small)}${iconOnly ? ' button-icon' : ''}`}
      isDisabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <span className="spinner" aria-hidden /> : icon && <Icon name={icon} size={small ? 16 : 20} />}
      <span className={iconOnly ? 'hidden-text' : undefined}>{label}</span>
    </AmplifyButton>
  );
}
