import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

/** The specification's color names for statuses. */
export type StatusColor = 'yellow' | 'orange' | 'green' | 'beet' | 'blue';

/**
 * A status with color, icon, and text, so that color is never the only cue. feedback.css draws the icons, because a
 * table can have thousands of them.
 */
export const StatusBadge = ({
  color,
  label,
  icon,
}: {
  color: StatusColor;
  label: ReactNode;
  icon?: IconName;
}) => (
  <span className={`status status-${color}${icon ? '' : ' status-plain'}`}>
    {icon && <Icon name={icon} size={14} />}
    {label}
  </span>
);
