/** The pages that anybody may open. */
export const SIGNED_OUT = [
  ...['/', '/welcome', '/login', '/register', '/terms', '/privacy', '/about', '/contact', '/help', '/rules'],
  ...['/child-safety', '/download/ios', '/download/android', '/nowhere'],
];

/** The pages of a person, but for those of one chat, one moment or one profile. */
export const SIGNED_IN = [
  ...['/home', '/chats', '/call', '/mode1', '/mode3', '/nearby', '/profile', '/profile/edit', '/settings'],
  ...['/notifications', '/upgrade', '/settings/data', '/settings/decisions', '/settings/reports', '/settings/delete'],
];
