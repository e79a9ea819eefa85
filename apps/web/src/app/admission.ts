import type { AuthState } from '../features/identity/auth-machine.ts';
import { safeReturnTo } from '../lib/safe-return-to.ts';

/** The state a route is for. */
type Standing = 'signed in' | 'signed out' | 'onboarding' | 'suspended' | 'leaving';
/** own data: the pages that let suspended and not yet onboarded users export and erase their data, too. */
export type Access = Standing | 'own data';

export type Admission = { is: 'shown' } | { is: 'waiting' } | { is: 'sent'; to: string; from?: string };

interface Visit {
  auth: AuthState;
  access: Access;
  /** The requested path with its query and hash. */
  here: string;
  /** The navigation state 'from', which is not trusted. */
  from: unknown;
}

const OWN_DATA: readonly Standing[] = ['signed in', 'suspended', 'onboarding'];

/** Decides about a visit to a guarded route. Redirects keep the path the user asked for. */
export function admit({ auth, access, here, from }: Visit): Admission {
  if ('loading' in auth && auth.loading) return { is: 'waiting' };
  const wanted = access === 'signed in' || access === 'own data' ? here : safeReturnTo(from);
  const place = placeOf(auth);
  if (place === access || (access === 'own data' && OWN_DATA.includes(place))) return { is: 'shown' };
  switch (place) {
    case 'signed in':
      return { is: 'sent', to: wanted };
    case 'signed out':
      // The next user to sign in may be another one.
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

/** The state that a user is in. The under-age refusal is onboarding's last screen. */
function placeOf(auth: AuthState): Standing {
  if (auth.at === 'barred') return auth.barrier === 'suspended' ? 'suspended' : 'onboarding';
  if (auth.at !== 'signed-in') return 'signed out';
  if (auth.user.erasesAt !== null) return 'leaving';
  return auth.user.onboarded ? 'signed in' : 'onboarding';
}
