/** How the rows of one table go. */
export interface RetentionRule {
  what: string;
  why: string;
  /** In words, for docs/privacy.md. */
  howLong: string;
  by: string;
  /** How well it has to be guarded; what the levels mean is said in docs/privacy.md. */
  level: 'secret' | 'sensitive' | 'personal' | 'operational';
  /** Columns in which the id of a person stands, by itself or within a text or JSON. None: the table names nobody. */
  people: readonly string[];
  /** What becomes of a row that names somebody when they are erased. Of tables that name nobody it says nothing. */
  atErasure?: 'goes' | { stays: string };
  /** After so many days a row that is over is gone, though its person stays. None: it may stay as long as they do. */
  days?: number;
}
