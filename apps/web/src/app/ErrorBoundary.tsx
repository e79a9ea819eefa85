import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorPage } from './ErrorPage.tsx';

interface Bounded {
  /** The page that is shown; the next one is tried anew. */
  at?: string;
  /** What stands where it failed; absent: the error page. */
  instead?: ReactNode;
  children: ReactNode;
}

interface Fate {
  at: string | undefined;
  failed: boolean;
}

/** React asks for a class here. */
export class ErrorBoundary extends Component<Bounded, Fate> {
  override state: Fate = { at: this.props.at, failed: false };

  static getDerivedStateFromError(): Pick<Fate, 'failed'> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ at }: Bounded, before: Fate): Fate | null {
    return at === before.at ? null : { at, failed: false };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('A screen failed', error, info.componentStack);
  }

  override render(): ReactNode {
    const { children, instead = <ErrorPage /> } = this.props;
    return this.state.failed ? instead : children;
  }
}
