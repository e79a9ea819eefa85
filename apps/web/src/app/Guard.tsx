import { useDeferredValue, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useStore } from 'zustand';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { admit, type Access } from './admission.ts';
import { session } from './session.ts';
import { useFrom } from './use-from.ts';

/** Renders the route for users with this access and redirects all others. */
export function Guard({ access, children = <Outlet /> }: { access: Access; children?: ReactNode }) {
  const auth = useStore(session.store);
  // A store update renders in one go, which takes long for a whole page; a deferred value renders in small steps.
  const drawn = useDeferredValue(auth);
  const { pathname, search, hash } = useLocation();
  const from = useFrom();
  const known = { access, here: pathname + search + hash, from };
  const before = admit({ auth: drawn, ...known });
  const admission = before.is === 'waiting' ? before : admit({ auth, ...known });
  if (admission.is === 'waiting') return <LoadingScreen />;
  if (admission.is === 'shown') return children;
  return <Navigate to={admission.to} state={admission.from === undefined ? null : { from: admission.from }} replace />;
}
