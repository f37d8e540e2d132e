import { Icon, type IconName } from './Icon.tsx';

/** The specification's five names for the colors of states. */
export type StatusColor = 'yellow' | 'orange' | 'green' | 'beet' | 'blue';

/**
 * A state as color, picture and word, so that color is never the only sign. The picture of a color is drawn by
 * feedback.css, since a table may have thousands of them.
 */
export const StatusBadge = ({
  color,
  label,
  icon,
}: {
  color: StatusColor;
  label: string;
  icon?: IconName;
}) => (
  <span className={`status status-${color}${icon ? '' : ' status-usual'}`}>
    {icon && <Icon name={icon} size={14} />}
    {label}
  </span>
);
