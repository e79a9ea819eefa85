/** What the run supposes. Each is an option of the command. Times in the unit of their name. */
export const ASSUMPTIONS = {
  /** Who come anew, a second, on average over the day; whoever goes on to the next call comes on top. */
  visits: 5,
  people: 20_000,
  /** Others that each of them has blocked before the day begins. */
  blocks: 5,
  /** After a call one of the two blocks the other. */
  blockShare: 0.02,
  /** How long somebody waits before they give up, on average; nobody gives up within 5 s. */
  patienceSeconds: 90,
  /** One of the two does not acknowledge the match. */
  silentShare: 0.02,
  /** Calls that somebody leaves within the first minute; the others last to their end. */
  shortShare: 0.4,
  /** After a call somebody looks for the next one. */
  againShare: 0.6,
  /** Minutes of each hour that are played; the rest of it is taken to be alike. */
  minutes: 10,
  /** A turn of the matcher, whoever is in it: one round trip to PostgreSQL and its commit. */
  turnMs: 2,
  /** A turn, for each person who joins in it: processor time of the server and of PostgreSQL (record 12). */
  personMs: 0.14,
  /** Until another node's word of a leave is heard. */
  hintMs: 2,
  seed: 1,
} as const;

export type Assumptions = { readonly [Name in keyof typeof ASSUMPTIONS]: number };
