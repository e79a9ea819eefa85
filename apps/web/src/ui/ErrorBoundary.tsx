import { Component, type ErrorInfo, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** The page that is shown; another page is tried anew. */
  at?: string;
  /** Rendered instead of the failed children; `again` renders them anew. */
  renderInstead: (again: () => void) => ReactNode;
  /** Called once the replacement is shown. */
  onCaught?: () => void;
  children: ReactNode;
}

interface ErrorBoundaryState {
  at: string | undefined;
  failed: boolean;
}

/** A class, because React offers no other error boundary. */
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
