import type { ComponentProps } from 'react';
import { Icon } from './Icon.tsx';

export const PlainSelect = ({ children, className = '', ...rest }: ComponentProps<'select'>) => (
  <span className="control-group">
    <select {...rest} className={`amplify-input control ${className}`}>
      {children}
    </select>
    <span className="control-chevron" aria-hidden>
      <Icon name="chevron-down" size={16} />
    </span>
  </span>
);
