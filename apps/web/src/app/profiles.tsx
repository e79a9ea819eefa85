import { Standing } from '../features/chats/index.ts';
import { CommentsLeft } from '../features/moments/index.ts';
import { OwnProfilePage } from '../features/profiles/OwnProfilePage.tsx';
import { ProfilePage } from '../features/profiles/ProfilePage.tsx';

/** Profiles with what moments and chats know of a user; none of the three features imports the others. */
export function OwnProfile() {
  return <OwnProfilePage left={<CommentsLeft />} />;
}

const standing = (userId: string) => <Standing userId={userId} />;

export function SomebodysProfile() {
  return <ProfilePage standing={standing} />;
}
