import { type ReactNode, type Ref, useId } from 'react';

interface CardProps {
  title?: string;
  aside?: ReactNode;
  footer?: ReactNode;
  /** The heading is focusable by script. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

export function Card({ title, aside, footer, headingRef, children }: CardProps) {
  const id = useId();
  const content = (
    <>
      {(title || aside) && (
        <div className="card-head">
          {title && (
            <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
              {title}
            </h2>
          )}
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
