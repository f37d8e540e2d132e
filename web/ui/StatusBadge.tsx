import { Icon, type IconName } from './Icon.tsx';

/** The specification's five names for the colors of states. */
export type StatusColor = 'yellow' | 'orange' | 'green' | 'beet' | 'blue';

const usualIcon: Record<StatusColor, IconName> = {
  yellow: 'clock',
  orange: 'transit',
  green: 'check-circle',
  beet: 'ban',
  blue: 'info',
};

/** A state as color, picture and word, so that color is never the only sign. */
export const StatusBadge = ({
  color,
  label,
  icon,
}: {
  color: StatusColor;
  label: string;
  icon?: IconName;
}) => (
  <span className={`status status-${color}`}>
    <Icon name={icon ?? usualIcon[color]} size={14} />
    {label}
  </span>
);
