import { Component, type ErrorInfo, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** The page that is shown; the next one is tried anew. */
  at?: string;
  /** Stands where it failed; `again` renders the children anew. */
  renderInstead: (again: () => void) => ReactNode;
  /** What stands instead is on the screen. */
  onCaught?: () => void;
  children: ReactNode;
}

interface ErrorBoundaryState {
  at: string | undefined;
  failed: boolean;
}

/** React asks for a class here. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { at: this.props.at, failed: false };

  static getDerivedStateFromError(): Pick<ErrorBoundaryState, 'failed'> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ at }: ErrorBoundaryProps, before: ErrorBoundaryState): ErrorBoundaryState | null {
    return at === before.at ? null : { at, failed: false };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('A screen failed', error, info.componentStack);
    this.props.onCaught?.();
  }

  override render(): ReactNode {
    const { children, renderInstead } = this.props;
    return this.state.failed ? renderInstead(() => this.setState({ failed: false })) : children;
  }
}
