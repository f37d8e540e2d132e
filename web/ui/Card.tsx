import { type ReactNode, useId } from 'react';

interface CardProps {
  title?: string;
  aside?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

export function Card({ title, aside, footer, children }: CardProps) {
  const id = useId();
  const content = (
    <>
      {(title || aside) && (
        <div className="card-head">
          {title && <h2 id={id}>{title}</h2>}
          {aside}
        </div>
      )}
      {children}
      {footer && <div className="card-foot">{footer}</div>}
    </>
  );
  return title ? (
    <section className="card" aria-labelledby={id}>
      {content}
    </section>
  ) : (
    <div className="card">{content}</div>
  );
}
