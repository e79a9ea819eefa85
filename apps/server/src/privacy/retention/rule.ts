/** The retention rule of one table. */
export interface RetentionRule {
  what: string;
  why: string;
  /** In words, for docs/privacy.md. */
  howLong: string;
  by: string;
  /** How well it has to be guarded; what the levels mean is said in docs/privacy.md. */
  level: 'secret' | 'sensitive' | 'personal' | 'operational';
  /** Columns that hold the id of a person, also within a text, an array or JSON. Empty: the table holds none. */
  people: readonly string[];
  /** What erasure does to a person's rows. Absent where `people` is empty. */
  atErasure?: 'goes' | { stays: string };
  /** Days after which a finished row is deleted while the account stays. Absent: it may stay as long as the account. */
  days?: number;
}
