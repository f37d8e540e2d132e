import { Component, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { EmptyState } from './states.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Another value (the address, for example) gives the screen a new try. */
  resetKey?: string;
}

interface Caught {
  error?: Error;
  resetKey?: string;
}

/** Catches what breaks while drawing, and shows the error's message (specification 1 §2.4). */
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
