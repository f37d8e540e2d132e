import { Component, type ReactNode } from 'react';

/** Renders nothing for a map that failed, and reports it once so that the other map replaces it. */
export class FallBack extends Component<{ children: ReactNode; onFail: () => void }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError = () => ({ broken: true });

  override componentDidCatch(): void {
    this.props.onFail();
  }

  override render() {
    return this.state.broken ? null : this.props.children;
  }
}
