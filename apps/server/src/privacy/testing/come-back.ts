import { openSession } from '../../identity/store.ts';
import { personOf, type Person } from '../../testing/person.ts';
import type { World } from '../../testing/world.ts';

const SESSION_MS = 86_400_000;

/** Signs in once more, as the provider would. */
export async function comeBack(world: Pick<World, 'url' | 'database'>, { userId, name }: Person): Promise<Person> {
  const { token } = await world.database.transaction((tx) =>
    openSession(tx, { userId, expiresAt: new Date(tx.now.getTime() + 40 * SESSION_MS) }),
  );
  return personOf(world, { name, userId, session: token });
}
