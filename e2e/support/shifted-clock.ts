/** Runs in the page: its clock is ahead by so many milliseconds, or behind. Its timers run as they do. */
export function shiftClock(ms: number): void {
  const now = Date.now.bind(Date);
  window.Date = new Proxy(Date, {
    construct: (date, args) => Reflect.construct(date, args.length === 0 ? [now() + ms] : args),
    apply: (date) => new date(now() + ms).toString(),
  });
  Date.now = () => now() + ms;
}
