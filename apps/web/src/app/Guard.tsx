import * as z from 'zod/mini';
import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useStore } from 'zustand';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { admit, type Access } from './admission.ts';
import { session } from './session.ts';

const navigationState = z.object({ from: z.string() });

/** Where the navigation state says the person wanted to go; undefined when it says nothing. */
export function useFrom(): string | undefined {
  return navigationState.safeParse(useLocation().state).data?.from;
}

/** Shows what is inside to whom it is for, and sends everybody else where they belong. */
export function Guard({ access, children = <Outlet /> }: { access: Access; children?: ReactNode }) {
  const auth = useStore(session.store);
  const { pathname, search, hash } = useLocation();
  const from = useFrom();
  const admission = admit({ auth, access, here: pathname + search + hash, from });
  if (admission.is === 'waiting') return <LoadingScreen />;
  if (admission.is === 'shown') return children;
  return <Navigate to={admission.to} state={admission.from === undefined ? null : { from: admission.from }} replace />;
}
