import { Icon } from './Icon.tsx';

export interface Failure {
  message: string;
  requestId?: string;
  /** Without a response, it is unknown whether the request was carried out. */
  isUnanswered?: boolean;
}

export const entriesKept = 'Your entries are still here.';
const unanswered = 'No response arrived. Reload the page to see whether the request was carried out.';

interface FormAlertProps {
  failure?: Failure;
  /** Errors that belong to no visible field. */
  messages?: readonly string[];
  safe?: string;
}

/**
 * Shown above a form's button: what happened, what is safe, and the request ID. Always rendered, so that screen readers
 * announce it.
 */
export function FormAlert({ failure, messages = [], safe }: FormAlertProps) {
  const shownSafe = failure?.isUnanswered && safe && safe !== entriesKept ? unanswered : safe;
  const isVisible = failure !== undefined || messages.length > 0;
  return (
    <div role="alert" className={isVisible ? 'alert alert-error' : undefined}>
      {isVisible && (
        <>
          <Icon name="error" />
          <div>
            {failure && <p className="alert-title">{failure.message}</p>}
            {messages.map((message) => (
              <p className="alert-title" key={message}>
                {message}
              </p>
            ))}
            {failure && shownSafe && !failure.message.endsWith(shownSafe) && <p>{shownSafe}</p>}
            {failure?.requestId && <p className="quiet">Request ID: {failure.requestId}</p>}
          </div>
        </>
      )}
    </div>
  );
}
