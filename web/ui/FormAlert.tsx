import { Icon } from './Icon.tsx';

export interface Failure {
  message: string;
  requestId?: string;
  /** True without a response, when the server may have done the request. */
  hasNoResponse?: boolean;
}

const withoutResponse =
  'Your entries are still here. If only the response was lost, the changes were saved: check that before you repeat them.';

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
export function FormAlert({ failure, messages = [], safe: whenRefused }: FormAlertProps) {
  const safe = failure?.hasNoResponse ? withoutResponse : whenRefused;
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
            {failure && safe && !failure.message.endsWith(safe) && <p>{safe}</p>}
            {failure?.requestId && <p className="quiet">Request ID: {failure.requestId}</p>}
          </div>
        </>
      )}
    </div>
  );
}
