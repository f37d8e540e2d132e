import { Component, type ReactNode } from 'react';

/** Shows nothing of a map that broke, and says so once: the other one takes its place. */
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
