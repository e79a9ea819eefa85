import type { APIRequestContext } from '@playwright/test';
import type { PersonId } from './participant.ts';

/** Signs in the way the screens do, without them; sign-in.e2e looks at those. The cookies stay with whoever asks. */
export async function enter(request: APIRequestContext, { url, who }: { url: string; who: PersonId }): Promise<void> {
  const choice = await request.get(`${url}/api/v1/auth/login?provider=local&returnTo=/home`);
  const arrived = await request.post(`${choice.url()}/login`, { form: { sub: who } });
  if (arrived.ok() && new URL(arrived.url()).pathname === '/home') return;
  throw new Error(`${who} could not sign in: ${arrived.status()} at ${arrived.url()}`);
}
