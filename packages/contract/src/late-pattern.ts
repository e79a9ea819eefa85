/**
 * A pattern that is compiled at its first test. One that names thousands of emoji takes a slow phone more than a tenth
 * of a second, which pages without emoji need not wait.
 */
export class LatePattern extends RegExp {
  readonly #source: string;
  #read: RegExp | undefined;

  constructor(source: string, flags: string) {
    super('', flags);
    this.#source = source;
  }

  override get source(): string {
    return this.#source;
  }

  override test(text: string): boolean {
    this.#read ??= new RegExp(this.#source, this.flags);
    return this.#read.test(text);
  }
}
