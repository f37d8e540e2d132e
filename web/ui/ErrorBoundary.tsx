import { Component, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { EmptyState } from './states.tsx';

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
