import { Placeholder } from '@aws-amplify/ui-react';
import { type ReactNode, Component } from 'react';
import { CallError } from '../platform/call-error.ts';
import { Button } from './Button.tsx';
import { Icon, type IconName } from './Icon.tsx';
import { PageTitle } from './PageTitle.tsx';

interface EmptyPanelProps {
  title: string;
  text?: ReactNode;
  icon?: IconName;
  action?: ReactNode;
  tone?: 'failed';
  wholePage?: boolean;
}

const EmptyPanel = ({ title, text, icon = 'search', action, tone, wholePage }: EmptyPanelProps) => (
  <div className={`empty-panel${tone ? ` empty-panel-${tone}` : ''}`}>
    <span className="empty-panel-picture">
      <Icon name={icon} size={28} />
    </span>
    {wholePage ? <PageTitle>{title}</PageTitle> : <p className="alert-title">{title}</p>}
    {text && <p className="quiet">{text}</p>}
    {action && <div className="empty-panel-actions">{action}</div>}
  </div>
);

/** A state of the user's membership that affects the page. */
export const Notice = ({ children }: { children: ReactNode }) => (
  <div className="alert alert-warning">
    <Icon name="info" />
    <p>{children}</p>
  </div>
);

/** Explains an empty list or page, with the next step. */
export const EmptyState = (props: Omit<EmptyPanelProps, 'tone'>) => <EmptyPanel {...props} />;

export interface FailedStateProps {
  error?: unknown;
  title?: string;
  onRetry?: () => void;
  retrying?: boolean;
}

export function FailedState({ error, title = "This didn't load", onRetry, retrying }: FailedStateProps) {
  const call = error instanceof CallError ? error : undefined;
  const requestId = call?.requestId;
  return (
    <div role="alert">
      <EmptyPanel
        tone="failed"
        icon="warning"
        title={title}
        text={
          <>
            {call && call.status !== 0
              ? call.message
              : 'Check your connection and try again. Nothing was changed.'}
            {requestId && <span className="file-limits">Request ID: {requestId}</span>}
          </>
        }
        action={
          onRetry && (
            <Button icon="retry" busy={retrying} busyLabel="Trying again…" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      />
    </div>
  );
}

export const ForbiddenState = ({ action }: { action?: ReactNode }) => (
  <EmptyPanel
    icon="lock"
    title="Access to the resource is denied."
    text="You do not have access. If you need it, contact your administrator."
    action={action}
  />
);

const lengths = ['92%', '78%', '85%', '60%'];

interface SkeletonLinesProps {
  lines?: number;
  /** For content of unknown height: what follows appears with it, so that it does not move. */
  hidesBelow?: boolean;
}

export const SkeletonLines = ({ lines = 3, hidesBelow = false }: SkeletonLinesProps) => (
  <output className="skeleton-lines" aria-label="Loading" data-hides-below={hidesBelow || undefined}>
    {Array.from({ length: lines }, (_, index) => (
      <Placeholder key={index} width={lengths[index % lengths.length]} />
    ))}
  </output>
);

interface ErrorBoundaryProps {
  children: ReactNode;
  /** A change of this value, such as the address, renders the children again. */
  resetKey?: string;
}

interface Caught {
  error?: Error;
  resetKey?: string;
}

/** Catches rendering errors and shows the error's message (specification 1 §2.4). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Caught> {
  override state: Caught = { resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, caught: Caught) {
    return resetKey === caught.resetKey ? null : { error: undefined, resetKey };
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <div role="alert">
        <EmptyState
          icon="warning"
          title="Something went wrong on this page"
          text={this.state.error.message}
          action={
            <Button icon="retry" onClick={() => this.setState({ error: undefined })}>
              Try again
            </Button>
          }
        />
      </div>
    );
  }
}
