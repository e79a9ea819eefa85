import type { AuthState } from '../features/identity/auth-machine.ts';
import { safeReturnTo } from '../lib/safe-return-to.ts';

/** Who a route is for. */
type Standing = 'signed in' | 'signed out' | 'onboarding' | 'suspended' | 'leaving';
/** own data: to be had and erased by those, too, who may do nothing else. */
export type Access = Standing | 'own data';

export type Admission = { is: 'shown' } | { is: 'waiting' } | { is: 'sent'; to: string; from?: string };

interface Visit {
  auth: AuthState;
  access: Access;
  /** The path asked for, with its query and hash. */
  here: string;
  /** The navigation state 'from', whoever wrote it. */
  from: unknown;
}

const OWN_DATA: readonly Standing[] = ['signed in', 'suspended', 'onboarding'];

/** Decides about a visit to a guarded route. What sends on keeps where the person wanted to go. */
export function admit({ auth, access, here, from }: Visit): Admission {
  if ('loading' in auth && auth.loading) return { is: 'waiting' };
  const wanted = access === 'signed in' || access === 'own data' ? here : safeReturnTo(from);
  const place = placeOf(auth);
  if (place === access || (access === 'own data' && OWN_DATA.includes(place))) return { is: 'shown' };
  switch (place) {
    case 'signed in':
      return { is: 'sent', to: wanted };
    case 'signed out':
      // Whoever signs in next may be somebody else.
      if (auth.at === 'signed-out' && auth.left) return { is: 'sent', to: '/login' };
      return { is: 'sent', to: '/login', from: safeReturnTo(wanted) };
    case 'onboarding':
      return { is: 'sent', to: '/onboarding', from: safeReturnTo(wanted) };
    case 'suspended':
      return { is: 'sent', to: '/suspended' };
    case 'leaving':
      return { is: 'sent', to: '/leaving' };
    default:
      return place satisfies never;
  }
}

/** Where somebody in this state belongs. The under-age refusal is onboarding's last screen. */
function placeOf(auth: AuthState): Standing {
  if (auth.at === 'barred') return auth.barrier === 'suspended' ? 'suspended' : 'onboarding';
  if (auth.at !== 'signed-in') return 'signed out';
  if (auth.user.erasesAt !== null) return 'leaving';
  return auth.user.onboarded ? 'signed in' : 'onboarding';
}
